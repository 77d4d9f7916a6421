import type { BookingScope } from "../environment.ts";
import type { Department } from "./department.ts";
import type { Departments, TakenSlot } from "./departments.ts";
import { addHeldTimes, type HeldTimes } from "./held_times.ts";

/** Reads the slots of a department with taken places, of appointments and of holds, in some days. */
export async function readTakenPlaces(
  { departments, holds }: { departments: Departments; holds: HeldTimes },
  { organizationId, environment }: BookingScope,
  { department, from, to, now, isByWorker, signal }: {
    department: Department;
    from: Temporal.PlainDate;
    /** Included. */
    to: Temporal.PlainDate;
    now: Temporal.Instant;
    /** Whether the workers of each slot are needed too. */
    isByWorker: boolean;
    signal?: AbortSignal;
  },
): Promise<readonly TakenSlot[]> {
  const scope = { organizationId, environment };
  const query = { from, to, grid: department, isByWorker };
  const [held, listed] = await Promise.all([
    holds.times(scope, { departmentId: department.id, from, to, now }),
    departments.takenSlots(scope, department.id, query, signal),
  ]);
  return addHeldTimes(listed, held, department);
}
