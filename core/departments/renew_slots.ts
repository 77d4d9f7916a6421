import type { ApiCaller } from "../access/api_key.ts";
import { DomainError, validationError } from "../errors.ts";
import { type HeavyWork, inTurn, mapAtPace, type Pace, unpaced } from "../heavy_work.ts";
import { type Message, say, textOf } from "../messages.ts";
import type { Availability } from "./check_availability.ts";
import {
  type Departments,
  type DepartmentWithWorkers,
  maxChanges,
  type PlacesVersion,
} from "./departments.ts";
import { createDayEvaluator, type EvaluatedSlot, reasonOfWorker } from "./evaluate_days.ts";
import type { HeldTimes } from "./held_times.ts";
import type { ComputedSlots, KeptList } from "./kept_slots.ts";
import { departmentNotFound } from "./list_departments.ts";
import { timeText } from "./opening_hours.ts";
import { readTakenPlaces } from "./taken_places.ts";

/** More slots than a month of half hours has are computed in a turn among the heavy work. */
export const maxSlotsAtOnce = 1500;

/** What lists of slots are read from. */
export interface SlotsPorts {
  departments: Departments;
  holds: HeldTimes;
  heavyWork?: HeavyWork;
}

/** Who reads a list. */
export type SlotsReader = Pick<
  ApiCaller,
  "organizationId" | "environment" | "timeZone" | "requireStill"
>;

interface SlotsQuery {
  departmentId: number;
  dates: readonly Temporal.PlainDate[];
  now: Temporal.Instant;
  workerId?: number | undefined;
  onlyAvailable: boolean;
}

/** Computes a list. If an earlier one is known, computes only the dates on which places have changed since. */
export async function renewSlots(
  ports: SlotsPorts,
  caller: SlotsReader,
  { version, ...list }: SlotsQuery & { version: PlacesVersion },
  earlier: KeptList | undefined,
): Promise<ComputedSlots> {
  const { departmentId } = list;
  const changed = earlier &&
    await datesSince(ports, caller, { departmentId, earlier, upTo: version.position });
  const isChanged = list.dates.map((date) => !changed || changed.has(date.toString()));
  // The same object, so that its encoded answer is used again too.
  if (!isChanged.includes(true)) return { ...earlier!, hasWaited: false };
  const renewed = { ...list, dates: list.dates.filter((_, i) => isChanged[i]) };
  const { days: fresh, hasWaited } = await computeDays(ports, caller, renewed);
  let next = 0;
  const days = isChanged.map((isOther, i) => isOther ? fresh[next++]! : earlier!.days[i]!);
  return { days, slots: days.flat(), hasWaited };
}

/**
 * Returns the dates on which places of a department were taken or freed after an earlier list was made, up to a position.
 * Returns undefined if the feed does not tell.
 */
async function datesSince(
  { departments }: Pick<SlotsPorts, "departments">,
  { organizationId, environment }: SlotsReader,
  { departmentId, earlier, upTo }: { departmentId: number; earlier: KeptList; upTo: number },
): Promise<Set<string> | undefined> {
  const since = earlier.version.position;
  if (upTo - since > maxChanges.transactions) return undefined;
  const changes = await departments.changesOf({ organizationId, environment, since, upTo });
  if (changes === null) return undefined;
  return new Set(
    changes.filter((one) => one.departmentId === departmentId).map(({ date }) => date),
  );
}

/** Reads and evaluates the slots of dates. Many wait for their turn among the heavy work. */
async function computeDays(
  ports: SlotsPorts,
  caller: SlotsReader,
  { departmentId, ...query }: SlotsQuery,
): Promise<{ days: Availability[][]; hasWaited: boolean }> {
  const { organizationId } = caller;
  const found = await ports.departments.findWithWorkers(organizationId, departmentId);
  if (!found?.department.isActive) throw departmentNotFound();
  const list = { found, ...query };
  const isLarge = query.dates.length * 1440 / found.department.slotInterval > maxSlotsAtOnce;
  if (!isLarge) return { days: await daysOf(ports, caller, list), hasWaited: false };
  let hasWaited = false;
  const noteWait = async () => void (hasWaited = true);
  const days = await inTurn(
    ports,
    { kind: "desk", organizationId, requireStill: noteWait },
    (pace) => daysOf(ports, caller, { ...list, pace }),
  ).catch(asUnavailable);
  return { days, hasWaited };
}

async function daysOf(
  { departments, holds }: Pick<SlotsPorts, "departments" | "holds">,
  { timeZone, organizationId, environment }: SlotsReader,
  { found, dates, now, workerId, onlyAvailable, pace = unpaced }:
    & Omit<SlotsQuery, "departmentId">
    & { found: DepartmentWithWorkers; pace?: Pace },
): Promise<Availability[][]> {
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
  return await mapAtPace(dates, pace, (date) => {
    const day = date.toString();
    const slots = evaluate(date).map((slot): Availability => {
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
    return onlyAvailable ? slots.filter(({ available }) => available) : slots;
  });
}

/** The public API has no code for a list that took too long: the service is overloaded then. */
export function asUnavailable(error: unknown): never {
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
