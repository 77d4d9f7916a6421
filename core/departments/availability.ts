import { instantOf } from "../local_date_time.ts";
import { outsideWindowReason } from "./booking_window.ts";
import type { Department } from "./department.ts";
import { closedReason } from "./opening_hours.ts";

/** The places that are taken in one slot, and by whom. */
export interface SlotOccupancy {
  /** The number of each taken place, from 1, in any order. */
  places: number[];
  /** The workers of those appointments, where they name one. */
  workerIds: number[];
}

/** How many places are taken in one slot, and by whom. */
export interface SlotCount {
  booked: number;
  /** The workers of those appointments, where they name one and bookings are by worker. */
  workerIds: readonly number[];
}

/** What is asked about a slot of a department. */
export interface SlotInput {
  department: Department;
  dateTime: Temporal.PlainDateTime;
  timeZone: string;
  now: Temporal.Instant;
  occupancy: SlotOccupancy | SlotCount;
  /** The active workers of the department; they matter where showAdminsInBooking is set. */
  activeWorkerIds: readonly number[];
}

/** The answer; the reason is null exactly when `remainingSlots` is above 0. */
export interface SlotVerdict {
  remainingSlots: number;
  unavailabilityReason: string | null;
}

/** Whether two answers say the same. */
export function isSameVerdict(one: SlotVerdict, other: SlotVerdict): boolean {
  return one.remainingSlots === other.remainingSlots &&
    one.unavailabilityReason === other.unavailabilityReason;
}

/**
 * The ONE rule that decides availability and creation alike: does the time exist, is the
 * department open, is it within the booking window, and is a place free. Callers do not get to ask about an
 * inactive department; webhooks are told of its slots.
 */
export function evaluateSlot(question: SlotInput): SlotVerdict {
  const { department, dateTime, timeZone, now } = question;
  if (!department.isActive) {
    return { remainingSlots: 0, unavailabilityReason: "The department takes no bookings" };
  }
  const instant = instantOf(dateTime, timeZone);
  const unavailabilityReason = instant
    ? (closedReason(department, dateTime) ??
      outsideWindowReason(department.bookingWindow, { dateTime, instant, now, timeZone }))
    : `${dateTime.toString()} does not exist in ${timeZone}: the clocks go forward over it`;
  return unavailabilityReason === null
    ? evaluatePlaces(question, countOf(question.occupancy))
    : { remainingSlots: 0, unavailabilityReason };
}

/** Whether a place is free in a slot that can be booked otherwise. */
export function evaluatePlaces(
  { department, activeWorkerIds }: Pick<SlotInput, "department" | "activeWorkerIds">,
  { booked, workerIds }: SlotCount,
): SlotVerdict {
  const { slotCapacity, showAdminsInBooking } = department;
  if (booked >= slotCapacity) return full(booked, slotCapacity);
  const freePlaces = slotCapacity - booked;
  if (!showAdminsInBooking) return { remainingSlots: freePlaces, unavailabilityReason: null };
  const busyIds = new Set(workerIds);
  const busy = activeWorkerIds.filter((id) => busyIds.has(id)).length;
  const freeWorkers = activeWorkerIds.length - busy;
  if (freeWorkers === 0) return full(busy, activeWorkerIds.length);
  return { remainingSlots: Math.min(freePlaces, freeWorkers), unavailabilityReason: null };
}

function countOf(occupancy: SlotOccupancy | SlotCount): SlotCount {
  if ("booked" in occupancy) return occupancy;
  return { booked: occupancy.places.length, workerIds: occupancy.workerIds };
}

function full(booked: number, capacity: number): SlotVerdict {
  return { remainingSlots: 0, unavailabilityReason: `Slot is full (${booked}/${capacity} booked)` };
}
