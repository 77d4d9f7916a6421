import type { ActiveWorker } from "../departments/absence.ts";
import { presentAt } from "../departments/absence.ts";
import { evaluateSlot, type SlotOccupancy, withoutHold } from "../departments/availability.ts";
import { lastBookingInstant } from "../departments/booking_window.ts";
import type { Department } from "../departments/department.ts";
import {
  createDayEvaluator,
  type DaysInput,
  type EvaluatedSlot,
} from "../departments/evaluate_days.ts";
import { minuteOf } from "../departments/opening_hours.ts";
import { type Slot, slotKey, slotOf, timeOf } from "../departments/slot.ts";
import { minutesOfDay } from "../departments/slot_grid.ts";
import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import type { Pace } from "../heavy_work.ts";
import { instantOf } from "../local_date_time.ts";
import { checkSlot, checkWorker } from "./admission.ts";
import { takesPlace, withAppointments, without } from "./booking_events.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { Hold, KeyHolder } from "./hold.ts";
import type { WaitlistCriteria } from "./waitlist_entry.ts";

/** A department has at most this many entries that wait, so that a freed place reads a bounded number of them. */
export const maxWaitingOfDepartment = 1000;

/** An entry that waits, with the workers of the slot that it was already offered. */
export interface WaitingEntry extends WaitlistCriteria {
  id: number;
  holder: KeyHolder;
  /** Has `null` for an offer without a worker. */
  offeredWorkerIds: readonly (number | null)[];
}

/** A slot with free places, and everything that its offers depend on. Read after the balance row is locked. */
export interface WaitlistContext extends BookingScope {
  department: Department;
  activeWorkers: readonly ActiveWorker[];
  timeZone: string;
  now: Temporal.Instant;
  /** A slot of the present grid. */
  slot: Slot;
  occupancy: SlotOccupancy;
  /** For how long an offer lasts. */
  offerMinutes: number;
  /** The entries of the department that have no offer, in order of arrival. */
  entries: readonly WaitingEntry[];
}

/** A place that is held for an entry. */
export interface NewOffer {
  entryId: number;
  hold: Omit<Hold, "id">;
}

/** The slots that an entry waits for, in a form that is fast to compare. */
interface WantedTimes {
  /** `YYYY-MM-DD`, both included. */
  fromDate: string;
  toDate: string;
  weekdays: readonly number[];
  /** Minutes after midnight. */
  fromMinute: number;
  toMinute: number;
}

function wantedTimesOf(criteria: WaitlistCriteria): WantedTimes {
  const { fromDate, toDate, fromTime, toTime, weekdays } = criteria;
  return {
    fromDate: fromDate.toString(),
    toDate: toDate.toString(),
    weekdays,
    fromMinute: fromTime === null ? 0 : minuteOf(fromTime),
    toMinute: toTime === null ? minutesOfDay : minuteOf(toTime),
  };
}

/** Returns a function that says whether times have slots of a date. */
function isOnDate(date: Temporal.PlainDate): (times: WantedTimes) => boolean {
  const [text, { dayOfWeek }] = [date.toString(), date];
  return ({ fromDate, toDate, weekdays }) =>
    fromDate <= text && text <= toDate &&
    (weekdays.length === 0 || weekdays.includes(dayOfWeek));
}

/** Returns whether a slot is one that the entry waits for. Ignores the worker. */
export function isWanted(criteria: WaitlistCriteria, { start, minutes }: Slot): boolean {
  const times = wantedTimesOf(criteria);
  const minute = start.hour * 60 + start.minute;
  return isOnDate(start.toPlainDate())(times) && times.fromMinute <= minute &&
    minute + minutes <= times.toMinute;
}

/**
 * Decides which entries get an offer of the free places of a slot. Pure. An entry gets no place only if earlier entries
 * need every place that it may take. The same entry gets the same slot with the same worker at most once.
 */
export function decideOffers(context: WaitlistContext): NewOffer[] {
  const { department, slot, now, occupancy, entries } = context;
  const slotInput = { ...context, dateTime: slot.start };
  const expiresAt = endOfOffer(context);
  if (!department.isActive || expiresAt === null) return [];
  const { remainingSlots } = evaluateSlot(slotInput);
  const wanting = entries.filter((entry) =>
    entry.departmentId === department.id && isWanted(entry, slot)
  );
  const presentIds = presentAt(context.activeWorkers, slot.start, department);
  const places = department.showAdminsInBooking
    ? presentIds.filter((id) => !occupancy.workerIds.includes(id))
    : Array.from({ length: remainingSlots }, () => null);
  const given = assign(wanting, { places, presentIds, max: remainingSlots });
  const taken = new Set(occupancy.places);
  let place = 0;
  return wanting.flatMap((entry) => {
    const workerId = given.get(entry);
    if (workerId === undefined) return [];
    do place += 1; while (taken.has(place));
    const hold = {
      organizationId: context.organizationId,
      environment: context.environment,
      ...entry.holder,
      departmentId: department.id,
      dateTime: slot.start,
      workerId,
      slot,
      place,
      createdAt: now,
      expiresAt,
    };
    return [{ entryId: entry.id, hold }];
  });
}

/** Returns when an offer of the slot ends; null if the slot cannot be booked any more. */
function endOfOffer(context: WaitlistContext): Temporal.Instant | null {
  const last = lastInstantOf(context.slot.start, context);
  if (last === null) return null;
  const end = context.now.add({ minutes: context.offerMinutes });
  return Temporal.Instant.compare(last, end) < 0 ? last : end;
}

/** Returns the last instant at which the person of an offer can book a time; null if it has passed. */
function lastInstantOf(
  dateTime: Temporal.PlainDateTime,
  { department, timeZone, now }: Pick<WaitlistContext, "department" | "timeZone" | "now">,
): Temporal.Instant | null {
  const begins = instantOf(dateTime, timeZone);
  if (!begins) return null;
  const last = lastBookingInstant(department.bookingWindow, begins) ?? begins;
  return Temporal.Instant.compare(last, now) > 0 ? last : null;
}

/**
 * Gives places to entries in order of arrival, at most `max`. A place is the id of its worker, or null. An entry that
 * accepts several workers moves to another one if a later entry needs its worker (an augmenting path of a matching), so
 * no earlier entry loses its place and no later entry misses one needlessly.
 */
function assign(
  entries: readonly WaitingEntry[],
  { places, presentIds, max }: {
    places: readonly (number | null)[];
    presentIds: readonly number[];
    max: number;
  },
): Map<WaitingEntry, number | null> {
  const holders: (WaitingEntry | undefined)[] = places.map(() => undefined);
  function place(entry: WaitingEntry, tried: Set<number>): boolean {
    // A free place first: a chain of moves through places that are all alike would be as long as the slot is large.
    const free = places.findIndex((workerId, i) =>
      !holders[i] && mayTake(entry, workerId, presentIds)
    );
    if (free !== -1) {
      holders[free] = entry;
      return true;
    }
    for (const [i, workerId] of places.entries()) {
      const holder = holders[i];
      if (!holder || tried.has(i) || !mayTake(entry, workerId, presentIds)) continue;
      tried.add(i);
      if (!place(holder, tried)) continue;
      holders[i] = entry;
      return true;
    }
    return false;
  }
  let count = 0;
  for (const entry of entries) {
    if (count === Math.min(max, places.length)) break;
    if (place(entry, new Set())) count += 1;
  }
  return new Map(
    holders.flatMap((entry, i) => entry ? [[entry, places[i] ?? entry.workerId] as const] : []),
  );
}

/** Returns whether an entry may take a place of a worker, or a place that belongs to no worker. */
function mayTake(
  { workerId: wanted, offeredWorkerIds }: WaitingEntry,
  workerId: number | null,
  presentIds: readonly number[],
): boolean {
  const isFit = workerId === null
    ? wanted === null || presentIds.includes(wanted)
    : wanted === null || wanted === workerId;
  return isFit && !offeredWorkerIds.includes(workerId ?? wanted);
}

/**
 * Returns free slots of some days that an entry waits for, in order of time, from a time on. Pure. Reads no offers, so an
 * entry may have had one of such a slot. Pauses only between two dates.
 */
export async function findWantedSlots(
  days: DaysInput,
  { entries, from, max, pace }: {
    entries: readonly WaitingEntry[];
    from: Temporal.PlainDateTime;
    max: number;
    pace: Pick<Pace, "isDue" | "pause">;
  },
): Promise<Slot[]> {
  const evaluate = createDayEvaluator(days);
  const active = new Set(days.activeWorkers.map(({ id }) => id));
  const wanted = entries
    .filter(({ workerId }) => workerId === null || active.has(workerId))
    .map((entry) => Object.assign(wantedTimesOf(entry), { workerId: entry.workerId }))
    .toSorted((one, other) => one.fromMinute - other.fromMinute);
  const found: Slot[] = [];
  for (let date = days.from; Temporal.PlainDate.compare(date, days.to) <= 0;) {
    const onDate = wanted.filter(isOnDate(date));
    const isWantedOfSome = createSlotFilter(onDate, days.department);
    for (const slot of onDate.length > 0 ? evaluate(date) : []) {
      const { minute, endMinute, verdict } = slot;
      if (verdict.remainingSlots === 0 || !isWantedOfSome(slot)) continue;
      const start = timeOf(date, minute);
      if (Temporal.PlainDateTime.compare(start, from) < 0) continue;
      found.push({ start, minutes: endMinute - minute });
      if (found.length === max) return found;
    }
    date = date.add({ days: 1 });
    if (pace.isDue()) await pace.pause();
  }
  return found;
}

/**
 * Makes a function that returns whether an entry waits for a free slot of a date. It takes the slots in order of time;
 * the entries are those of the date, in order of `fromMinute`. So both are walked once, and a slot costs a look at the
 * workers that entries wait for. A look at each entry took 40 s for 10,000 slots and 1,000 entries.
 */
function createSlotFilter(
  onDate: readonly (WantedTimes & Pick<WaitingEntry, "workerId">)[],
  { showAdminsInBooking }: Department,
): (slot: EvaluatedSlot) => boolean {
  /** By worker, null for any: the latest end that an entry accepts of a slot that begins now. */
  const latestEnds = new Map<number | null, number>();
  let reached = 0;
  return ({ minute, endMinute, present, workerIds }) => {
    for (; reached < onDate.length && onDate[reached]!.fromMinute <= minute; reached += 1) {
      const { workerId, toMinute } = onDate[reached]!;
      latestEnds.set(workerId, Math.max(latestEnds.get(workerId) ?? 0, toMinute));
    }
    if (endMinute <= (latestEnds.get(null) ?? 0)) return true;
    const busyIds = new Set(showAdminsInBooking ? workerIds : []);
    return latestEnds.entries().some(([id, end]) =>
      id !== null && endMinute <= end && present.has(id) && !busyIds.has(id)
    );
  };
}

/**
 * Returns the slot that a change may have freed, with its occupancy after the change; null if the appointment took no
 * place before.
 */
export function slotAfterChange(
  { appointment: before, department, others }: ChangeContext,
  { appointment: after, usedHold }: AppointmentChange,
): Pick<WaitlistContext, "slot" | "occupancy"> | null {
  if (!takesPlace(before)) return null;
  const slot = slotOf(before.dateTime, department);
  const isThere = takesPlace(after) && after.departmentId === department.id &&
    slotOf(after.dateTime, department).start.equals(slot.start);
  const left = without(others, usedHold ? [usedHold] : []);
  return { slot, occupancy: isThere ? withAppointments(left, [after]) : left };
}

/** Returns an occupancy with the places of offers. */
export function withOffers(occupancy: SlotOccupancy, offers: readonly NewOffer[]): SlotOccupancy {
  return {
    ...occupancy,
    places: [...occupancy.places, ...offers.map(({ hold }) => hold.place)],
    workerIds: [...occupancy.workerIds, ...offers.flatMap(({ hold }) => hold.workerId ?? [])],
  };
}

/** An offer that has not ended. */
export interface LiveOffer {
  holdId: number;
  /** Local. */
  dateTime: Temporal.PlainDateTime;
  workerId: number | null;
  expiresAt: Temporal.Instant;
}

/** What changed settings do to offers. */
export interface OfferReview<O extends LiveOffer> {
  /** No booking can accept them any more. */
  refused: O[];
  /** Their slots can be booked for a shorter time than they last. */
  shortened: { holdId: number; expiresAt: Temporal.Instant }[];
}

/**
 * Reviews the offers of a department after its settings or the time zone have changed. Pure. An offer is refused if a
 * booking of its slot or of its worker is, and also if its slot has begun. `occupancy` has the taken places of their slots
 * by `slotKey`. An offer is checked without the places of those that are refused before it, so after a lower capacity only
 * as many end as are too many.
 */
export function reviewOffers<O extends LiveOffer>(
  { department, occupancy, ...context }:
    & Pick<WaitlistContext, "department" | "activeWorkers" | "timeZone" | "now">
    & { occupancy: ReadonlyMap<string, SlotOccupancy> },
  offers: readonly O[],
): OfferReview<O> {
  const taken = new Map(occupancy);
  const review: OfferReview<O> = { refused: [], shortened: [] };
  for (const offer of offers) {
    const { holdId, dateTime, workerId, expiresAt } = offer;
    const key = slotKey(department.id, slotOf(dateTime, department));
    const left = withoutHold(taken.get(key)!, holdId)!.occupancy;
    const last = lastInstantOf(dateTime, { department, ...context });
    if (
      last === null || !isBookable({ ...context, department, dateTime, occupancy: left }, workerId)
    ) {
      review.refused.push(offer);
      taken.set(key, left);
    } else if (Temporal.Instant.compare(last, expiresAt) < 0) {
      review.shortened.push({ holdId, expiresAt: last });
    }
  }
  return review;
}

/** Returns whether the rule of a booking accepts a slot, and the worker if there is one. */
function isBookable(slot: Parameters<typeof checkSlot>[0], workerId: number | null): boolean {
  try {
    if (workerId !== null) checkWorker(workerId, slot);
    checkSlot(slot);
    return true;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return false;
  }
}
