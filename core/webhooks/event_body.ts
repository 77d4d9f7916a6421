import { withErased } from "../audit/field_catalogue.ts";
import { type Contact, noContact, seenContact } from "../contact.ts";
import type { SlotVerdict } from "../departments/availability.ts";
import type { ChangedPlaces } from "../departments/departments.ts";
import { formatLocalDateTime, formatUtc } from "../local_date_time.ts";
import {
  eventCatalogue,
  type EventName,
  type EventType,
  type EventTypeOf,
  testEventType,
} from "./event_catalogue.ts";
import { textOf } from "../messages.ts";

/** The maximum size of an event's body, in bytes of UTF-8 (core/webhooks/README.md 2). */
export const maxEventBytes = 64 * 1024;

/** The part of the body that all events have. */
export interface EventHead {
  /** Identifies the event; the same for every webhook and every attempt. */
  id: string;
  /** Time of the event. */
  created: Temporal.Instant;
}

/** The appointment in the body of an event. */
export interface AppointmentSnapshot {
  id: number;
  departmentId: number;
  dateTime: Temporal.PlainDateTime;
  status: string;
  name: string;
  phone: string;
  qrCode: string;
  /** Why it was cancelled. */
  cancelReason?: string | null;
  /** How many minutes before it a reminder is due. */
  minutesBefore?: number;
}

/** The slot in the body of an event; `slotTime` is the start of the slot. */
export interface SlotSnapshot extends SlotVerdict {
  departmentId: number;
  slotTime: Temporal.PlainDateTime;
}

/** The visit in the body of an event (core/webhooks/README.md 15). Times are instants. */
export interface VisitSnapshot {
  id: number;
  departmentId: number;
  number: number;
  part: number;
  appointmentId: number | null;
  state: string;
  outcome: string | null;
  desk: string | null;
  workerId: number | null;
  arrivedAt: Temporal.Instant;
  calledAt: Temporal.Instant | null;
  startedAt: Temporal.Instant | null;
  endedAt: Temporal.Instant | null;
}

/** An entry of the waiting list in the body of an event, with the place of its offer. It names nobody. */
export interface WaitlistSnapshot {
  entryId: number;
  departmentId: number;
  state: string;
  /** Null in `waitlist.joined`, as the next three are. */
  holdId: number | null;
  slotTime: Temporal.PlainDateTime | null;
  /** Also null if the place belongs to no worker. */
  workerId: number | null;
  /** When the offer ends, or ended. */
  expiresAt: Temporal.Instant | null;
  /** Null except in `waitlist.booked`. */
  appointmentId: number | null;
}

/** The key in the body of an event. */
export interface KeySnapshot {
  id: number;
  name: string;
  maskedKey: string;
  expiresAt: Temporal.Instant;
  /** How many days before the end the event is published. */
  warnedDays: number;
}

/** The balance in the body of an event. */
export interface BalanceSnapshot {
  /** Credits after the booking. */
  balance: number;
  threshold: number;
}

/**
 * Returns the exact JSON text of an appointment's event (core/webhooks/README.md 2). It is stored and sent unchanged.
 * Throws a RangeError above 64 KiB, which no valid appointment reaches.
 */
export function appointmentEventBody(
  head: EventHead & { type: EventTypeOf<"appointment"> | typeof testEventType },
  appointment: AppointmentSnapshot,
): string {
  return bodyOf(head, appointmentObject(appointment));
}

/** Returns the body of an appointment's event with the contact and the metadata (core/webhooks/README.md 16). */
export function contactEventBody(
  head: EventHead & { type: EventTypeOf<"appointment"> },
  appointment: AppointmentSnapshot & Partial<Contact>,
): string {
  const contact = seenContact({ ...noContact, ...appointment });
  return bodyOf(head, { ...appointmentObject(appointment), ...contact });
}

/** Returns the stored body of an event as a webhook gets it: without the contact and the metadata, unless it includes them. */
export function sentBody(
  { body, includeContact }: { body: string; includeContact: boolean },
): string {
  // A name with this text has backslashes before the quotes.
  if (includeContact || !body.includes('"metadata":')) return body;
  const event = JSON.parse(body) as { data: { object: Partial<Contact> } };
  const { email: _, locale: __, metadata: ___, ...object } = event.data.object;
  event.data.object = object;
  return JSON.stringify(event);
}

function appointmentObject(
  { id, departmentId, dateTime, status, name, phone, qrCode, ...more }: AppointmentSnapshot,
) {
  const { cancelReason, minutesBefore } = more;
  return {
    id,
    departmentId,
    dateTime: formatLocalDateTime(dateTime),
    status,
    name,
    phone,
    qrCode,
    // Absent without a reason, so that other events have the fields of the contract and no more.
    ...(typeof cancelReason === "string" && { cancelReason }),
    ...(minutesBefore !== undefined && { minutesBefore }),
  };
}

/** Returns the body of an appointment's event with the personal data replaced. */
export function erasedEventBody(
  body: string,
  erased: Readonly<Record<string, string | null>>,
): string {
  const event = JSON.parse(body) as { data: { object: object } };
  event.data.object = withErased(event.data.object, erased);
  return JSON.stringify(event);
}

/** Returns the exact JSON text of a slot's event. Throws a RangeError above 64 KiB. */
export function slotEventBody(
  head: EventHead & { type: EventTypeOf<"slot"> },
  { departmentId, slotTime, remainingSlots, unavailabilityReason }: SlotSnapshot,
): string {
  return bodyOf(head, {
    departmentId,
    slotTime: formatLocalDateTime(slotTime),
    available: unavailabilityReason === null,
    remainingSlots,
    unavailabilityReason: unavailabilityReason && textOf(unavailabilityReason),
  });
}

/**
 * Returns the slot that an event is about; undefined for other subjects. Each slot in which an appointment took,
 * kept or freed a place is in an event of the transaction (core/booking/README.md 8).
 */
export function placeOfEvent(body: string): ChangedPlaces | undefined {
  const { departmentId, slotTime, dateTime } = (JSON.parse(body) as {
    data: { object: { departmentId: number; slotTime?: string; dateTime?: string } };
  }).data.object;
  const time = slotTime ?? dateTime;
  return time === undefined ? undefined : { departmentId, date: time.slice(0, 10) };
}

/** Returns the exact JSON text of a visit's event. It names nobody. */
export function visitEventBody(
  head: EventHead & { type: EventTypeOf<"visit"> },
  visit: VisitSnapshot,
): string {
  return bodyOf(head, visitObject(visit));
}

/** Returns the exact JSON text of the event of a key that ends soon. */
export function keyEventBody(
  head: EventHead & { type: EventTypeOf<"key"> },
  { id, name, maskedKey, expiresAt, warnedDays }: KeySnapshot,
): string {
  const object = { id, name, maskedKey, expiresAt: formatUtc(expiresAt), daysBefore: warnedDays };
  return bodyOf(head, object);
}

/** Returns the exact JSON text of an event of the waiting list. */
export function waitlistEventBody(
  head: EventHead & { type: EventTypeOf<"waitlist"> },
  { entryId, departmentId, state, holdId, slotTime, workerId, expiresAt, appointmentId }:
    WaitlistSnapshot,
): string {
  return bodyOf(head, {
    entryId,
    departmentId,
    state,
    holdId,
    slotTime: slotTime && formatLocalDateTime(slotTime),
    workerId,
    expiresAt: expiresAt && formatUtc(expiresAt),
    appointmentId,
  });
}

/** Returns the exact JSON text of the event of a balance that has become low. */
export function balanceEventBody(
  head: EventHead & { type: EventTypeOf<"balance"> },
  { balance, threshold }: BalanceSnapshot,
): string {
  return bodyOf(head, { balance, threshold });
}

/** Returns a visit as its events and the public API show it. */
export function visitObject<State extends string, Outcome extends string | null>(
  { id, departmentId, number, part, appointmentId, state, outcome, desk, workerId, ...times }:
    & VisitSnapshot
    & { state: State; outcome: Outcome },
) {
  const timeOf = (instant: Temporal.Instant | null) => instant && formatUtc(instant);
  return {
    id,
    departmentId,
    number,
    part,
    appointmentId,
    state,
    outcome,
    desk,
    workerId,
    arrivedAt: formatUtc(times.arrivedAt),
    calledAt: timeOf(times.calledAt),
    startedAt: timeOf(times.startedAt),
    endedAt: timeOf(times.endedAt),
  };
}

/**
 * Returns the exact JSON text of a test: a sample of the named event, or a `webhook.test`. Its appointment or department
 * has the id 0, because it does not exist.
 */
export function testEventBody(head: EventHead, name: EventName | null): string {
  const event = name
    ? eventCatalogue[name]
    : { type: testEventType, subject: "appointment", sample: {} } as const;
  const dateTime = head.created.toZonedDateTimeISO("UTC").toPlainDateTime();
  switch (event.subject) {
    case "appointment": {
      const more = name === "APPOINTMENT_REMINDER_DUE" ? { minutesBefore: 1440 } : {};
      const appointment = { ...sampleAppointment, dateTime, ...event.sample, ...more };
      return appointmentEventBody({ ...head, type: event.type }, appointment);
    }
    case "slot": {
      const free = { remainingSlots: 1, unavailabilityReason: null };
      const slot = { departmentId: 0, slotTime: dateTime, ...free, ...event.sample };
      return slotEventBody({ ...head, type: event.type }, slot);
    }
    case "visit":
      return visitEventBody(
        { ...head, type: event.type },
        sampleVisit(event.sample, head.created),
      );
    case "key": {
      const expiresAt = head.created.add({ hours: 14 * 24 });
      const key = { id: 0, name: "Test", maskedKey: "mk_live_****0000", expiresAt, warnedDays: 14 };
      return keyEventBody({ ...head, type: event.type }, { ...key, ...event.sample });
    }
    case "waitlist": {
      const isJoined = name === "WAITLIST_JOINED";
      const isBooked = name === "WAITLIST_BOOKED";
      const entry: WaitlistSnapshot = {
        entryId: 0,
        departmentId: 0,
        state: "OFFERED",
        workerId: null,
        ...event.sample,
        holdId: isJoined ? null : 0,
        slotTime: isJoined ? null : dateTime,
        expiresAt: isJoined ? null : head.created.add({ hours: 1 }),
        appointmentId: isBooked ? 0 : null,
      };
      return waitlistEventBody({ ...head, type: event.type }, entry);
    }
    case "balance":
      return balanceEventBody({ ...head, type: event.type }, { balance: 0, threshold: 0 });
  }
}

const sampleAppointment = {
  id: 0,
  departmentId: 0,
  status: "SCHEDULED",
  name: "Test Appointment",
  phone: "",
  qrCode: "TEST",
};

function sampleVisit(fields: Readonly<Record<string, string | null>>, at: Temporal.Instant) {
  const shown = Object.entries(fields)
    .map(([field, value]) => [field, value !== null && field.endsWith("At") ? at : value]);
  const visit: VisitSnapshot = {
    id: 0,
    departmentId: 0,
    number: 1,
    part: 1,
    appointmentId: null,
    state: "CALLED",
    outcome: null,
    desk: "1",
    workerId: null,
    arrivedAt: at,
    calledAt: at,
    startedAt: null,
    endedAt: null,
  };
  return { ...visit, ...Object.fromEntries(shown) };
}

function bodyOf({ id, created, type }: EventHead & { type: EventType }, object: object): string {
  const body = JSON.stringify({ id, type, created: formatUtc(created), data: { object } });
  // A character has at most three bytes, so most bodies need not be encoded to be known to fit.
  if (body.length * 3 <= maxEventBytes) return body;
  const bytes = new TextEncoder().encode(body).length;
  if (bytes > maxEventBytes) {
    throw new RangeError(
      `The body of the event has ${bytes} bytes, more than the maximum of ${maxEventBytes}`,
    );
  }
  return body;
}
