import { DomainError, validationError } from "../errors.ts";
import type { Appointment } from "./appointment.ts";
import { type ActiveWorker, createAbsencesOn, presentAt } from "../departments/absence.ts";
import { evaluateSlot, type SlotInput, type SlotOccupancy } from "../departments/availability.ts";
import type { Department } from "../departments/department.ts";
import type { Slot } from "../departments/slot.ts";
import type { Worker } from "../departments/worker.ts";
import { say } from "../messages.ts";

/** Throws DEPARTMENT_NOT_FOUND unless the department exists and is active. */
export function requireBookable(
  department: Department | undefined,
): asserts department is Department {
  if (department?.isActive) return;
  throw new DomainError("DEPARTMENT_NOT_FOUND", say("noActiveDepartment"));
}

/**
 * Throws VALIDATION_ERROR on `workerId` unless the worker may take an appointment in the slot
 * (core/departments/README.md 5).
 */
export function checkWorker(
  workerId: number | null,
  { department, activeWorkers, occupancy, dateTime }: Pick<
    SlotInput,
    "department" | "activeWorkers" | "occupancy" | "dateTime"
  >,
): void {
  if (workerId === null) {
    if (!department.showAdminsInBooking) return;
    const message = say("workerRequired", { departmentId: department.id });
    throw validationError({ field: "workerId", message });
  }
  const worker = activeWorkers.find(({ id }) => id === workerId);
  if (!worker) {
    throw validationError({ field: "workerId", message: say("workerInactive") });
  }
  if (presentAt([worker], dateTime, department).length === 0) {
    throw validationError({ field: "workerId", message: say("workerUnavailable") });
  }
  checkIdle(workerId, { department, occupancy });
}

/**
 * Throws VALIDATION_ERROR on `dateTime` if the slot is unavailable, with the reason that an availability check gives
 * (core/departments/README.md 3).
 */
export function checkSlot(slot: SlotInput): void {
  const { unavailabilityReason } = evaluateSlot(slot);
  if (unavailabilityReason === null) return;
  throw validationError({ field: "dateTime", message: unavailabilityReason });
}

/**
 * Throws VALIDATION_ERROR unless a slot has room for an appointment that an undo puts back: others may have taken its
 * place or its worker meanwhile. Closures, absences and the booking window do not matter, because they leave what is booked
 * as it is (core/booking/README.md 20).
 */
export function checkRoom(
  { department, others, workerId }: {
    department: Pick<Department, "slotCapacity" | "showAdminsInBooking">;
    others: SlotOccupancy;
    workerId: number | null;
  },
): void {
  const [booked, capacity] = [others.places.length, department.slotCapacity];
  if (booked >= capacity) {
    throw validationError({ field: "dateTime", message: say("slotFull", { booked, capacity }) });
  }
  checkIdle(workerId, { department, occupancy: others });
}

/** Throws VALIDATION_ERROR if the department books by worker and the worker is booked in the slot. */
export function checkIdle(
  workerId: number | null,
  { department, occupancy }: {
    department: Pick<Department, "showAdminsInBooking">;
    occupancy: { workerIds: readonly number[] };
  },
): void {
  if (workerId === null || !department.showAdminsInBooking) return;
  if (!occupancy.workerIds.includes(workerId)) return;
  throw validationError({ field: "workerId", message: say("workerBooked") });
}

/** Returns the active workers of a department. */
export function activeWorkersOf(departmentId: number, workers: readonly Worker[]): ActiveWorker[] {
  return workers.filter((worker) => worker.departmentId === departmentId && worker.isActive);
}

/** Makes a function that returns the active workers of a department with their absences on the date of a time only. */
export function createWorkersAt(
  workers: readonly Worker[],
): (departmentId: number, dateTime: Temporal.PlainDateTime) => readonly ActiveWorker[] {
  const known = new Map<number, ReturnType<typeof createAbsencesOn>>();
  return (departmentId, dateTime) => {
    const workersAt = known.get(departmentId) ??
      createAbsencesOn(activeWorkersOf(departmentId, workers));
    known.set(departmentId, workersAt);
    return workersAt(dateTime);
  };
}

/** Returns the lowest place, from 1, that is not taken. */
export function firstFreePlace(taken: readonly number[]): number {
  // One of the first places is free. A set of the 10,000 places of a slot takes ten times as long.
  const isTaken = new Uint8Array(taken.length + 2);
  for (const place of taken) if (place < isTaken.length) isTaken[place] = 1;
  return isTaken.indexOf(0, 1);
}

/** The slot of an appointment and its place in the slot. */
export type Placement = Pick<Appointment, "slotStart" | "slotMinutes" | "place" | "slotCapacity">;

/**
 * Returns the place of an appointment in a slot: its present place if it is already in this slot, otherwise the first
 * place that `others` leave free. Ignores a capacity below the number of appointments: `checkSlot` refuses new
 * appointments, and existing ones stay.
 */
export function placeIn(
  slot: Slot,
  { appointment, department, others }: {
    /** Null if it is in another department now. */
    appointment: Placement | null;
    department: Pick<Department, "slotCapacity">;
    others: SlotOccupancy;
  },
): Placement {
  // Compares start and length: after a change of the interval, two different slots can have the same start.
  const isThere = appointment !== null && appointment.slotStart.equals(slot.start) &&
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
