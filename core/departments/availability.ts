import { instantOf } from "../local_date_time.ts";
import { type ActiveWorker, presentAt } from "./absence.ts";
import { outsideWindowReason } from "./booking_window.ts";
import type { Department } from "./department.ts";
import { closedReason } from "./opening_hours.ts";
import { isSameMessage, type Message, say } from "../messages.ts";

/** The taken places of one slot, and the workers who are busy in it. */
export interface SlotOccupancy {
  /** The number of each taken place, from 1, in any order. Held places are taken. */
  places: number[];
  /** The workers of those appointments and holds. One without a worker adds none. */
  workerIds: number[];
  /** The holds among these places; absent if there are none. */
  holds?: readonly HeldPlace[];
}

/** The owner of a hold: an API key, and the keys that replace it. */
export interface Holder {
  apiKeyId: number;
  /** Null if a process of an earlier version made the hold. It then belongs to its key alone. */
  lineageId: string | null;
}

/** A place that is held until a time (core/booking/README.md 18). */
export interface HeldPlace extends Holder {
  holdId: number;
  place: number;
  workerId: number | null;
  expiresAt: Temporal.Instant;
  /** The entry of the waiting list that has the hold as its offer; absent for every other hold. */
  waitlistEntryId?: number | null;
}

/**
 * Adds the holds that have not ended to the taken places of appointments. The place of an offer stays taken until the
 * offer is passed on, although nobody can use the hold any more (core/booking/README.md 29).
 */
export function withHolds(
  taken: SlotOccupancy,
  holds: readonly HeldPlace[],
  now: Temporal.Instant,
): SlotOccupancy {
  const isLive = ({ expiresAt }: HeldPlace) => Temporal.Instant.compare(expiresAt, now) > 0;
  const taking = holds.filter((one) => isLive(one) || one.waitlistEntryId);
  if (taking.length === 0) return taken;
  return {
    places: [...taken.places, ...taking.map(({ place }) => place)],
    workerIds: [...taken.workerIds, ...taking.flatMap(({ workerId }) => workerId ?? [])],
    holds: taking.filter(isLive),
  };
}

/** Returns the occupancy without one of its holds, and this hold; undefined if it is not in the slot. */
export function withoutHold(
  { places, workerIds, holds = [] }: SlotOccupancy,
  holdId: number,
): { occupancy: SlotOccupancy; hold: HeldPlace } | undefined {
  const hold = holds.find((one) => one.holdId === holdId);
  if (!hold) return undefined;
  const occupancy = {
    places: without(places, hold.place),
    workerIds: hold.workerId === null ? workerIds : without(workerIds, hold.workerId),
    holds: holds.filter((one) => one !== hold),
  };
  return { occupancy, hold };
}

/** Returns a copy of a list without one occurrence of a number. */
function without(numbers: readonly number[], number: number): number[] {
  const at = numbers.lastIndexOf(number);
  return numbers.filter((_, i) => i !== at);
}

/** The number of taken places in one slot, and the workers who are busy in it. */
export interface SlotCount {
  booked: number;
  /** The workers of those appointments. Only read if the department books by worker. */
  workerIds: readonly number[];
}

/** Everything that the availability of a slot depends on. */
export interface SlotInput {
  department: Department;
  dateTime: Temporal.PlainDateTime;
  timeZone: string;
  now: Temporal.Instant;
  occupancy: SlotOccupancy | SlotCount;
  /** The active workers of the department. They count only if `showAdminsInBooking` is set. */
  activeWorkers: readonly ActiveWorker[];
}

/** The availability of a slot. The reason is null exactly when `remainingSlots` is above 0. */
export interface SlotVerdict {
  remainingSlots: number;
  unavailabilityReason: Message | null;
}

/** Returns whether two verdicts are equal. */
export function isSameVerdict(one: SlotVerdict, other: SlotVerdict): boolean {
  return one.remainingSlots === other.remainingSlots &&
    isSameMessage(one.unavailabilityReason, other.unavailabilityReason);
}

/**
 * Evaluates whether a time can be booked. It is the only rule for availability and for creation
 * (core/departments/README.md 3). Checks in this order: the time exists, the department is open, the time is inside the
 * booking window, a place is free. An inactive department reaches this function only through events of its slots: the
 * API answers DEPARTMENT_NOT_FOUND before.
 */
export function evaluateSlot(input: SlotInput): SlotVerdict {
  const { department, dateTime, timeZone, now } = input;
  if (!department.isActive) {
    return { remainingSlots: 0, unavailabilityReason: say("departmentClosed") };
  }
  const instant = instantOf(dateTime, timeZone);
  const unavailabilityReason = instant
    ? (closedReason(department, dateTime) ??
      outsideWindowReason(department.bookingWindow, { dateTime, instant, now, timeZone }))
    : timeSkipped(dateTime, timeZone);
  if (unavailabilityReason !== null) return { remainingSlots: 0, unavailabilityReason };
  const { booked, workerIds } = countOf(input.occupancy);
  const presentIds = department.showAdminsInBooking
    ? presentAt(input.activeWorkers, dateTime, department)
    : [];
  const busyIds = new Set(workerIds);
  const busyWorkers = presentIds.filter((id) => busyIds.has(id)).length;
  return evaluatePlaces(department, { booked, presentWorkers: presentIds.length, busyWorkers });
}

/** The numbers of a slot that decide whether it has room. */
export interface PlaceCount {
  booked: number;
  /** The active workers without an absence in the slot. Only read if the department books by worker. */
  presentWorkers: number;
  /** The present workers who have an appointment in the slot. */
  busyWorkers: number;
}

/** Evaluates whether a slot has a free place, and a free worker if the department books by worker. */
export function evaluatePlaces(
  { slotCapacity, showAdminsInBooking }: Department,
  { booked, presentWorkers, busyWorkers }: PlaceCount,
): SlotVerdict {
  if (booked >= slotCapacity) return full(booked, slotCapacity);
  const freePlaces = slotCapacity - booked;
  if (!showAdminsInBooking) return { remainingSlots: freePlaces, unavailabilityReason: null };
  const freeWorkers = presentWorkers - busyWorkers;
  if (freeWorkers === 0) return full(busyWorkers, presentWorkers);
  return { remainingSlots: Math.min(freePlaces, freeWorkers), unavailabilityReason: null };
}

/** Says that the clocks go forward over a local time. */
export function timeSkipped(dateTime: Temporal.PlainDateTime, zone: string): Message {
  return say("timeSkipped", { time: dateTime.toString(), zone });
}

function countOf(occupancy: SlotOccupancy | SlotCount): SlotCount {
  if ("booked" in occupancy) return occupancy;
  return { booked: occupancy.places.length, workerIds: occupancy.workerIds };
}

function full(booked: number, capacity: number): SlotVerdict {
  return { remainingSlots: 0, unavailabilityReason: say("slotFull", { booked, capacity }) };
}
