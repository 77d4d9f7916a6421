import type { StaffCaller } from "../access/caller.ts";
import { validationError } from "../errors.ts";
import { idField, parseInput } from "../input.ts";
import { inTurn, mapAtPace, type Pace, unpaced } from "../heavy_work.ts";
import type { Ports } from "../ports.ts";
import { requiredDay } from "../calendar.ts";
import type { DepartmentWithWorkers } from "./departments.ts";
import { type Environment, environmentField } from "../environment.ts";
import { createDayEvaluator, type EvaluatedSlot } from "./evaluate_days.ts";
import { timeText } from "./opening_hours.ts";
import { requireDepartment, staffDepartmentInput } from "./list_departments_as_staff.ts";

const maxDays = 31;
/** As many slots as a day can have: ranges of more wait for their turn. */
const fewSlots = 1440;

/** What a call of a range counts as against the limit on a staff user's requests: one for each of its days. */
export function weightOfFreeSlots(input: unknown): number {
  const parsed = listFreeSlotsInput.pick({ from: true, to: true }).safeParse(input);
  if (!parsed.success) return 1;
  const { days } = parsed.data.from.until(parsed.data.to);
  return Math.min(Math.max(days, 0), maxDays - 1) + 1;
}

/** Dates of a department, both included. */
export const listFreeSlotsInput = staffDepartmentInput.extend({
  from: requiredDay,
  to: requiredDay,
  environment: environmentField,
  workerId: idField("Only slots that this worker can take").nullish(),
});

/** The free slots of some days. */
export interface FreeSlotsView {
  timeZone: string;
  /** Each date of the range, those without a free slot too. */
  days: {
    /** `YYYY-MM-DD`. */
    date: string;
    /** `slotTime` is the slot's start. */
    slots: { slotTime: string; remainingSlots: number }[];
  }[];
}

/**
 * The free slots of at most 31 days, as availability evaluates their starts; with a worker, those in which that
 * worker can be booked. Throws VALIDATION_ERROR (also on `workerId` for one who is no active worker of the
 * department), INVALID_DATE_FORMAT or DEPARTMENT_NOT_FOUND, and what waiting for a turn throws.
 */
export async function listFreeSlots(
  ports: Pick<Ports, "departments" | "now" | "heavyWork">,
  caller: Pick<StaffCaller, "organizationId" | "timeZone" | "signal">,
  input: unknown,
): Promise<FreeSlotsView> {
  const { id, from, to, environment, workerId } = parseInput(listFreeSlotsInput, input);
  const dates = datesFrom(from, to);
  const found = await requireDepartment(ports, caller.organizationId, id);
  const isFree = freeFor(workerId ?? null, found);
  const range = { found, dates, environment, isFree };
  const slots = dates.length * 1440 / found.department.slotInterval;
  if (slots <= fewSlots) return await freeSlots(ports, caller, range);
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => freeSlots(ports, caller, { ...range, pace }));
}

async function freeSlots(
  ports: Pick<Ports, "departments" | "now">,
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
  const question = { ...days, grid: department, isByWorker: department.showAdminsInBooking };
  const scope = { organizationId, environment };
  const taken = await ports.departments.takenSlots(scope, department.id, question, pace.signal);
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
    throw validationError({ field: "to", message: `Must be within ${maxDays} days from from` });
  }
  return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i }));
}

/** Whether a slot is free; the worker's part is the rule of `checkWorker`. */
function freeFor(
  workerId: number | null,
  { department, activeWorkerIds }: DepartmentWithWorkers,
): (slot: EvaluatedSlot) => boolean {
  if (workerId !== null && !activeWorkerIds.includes(workerId)) {
    const message = "Must be the id of an active worker of the department";
    throw validationError({ field: "workerId", message });
  }
  const isBusy = ({ workerIds }: EvaluatedSlot) =>
    workerId !== null && department.showAdminsInBooking && workerIds.includes(workerId);
  return (slot) => slot.verdict.unavailabilityReason === null && !isBusy(slot);
}
