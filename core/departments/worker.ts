import { z } from "zod";
import type { Absence, ActiveWorker } from "./absence.ts";
import { offDutyTimes, type ShiftPlan } from "./shifts.ts";
import { sortedJson } from "../sorted_json.ts";
import { booleanField, nameField } from "../input.ts";

/** A person in one department who can take appointments. Not a user of the dashboard. */
export class Worker {
  id!: number;
  organizationId: number;
  departmentId: number;
  name: string;
  isActive = true;
  /** The times at which the worker takes no bookings, by date. */
  absences: Absence[] = [];
  /** The first worker of the same person; null for that worker itself. */
  personId: number | null = null;
  /** The hours of planned dates (core/departments/README.md 9). What they leave off duty is in `absences`, too. */
  shifts: ShiftPlan = {};
  createdAt: Temporal.Instant;
  /** Raised by the database with each change (core/README.md 5). */
  version = 1;

  constructor(
    department: { id: number; organizationId: number },
    name: string,
    createdAt: Temporal.Instant,
    { personId = null }: { personId?: number | null } = {},
  ) {
    this.organizationId = department.organizationId;
    this.departmentId = department.id;
    this.name = name;
    this.createdAt = createdAt;
    this.personId = personId;
    // A person is first in one department. In others the person works on planned dates only.
    this.absences = offDutyTimes({}, { isElsewhere: personId !== null });
  }
}

/** Returns the id of a person: that of the person's first worker. */
export function personOf({ id, personId }: Pick<Worker, "id" | "personId">): number {
  return personId ?? id;
}

/** Returns how a worker counts in availability: not at all while inactive. */
function presenceOf({ id, isActive, absences }: Worker): ActiveWorker[] {
  return isActive ? [{ id, absences }] : [];
}

/**
 * Applies a change to a worker. Returns how the worker counted in availability before, or null if the worker counts as
 * before.
 */
export function changePresence(worker: Worker, change: () => void): ActiveWorker[] | null {
  const before = structuredClone(presenceOf(worker));
  change();
  return sortedJson(before) === sortedJson(presenceOf(worker)) ? null : before;
}

/** The fields of a new worker. */
export const newWorkerInput = z.object({ name: nameField(255, "Name of the worker") });

/** A change of a worker. An absent field does not change. */
export const workerChange = z
  .object({
    name: nameField(255, "Name of the worker"),
    isActive: booleanField("Whether the worker takes bookings"),
  })
  .partial();

/** A worker as staff see it. */
export type StaffWorkerView = Pick<
  Worker,
  "id" | "departmentId" | "name" | "isActive" | "absences" | "personId" | "version"
>;

/** Makes the view for staff. */
export function toStaffWorkerView(
  { id, departmentId, name, isActive, absences, personId, version }: Worker,
): StaffWorkerView {
  const entered = absences.filter(({ isOffDuty }) => !isOffDuty);
  return { id, departmentId, name, isActive, absences: entered, personId, version };
}
