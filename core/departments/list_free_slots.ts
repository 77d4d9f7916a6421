import type { StaffCaller } from "../access/caller.ts";
import { validationError } from "../errors.ts";
import { idField, parseInput } from "../input.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace, unpaced } from "../heavy_work.ts";
import { requiredDay } from "../calendar.ts";
import type { Departments, DepartmentWithWorkers } from "./departments.ts";
import { type Environment, environmentField } from "../environment.ts";
import { createDayEvaluator, type EvaluatedSlot } from "./evaluate_days.ts";
import { timeText } from "./opening_hours.ts";
import { requireDepartment, staffDepartmentInput } from "./list_department_settings.ts";
import type { Clock } from "../platform.ts";

const maxDays = 31;
/** A day has at most this many slots. A range with more slots waits for a turn among the heavy work. */
const maxSlotsAtOnce = 1440;

/** Returns the number of requests that a range counts as: one per day. */
export function weightOfFreeSlots(input: unknown): number {
  const parsed = listFreeSlotsInput.pick({ from: true, to: true }).safeParse(input);
  if (!parsed.success) return 1;
  const { days } = parsed.data.from.until(parsed.data.to);
  return Math.min(Math.max(days, 0), maxDays - 1) + 1;
}

/** Input of a list of free slots: a department and two dates, both included. */
export const listFreeSlotsInput = staffDepartmentInput.extend({
  from: requiredDay,
  to: requiredDay,
  environment: environmentField,
  workerId: idField("Only slots that this worker can take").nullish(),
});

/** The free slots of a range of days. */
export interface FreeSlotsView {
  timeZone: string;
  /** All dates of the range. A date without free slots has an empty list. */
  days: {
    /** `YYYY-MM-DD`. */
    date: string;
    /** `slotTime` is the start of the slot. */
    slots: { slotTime: string; remainingSlots: number }[];
  }[];
}

/**
 * Lists the free slots of at most 31 days. A slot is free if its start can be booked, by the given worker if there is
 * one. Throws VALIDATION_ERROR (on `workerId` if it is no active worker of the department), INVALID_DATE_FORMAT,
 * DEPARTMENT_NOT_FOUND, and the errors of `inTurn`.
 */
export async function listFreeSlots(
  ports: Clock & { departments: Departments; heavyWork?: HeavyWork },
  caller: Pick<StaffCaller, "organizationId" | "timeZone" | "signal">,
  input: unknown,
): Promise<FreeSlotsView> {
  const { id, from, to, environment, workerId } = parseInput(listFreeSlotsInput, input);
  const dates = datesFrom(from, to);
  const found = await requireDepartment(ports, caller.organizationId, id);
  const isFree = freeFor(workerId ?? null, found);
  const range = { found, dates, environment, isFree };
  const slots = dates.length * 1440 / found.department.slotInterval;
  if (slots <= maxSlotsAtOnce) return await freeSlots(ports, caller, range);
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => freeSlots(ports, caller, { ...range, pace }));
}

async function freeSlots(
  ports: Clock & { departments: Departments },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  { found, dates, environment, isFree, pace = unpaced }: {
    found: DepartmentWithWorkers;
    dates: readonly Temporal.PlainDate[];
    environment: Environment;
    isFree(slot: EvaluatedSlot): boolean;
    pace?: Pace;
  },
): Promise<FreeSlotsView> {
  const { department } = found;
  const days = { from: dates[0]!, to: dates.at(-1)! };
  const query = { ...days, grid: department, isByWorker: department.showAdminsInBooking };
  const scope = { organizationId, environment };
  const taken = await ports.departments.takenSlots(scope, department.id, query, pace.signal);
  const evaluate = createDayEvaluator({ ...found, ...days, timeZone, now: ports.now(), taken });
  return {
    timeZone,
    days: await mapAtPace(dates, pace, (date) => ({
      date: date.toString(),
      slots: evaluate(date).filter(isFree).map(({ minute, verdict: { remainingSlots } }) => ({
        slotTime: `${date.toString()}T${timeText(minute)}:00`,
        remainingSlots,
      })),
    })),
  };
}

function datesFrom(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const { days } = from.until(to);
  if (days < 0) throw validationError({ field: "to", message: "Must not be before from" });
  if (days >= maxDays) {
    throw validationError({
      field: "to",
      message: `Must be at most ${maxDays - 1} days after from`,
    });
  }
  return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i }));
}

/** Makes the test whether a slot is free. It applies the rule of `checkWorker` to the worker. */
function freeFor(
  workerId: number | null,
  { department, activeWorkers }: DepartmentWithWorkers,
): (slot: EvaluatedSlot) => boolean {
  if (workerId !== null && !activeWorkers.some(({ id }) => id === workerId)) {
    const message = "Must be the id of an active worker of the department";
    throw validationError({ field: "workerId", message });
  }
  const canTake = ({ workerIds, presentWorkerIds }: EvaluatedSlot) =>
    workerId === null ||
    presentWorkerIds.includes(workerId) &&
      !(department.showAdminsInBooking && workerIds.includes(workerId));
  return (slot) => slot.verdict.unavailabilityReason === null && canTake(slot);
}
