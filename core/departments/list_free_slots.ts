import type { StaffCaller, WaitingCaller } from "../access/caller.ts";
import { validationError } from "../errors.ts";
import { booleanField, idField, parseInput, safeParseInput } from "../input.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace, unpaced } from "../heavy_work.ts";
import { requiredDay } from "../calendar.ts";
import type { Department } from "./department.ts";
import type { Departments, DepartmentWithWorkers } from "./departments.ts";
import { type Environment, environmentField } from "../environment.ts";
import { createDeskEvaluator, type DeskSlot, type DeskSlotState } from "./desk_slots.ts";
import { freeWorkersOf, reasonOfWorker } from "./evaluate_days.ts";
import type { HeldTimes } from "./held_times.ts";
import { timeText } from "./opening_hours.ts";
import { requireDepartment, staffDepartmentInput } from "./list_department_settings.ts";
import type { Clock } from "../platform.ts";
import { type Message, say } from "../messages.ts";
import { readTakenPlaces } from "./taken_places.ts";

const maxDays = 31;
/** A day has at most this many slots. A range with more slots waits for a turn among the heavy work. */
const maxSlotsAtOnce = 1440;

/** Returns the number of requests that a range counts as: one per day. */
export function weightOfFreeSlots(input: unknown): number {
  const parsed = safeParseInput(listFreeSlotsInput.pick({ from: true, to: true }), input);
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
  allSlots: booleanField("Whether to list the slots that are not free too").nullish()
    .transform((allSlots) => allSlots ?? false),
});

/** A slot of the list. */
export interface ListedSlotView {
  /** The start of the slot. */
  slotTime: string;
  /** Free places; of a slot that is OUTSIDE_WINDOW too. */
  remainingSlots: number;
  /** FULL for the given worker: also if the worker is busy. */
  state: DeskSlotState;
  /** Why it is not FREE; null if it is. */
  reason: Message | null;
  /** Whether the slot has begun and has not ended. */
  isRunning: boolean;
  /** The workers who can take the slot; empty in a department that does not book by worker. */
  freeWorkerIds: readonly number[];
}

/** The free slots of a range of days. */
export interface FreeSlotsView {
  timeZone: string;
  /** All dates of the range. A date without free slots has an empty list. */
  days: {
    /** `YYYY-MM-DD`. */
    date: string;
    slots: ListedSlotView[];
  }[];
}

/**
 * Lists the slots of at most 31 days that staff can book without a reason, or all slots. With a worker, a slot is free if
 * this worker can take it. Throws VALIDATION_ERROR (on `workerId` if it is no active worker of the department), INVALID_DATE_FORMAT,
 * DEPARTMENT_NOT_FOUND, and the errors of `inTurn`.
 */
export async function listFreeSlots(
  ports: Clock & { departments: Departments; holds: HeldTimes; heavyWork?: HeavyWork },
  caller: WaitingCaller,
  input: unknown,
): Promise<FreeSlotsView> {
  const { id, from, to, environment, workerId, allSlots } = parseInput(listFreeSlotsInput, input);
  const dates = datesFrom(from, to);
  const found = await requireDepartment(ports, caller.organizationId, id);
  const range = {
    found,
    dates,
    environment,
    stateOf: statesFor(workerId ?? null, found),
    allSlots,
  };
  const slots = dates.length * 1440 / found.department.slotInterval;
  if (slots <= maxSlotsAtOnce) return await freeSlots(ports, caller, range);
  const work = { kind: "desk" as const, ...caller };
  return await inTurn(ports, work, (pace) => freeSlots(ports, caller, { ...range, pace }));
}

async function freeSlots(
  { departments, holds, ...ports }: Clock & { departments: Departments; holds: HeldTimes },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  { found, dates, environment, stateOf, allSlots, pace = unpaced }: {
    found: DepartmentWithWorkers;
    dates: readonly Temporal.PlainDate[];
    environment: Environment;
    stateOf(slot: DeskSlot): SlotState;
    allSlots: boolean;
    pace?: Pace;
  },
): Promise<FreeSlotsView> {
  const { department } = found;
  const days = { from: dates[0]!, to: dates.at(-1)! };
  const now = ports.now();
  const taken = await readTakenPlaces(
    { departments, holds },
    { organizationId, environment },
    { department, ...days, now, isByWorker: department.showAdminsInBooking, signal: pace.signal },
  );
  const evaluate = createDeskEvaluator({ ...found, ...days, timeZone, now, taken });
  const slotsOf = (date: Temporal.PlainDate) =>
    evaluate(date)
      .map((slot) =>
        Object.assign(stateOf(slot), {
          slotTime: `${date.toString()}T${timeText(slot.minute)}:00`,
          isRunning: slot.isRunning,
          freeWorkerIds: freeIdsOf(slot, department),
        })
      )
      .filter(({ state }) => allSlots || state === "FREE");
  return {
    timeZone,
    days: await mapAtPace(dates, pace, (date) => ({
      date: date.toString(),
      slots: slotsOf(date),
    })),
  };
}

function datesFrom(from: Temporal.PlainDate, to: Temporal.PlainDate): Temporal.PlainDate[] {
  const { days } = from.until(to);
  if (days < 0) {
    throw validationError({ field: "to", message: say("endBeforeStart", { start: "from" }) });
  }
  if (days >= maxDays) {
    throw validationError({
      field: "to",
      message: say("periodTooLong", { max: maxDays - 1, start: "from" }),
    });
  }
  return Array.from({ length: days + 1 }, (_, i) => from.add({ days: i }));
}

type SlotState = Pick<ListedSlotView, "state" | "reason" | "remainingSlots">;

/** Makes a function that returns the state of a slot, for one worker if there is one, by the rule of `checkWorker`. */
function statesFor(
  workerId: number | null,
  { department, activeWorkers }: DepartmentWithWorkers,
): (slot: DeskSlot) => SlotState {
  if (workerId === null) {
    return ({ state, reason, remainingSlots }) => ({ state, reason, remainingSlots });
  }
  if (!activeWorkers.some(({ id }) => id === workerId)) {
    throw validationError({ field: "workerId", message: say("workerInactive") });
  }
  return (slot) => {
    const { state, reason, remainingSlots } = slot;
    if (state === "CLOSED" || state === "FULL") return { state, reason, remainingSlots };
    const reasonOf = reasonOfWorker(workerId, slot, department);
    if (reasonOf !== null) {
      const isAway = !slot.present.has(workerId);
      return { state: isAway ? "CLOSED" : "FULL", reason: reasonOf, remainingSlots: 0 };
    }
    return { state, reason, remainingSlots: department.showAdminsInBooking ? 1 : remainingSlots };
  };
}

function freeIdsOf(slot: DeskSlot, department: Department): readonly number[] {
  if (!department.showAdminsInBooking) return [];
  return slot.state === "CLOSED" || slot.state === "FULL" ? [] : freeWorkersOf(slot, department);
}
