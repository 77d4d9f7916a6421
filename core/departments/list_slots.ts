import { z } from "zod";
import type { ApiCaller } from "../access/api_key.ts";
import { requiredDay } from "../calendar.ts";
import { DomainError, validationError } from "../errors.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace, unpaced } from "../heavy_work.ts";
import { booleanField, forms, idField, parseInput } from "../input.ts";
import type { Clock } from "../platform.ts";
import type { Availability } from "./check_availability.ts";
import type { Departments, DepartmentWithWorkers } from "./departments.ts";
import { createDayEvaluator, type EvaluatedSlot, reasonOfWorker } from "./evaluate_days.ts";
import type { HeldTimes } from "./held_times.ts";
import { departmentNotFound } from "./list_departments.ts";
import { timeText } from "./opening_hours.ts";
import { type KeptSlots, slotsKey } from "./kept_slots.ts";
import { type Message, say, textOf } from "../messages.ts";
import { readTakenPlaces } from "./taken_places.ts";

const maxDays = 31;
/** More slots than a month of half hours has are listed in a turn among the heavy work. */
const maxSlotsAtOnce = 1500;

/** Input of a list of slots: two dates, both included. */
export const listSlotsInput = z.object({
  startDate: requiredDay.meta({
    ...forms.date,
    description: "The first local date",
    examples: ["2030-03-01"],
  }),
  endDate: requiredDay.meta({
    ...forms.date,
    description: "The last local date, at most 30 days after the first",
    examples: ["2030-03-31"],
  }),
  workerId: idField("Only what this active worker of the department can take", 1).optional(),
  onlyAvailable: booleanField("Whether to leave out unavailable slots", true).default(false),
});

type Ports = Clock & { departments: Departments; holds: HeldTimes; heavyWork?: HeavyWork };
type Caller = Pick<ApiCaller, "organizationId" | "environment" | "timeZone" | "requireStill">;

/**
 * Lists the slots of a department in at most 31 days, in their order, each with the answer of `checkAvailability` at
 * its start. With a worker, a slot is available if this worker can take it. The list is the same object as long as
 * nothing that it depends on has changed (core/departments/README.md 10). Throws VALIDATION_ERROR,
 * INVALID_DATE_FORMAT, DEPARTMENT_NOT_FOUND or SERVICE_UNAVAILABLE.
 */
export async function listSlots(
  { keptSlots, ...ports }: Ports & { keptSlots: KeptSlots },
  caller: Caller,
  { departmentId, ...input }: { departmentId: number; [field: string]: unknown },
): Promise<readonly Availability[]> {
  const query = parseInput(listSlotsInput, input);
  const dates = datesOf(query);
  const { organizationId, environment, timeZone } = caller;
  const key = slotsKey(caller, departmentId, query);
  // Read before everything else: what is read later is at least as new.
  const now = ports.now();
  const version = await ports.departments.placesVersion({ organizationId, environment, now });
  const validity = { version, now, timeZone };
  const kept = keptSlots.find(key, validity);
  if (kept) return kept;
  const list = { departmentId, dates, now, ...query };
  const { slots, hasWaited } = await keptSlots.compute(
    key,
    validity,
    () => computeSlots(ports, caller, list),
  );
  // Each caller of a shared computation is checked, and none is refused for another.
  if (hasWaited) await caller.requireStill?.();
  return slots;
}

/** Reads and evaluates a list. A large one waits for its turn among the heavy work. */
async function computeSlots(
  ports: Ports,
  caller: Caller,
  { departmentId, ...query }: Omit<SlotQuery, "found" | "pace"> & { departmentId: number },
): Promise<{ slots: Availability[]; hasWaited: boolean }> {
  const { organizationId } = caller;
  const found = await ports.departments.findWithWorkers(organizationId, departmentId);
  if (!found?.department.isActive) throw departmentNotFound();
  const list = { found, ...query };
  const isLarge = query.dates.length * 1440 / found.department.slotInterval > maxSlotsAtOnce;
  if (!isLarge) return { slots: await slotsOf(ports, caller, list), hasWaited: false };
  let hasWaited = false;
  const noteWait = async () => void (hasWaited = true);
  const slots = await inTurn(
    ports,
    { kind: "desk", organizationId, requireStill: noteWait },
    (pace) => slotsOf(ports, caller, { ...list, pace }),
  ).catch(asUnavailable);
  return { slots, hasWaited };
}

/** What a list is computed from. */
interface SlotQuery {
  found: DepartmentWithWorkers;
  dates: readonly Temporal.PlainDate[];
  now: Temporal.Instant;
  workerId?: number | undefined;
  onlyAvailable: boolean;
  pace?: Pace;
}

async function slotsOf(
  { departments, holds }: Pick<Ports, "departments" | "holds">,
  { timeZone, organizationId, environment }: Caller,
  { found, dates, now, workerId, onlyAvailable, pace = unpaced }: SlotQuery,
): Promise<Availability[]> {
  const { department } = found;
  const reasonFor = workerReasons(found, workerId);
  const days = { from: dates[0]!, to: dates.at(-1)! };
  const { showAdminsInBooking } = department;
  const taken = await readTakenPlaces(
    { departments, holds },
    { organizationId, environment },
    { department, ...days, now, isByWorker: showAdminsInBooking, signal: pace.signal },
  );
  const evaluate = createDayEvaluator({ ...found, ...days, timeZone, now, taken });
  const byDay = await mapAtPace(dates, pace, (date) => {
    const day = date.toString();
    return evaluate(date).map((slot): Availability => {
      const { remainingSlots, unavailabilityReason } = slot.verdict;
      const reason = unavailabilityReason ?? reasonFor(slot);
      const ofWorker = workerId !== undefined && showAdminsInBooking ? 1 : remainingSlots;
      return {
        slotTime: `${day}T${timeText(slot.minute)}:00`,
        available: reason === null,
        remainingSlots: reason === null ? ofWorker : 0,
        unavailabilityReason: reason && textOf(reason),
      };
    });
  });
  const slots = byDay.flat();
  return onlyAvailable ? slots.filter(({ available }) => available) : slots;
}

/** The public API has no code for a list that took too long: the service is overloaded then. */
function asUnavailable(error: unknown): never {
  if (!(error instanceof DomainError) || error.code !== "QUERY_TIMEOUT") throw error;
  throw new DomainError("SERVICE_UNAVAILABLE", error.reason ?? error.message);
}

/** Makes a function that returns why a worker cannot take a slot. Throws VALIDATION_ERROR for an unknown worker. */
function workerReasons(
  { department, activeWorkers }: DepartmentWithWorkers,
  workerId: number | undefined,
): (slot: EvaluatedSlot) => Message | null {
  if (workerId === undefined) return () => null;
  if (!activeWorkers.some(({ id }) => id === workerId)) {
    throw validationError({ field: "workerId", message: say("workerInactive") });
  }
  return (slot) => reasonOfWorker(workerId, slot, department);
}

function datesOf(
  { startDate, endDate }: { startDate: Temporal.PlainDate; endDate: Temporal.PlainDate },
): Temporal.PlainDate[] {
  const { days } = startDate.until(endDate);
  if (days < 0) {
    throw validationError({
      field: "endDate",
      message: say("endBeforeStart", { start: "startDate" }),
    });
  }
  if (days >= maxDays) {
    const message = say("periodTooLong", { max: maxDays - 1, start: "startDate" });
    throw validationError({ field: "endDate", message });
  }
  return Array.from({ length: days + 1 }, (_, i) => startDate.add({ days: i }));
}
