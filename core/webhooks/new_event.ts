import { appointmentEventBody, type AppointmentSnapshot, slotEventBody } from "./event_body.ts";
import { type EventName, type EventType, eventTypes, testEventType } from "./event_types.ts";
import type { SlotSnapshot } from "./event_body.ts";
import { testEventBody } from "./event_body.ts";

/** An event that is to be written together with the change that it tells of. */
export interface NewEvent {
  id: string;
  type: EventType;
  appointmentId: number | null;
  createdAt: Temporal.Instant;
  /** The exact text that every attempt sends. */
  body: string;
  /** The webhooks that are told. */
  webhookIds: number[];
}

/** A webhook that is told of events of an environment, and of which. */
export interface Subscription {
  webhookId: number;
  events: EventName[];
}

/** What happened to an appointment. */
export type AppointmentEventName = Exclude<EventName, "SLOT_AVAILABILITY_CHANGED">;

/** The event that an appointment's change is told by; none where nobody subscribes to it. */
export function appointmentEvent(
  name: AppointmentEventName,
  appointment: AppointmentSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent[] {
  const webhookIds = subscribersOf(name, subscriptions);
  if (webhookIds.length === 0) return [];
  const type = eventTypes[name];
  const id = timeOrderedId(now);
  const body = appointmentEventBody({ id, type, created: now }, appointment);
  return [{ id, type, appointmentId: appointment.id, createdAt: now, body, webhookIds }];
}

/** The event that a slot's changed free places are told by; none where nobody subscribes to it. */
export function slotEvent(
  slot: SlotSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent[] {
  const webhookIds = subscribersOf("SLOT_AVAILABILITY_CHANGED", subscriptions);
  if (webhookIds.length === 0) return [];
  const id = timeOrderedId(now);
  const type = eventTypes.SLOT_AVAILABILITY_CHANGED;
  const body = slotEventBody({ id, created: now }, slot);
  return [{ id, type, appointmentId: null, createdAt: now, body, webhookIds }];
}

/** The event of the test operation, to one webhook. */
export function testEvent(webhookId: number, now: Temporal.Instant): NewEvent {
  const id = timeOrderedId(now);
  const body = testEventBody({ id, created: now });
  const webhookIds = [webhookId];
  return { id, type: testEventType, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Whether anybody is told of an event of this name. */
export function hasSubscribers(name: EventName, subscriptions: readonly Subscription[]): boolean {
  return subscriptions.some(({ events }) => events.includes(name));
}

function subscribersOf(name: EventName, subscriptions: readonly Subscription[]): number[] {
  return subscriptions
    .filter(({ events }) => events.includes(name))
    .map(({ webhookId }) => webhookId);
}

/** A UUID of version 7: random, and in the order of time, so that an index of them grows at its end. */
function timeOrderedId(now: Temporal.Instant): string {
  const time = now.epochMilliseconds.toString(16).padStart(12, "0");
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
