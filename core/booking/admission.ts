import { DomainError, validationError } from "../errors.ts";
import type { Appointment } from "./appointment.ts";
import { evaluateSlot, type SlotInput, type SlotOccupancy } from "../departments/availability.ts";
import type { Department } from "../departments/department.ts";
import type { Slot } from "../departments/slot.ts";
import type { Worker } from "../departments/worker.ts";

/** Throws DEPARTMENT_NOT_FOUND unless there is a department that takes bookings. */
export function requireBookable(
  department: Department | undefined,
): asserts department is Department {
  if (department?.isActive) return;
  throw new DomainError("DEPARTMENT_NOT_FOUND", "There is no active department with this id");
}

/** Throws VALIDATION_ERROR on `workerId` unless the worker may take an appointment in a slot (decisions 4). */
export function checkWorker(
  workerId: number | null,
  { department, activeWorkerIds, occupancy }: Pick<
    SlotInput,
    "department" | "activeWorkerIds" | "occupancy"
  >,
): void {
  if (workerId === null) {
    if (!department.showAdminsInBooking) return;
    throw validationError({ field: "workerId", message: "Is required in this department" });
  }
  if (!activeWorkerIds.includes(workerId)) {
    const message = "Must be the id of an active worker of the department";
    throw validationError({ field: "workerId", message });
  }
  if (department.showAdminsInBooking && occupancy.workerIds.includes(workerId)) {
    throw validationError({ field: "workerId", message: "Is already booked in this slot" });
  }
}

/** Throws VALIDATION_ERROR on `dateTime`, with the reason that availability gives (decisions 3). */
export function checkSlot(question: SlotInput): void {
  const { unavailabilityReason } = evaluateSlot(question);
  if (unavailabilityReason === null) return;
  throw validationError({ field: "dateTime", message: unavailabilityReason });
}

/** The active workers of a department, by id alone. */
export function activeWorkersOf(departmentId: number, workers: readonly Worker[]): number[] {
  return workers
    .filter((worker) => worker.departmentId === departmentId && worker.isActive)
    .map(({ id }) => id);
}

/** The lowest number from 1 that is not among the taken places. */
export function firstFreePlace(taken: readonly number[]): number {
  const places = new Set(taken);
  let place = 1;
  while (places.has(place)) place += 1;
  return place;
}

/** Which place of which slot an appointment has. */
export type Placement = Pick<Appointment, "slotStart" | "slotMinutes" | "place" | "slotCapacity">;

/**
 * An appointment's place in a slot of its department, beside the others there: its own where it is in that
 * slot already, else the first free one. A capacity that was lowered below what is booked does not count
 * here; who takes a place anew asks `checkSlot` first.
 */
export function placeIn(
  slot: Slot,
  { appointment, department, others }: {
    appointment: Placement;
    department: Pick<Department, "slotCapacity">;
    others: SlotOccupancy;
  },
): Placement {
  // Both: after a change of the interval there are two slots of one start.
  const isThere = appointment.slotStart.equals(slot.start) &&
    appointment.slotMinutes === slot.minutes;
  const isKept = isThere && appointment.place <= department.slotCapacity;
  const place = isKept ? appointment.place : firstFreePlace(others.places);
  return {
    slotStart: slot.start,
    slotMinutes: slot.minutes,
    place,
    slotCapacity: Math.max(department.slotCapacity, place),
  };
}
