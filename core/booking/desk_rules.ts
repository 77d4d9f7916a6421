import { presentAt } from "../departments/absence.ts";
import type { SlotInput } from "../departments/availability.ts";
import type { Department } from "../departments/department.ts";
import type { BookingRequest } from "./booking_gate.ts";

/** Returns whether a request takes any free worker: only where a worker is required. */
export function takesAnyWorker(
  { workerId, desk }: Pick<BookingRequest, "workerId" | "desk">,
  { showAdminsInBooking }: Pick<Department, "showAdminsInBooking">,
): boolean {
  return showAdminsInBooking && workerId === null && desk?.takesAnyWorker === true;
}

/**
 * Returns a free worker of a slot that is not full. The workers take turns by the id of the appointment, so that the
 * first one does not get all.
 */
export function anyFreeWorker(
  id: number,
  { activeWorkers, dateTime, department, occupancy }: Pick<
    SlotInput,
    "activeWorkers" | "dateTime" | "department" | "occupancy"
  >,
): number {
  const free = presentAt(activeWorkers, dateTime, department)
    .filter((worker) => !occupancy.workerIds.includes(worker));
  return free[id % free.length]!;
}
