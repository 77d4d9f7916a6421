import type { Appointment } from "../booking/appointment.ts";
import type { SlotVerdict } from "../booking/availability.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { type AppointmentEventType, eventTypes, testEventType } from "./event_types.ts";

/** The largest body of an event, in bytes of UTF-8 (decisions 8). */
export const maxEventBytes = 64 * 1024;

/** What every event has beside its object. */
export interface EventHead {
  /** The event's own identifier, the same to every webhook and on every attempt. */
  id: string;
  /** When it happened. */
  created: Temporal.Instant;
}

/** What an event tells of an appointment. */
export type AppointmentSnapshot = Pick<
  Appointment,
  "id" | "departmentId" | "dateTime" | "status" | "name" | "phone" | "qrCode"
>;

/** What an event tells of a slot; `slotTime` is the slot's start. */
export interface SlotSnapshot extends SlotVerdict {
  departmentId: number;
  slotTime: Temporal.PlainDateTime;
}

/**
 * The exact JSON text that an appointment's event is delivered with, to be kept and sent as it is
 * (interface, "Delivery body"). Throws a RangeError beyond 64 KiB, which no valid appointment reaches.
 */
export function appointmentEventBody(
  head: EventHead & { type: AppointmentEventType },
  { id, departmentId, dateTime, status, name, phone, qrCode }: AppointmentSnapshot,
): string {
  const object = {
    id,
    departmentId,
    dateTime: formatLocalDateTime(dateTime),
    status,
    name,
    phone,
    qrCode,
  };
  return bodyOf(head, head.type, object);
}

/** The text of an appointment's event with what it says of a person replaced. */
export function erasedEventBody(body: string, { name, phone }: { name: string; phone: string }) {
  const event = JSON.parse(body) as { data: { object: object } };
  Object.assign(event.data.object, { name, phone });
  return JSON.stringify(event);
}

/** The exact JSON text of a `slot.availability_changed` (decisions 8), with the limit of any event. */
export function slotEventBody(
  head: EventHead,
  { departmentId, slotTime, remainingSlots, unavailabilityReason }: SlotSnapshot,
): string {
  return bodyOf(head, eventTypes.SLOT_AVAILABILITY_CHANGED, {
    departmentId,
    slotTime: formatLocalDateTime(slotTime),
    available: unavailabilityReason === null,
    remainingSlots,
    unavailabilityReason,
  });
}

/** The exact JSON text of a `webhook.test`: an appointment that does not exist, as its ids 0 show. */
export function testEventBody(head: EventHead): string {
  return appointmentEventBody({ ...head, type: testEventType }, {
    id: 0,
    departmentId: 0,
    dateTime: head.created.toZonedDateTimeISO("UTC").toPlainDateTime(),
    status: "SCHEDULED",
    name: "Test Appointment",
    phone: "",
    qrCode: "TEST",
  });
}

function bodyOf({ id, created }: EventHead, type: string, object: object): string {
  // Always three digits, whatever the clock's precision; an Instant prints itself in UTC with a Z.
  const time = created.toString({ fractionalSecondDigits: 3 });
  const body = JSON.stringify({ id, type, created: time, data: { object } });
  const bytes = new TextEncoder().encode(body).length;
  if (bytes > maxEventBytes) {
    throw new RangeError(`Cannot make an event of ${bytes} bytes: at most ${maxEventBytes}`);
  }
  return body;
}
