import {
  appointmentEventBody,
  type AppointmentSnapshot,
  balanceEventBody,
  type BalanceSnapshot,
  contactEventBody,
  keyEventBody,
  type KeySnapshot,
  slotEventBody,
  type SlotSnapshot,
  testEventBody,
  visitEventBody,
  type VisitSnapshot,
  waitlistEventBody,
  type WaitlistSnapshot,
} from "./event_body.ts";
import type { Contact } from "../contact.ts";
import type { DeliveryChannel } from "./webhook.ts";
import {
  type AppointmentEventName,
  eventCatalogue,
  type EventName,
  type EventType,
  testEventType,
  type VisitEventName,
  type WaitlistEventName,
} from "./event_catalogue.ts";

/** An event that is written in the transaction of the change that it is about. */
export interface NewEvent {
  id: string;
  type: EventType;
  appointmentId: number | null;
  createdAt: Temporal.Instant;
  /** The body in the feed. */
  body: string;
  /** The body for webhooks, if one of them gets the contact and the metadata; the others get it without (`sentBody`). */
  webhookBody?: string;
  /** The webhooks that receive it. The feed has it whether or not there are any. */
  webhookIds: number[];
  /** Those of them that receive it `mailDelaySeconds` later. */
  delayedWebhookIds?: number[];
}

/** The mail of a change waits so long, because staff often undo a drag at once (core/email/README.md 3). */
export const mailDelaySeconds = 15;

/** A webhook that receives events of an environment, with the names of the events. */
export interface Subscription {
  webhookId: number;
  events: EventName[];
  /** Whether the events of appointments have the contact and the metadata. */
  includeContact?: boolean;
  /** E-mail goes only to people with an address, and only if the event is news to them. Default: HTTP. */
  channel?: DeliveryChannel;
}

/** Builds an event about an appointment. `isNews` is whether its person must learn of it. */
export function appointmentEvent(
  name: AppointmentEventName,
  appointment: AppointmentSnapshot & Partial<Contact>,
  { subscriptions: all, now, isNews = true }: {
    subscriptions: readonly Subscription[];
    now: Temporal.Instant;
    isNews?: boolean;
  },
): NewEvent {
  const hasMail = isNews && Boolean(appointment.email);
  const subscriptions = hasMail ? all : all.filter(({ channel }) => channel !== "EMAIL");
  const webhookIds = subscribersOf(name, subscriptions);
  const type = eventCatalogue[name].type;
  const id = timeOrderedId(now);
  const head = { id, type, created: now };
  const mails = subscriptions.filter(({ channel }) => channel === "EMAIL");
  const delayedWebhookIds = name === "APPOINTMENT_UPDATED" ? subscribersOf(name, mails) : [];
  const event = {
    id,
    type,
    appointmentId: appointment.id,
    createdAt: now,
    webhookIds,
    ...(delayedWebhookIds.length > 0 && { delayedWebhookIds }),
  };
  const body = appointmentEventBody(head, appointment);
  const isAsked = subscriptions.some(({ includeContact, events }) =>
    includeContact && events.includes(name)
  );
  if (!isAsked) return { ...event, body };
  return { ...event, body, webhookBody: contactEventBody(head, appointment) };
}

/** Builds an event about a visit. */
export function visitEvent(
  name: VisitEventName,
  visit: VisitSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent {
  const webhookIds = subscribersOf(name, subscriptions);
  const type = eventCatalogue[name].type;
  const id = timeOrderedId(now);
  const body = visitEventBody({ id, type, created: now }, visit);
  // An event with an appointment is erased with it. This one has nothing personal.
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Builds an event about the waiting list. */
export function waitlistEvent(
  name: WaitlistEventName,
  entry: WaitlistSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent {
  const webhookIds = subscribersOf(name, subscriptions);
  const type = eventCatalogue[name].type;
  const id = timeOrderedId(now);
  const body = waitlistEventBody({ id, type, created: now }, entry);
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Builds a `slot.availability_changed` event. */
export function slotEvent(
  slot: SlotSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent {
  const webhookIds = subscribersOf("SLOT_AVAILABILITY_CHANGED", subscriptions);
  const id = timeOrderedId(now);
  const { type } = eventCatalogue.SLOT_AVAILABILITY_CHANGED;
  const body = slotEventBody({ id, type, created: now }, slot);
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Builds an `api_key.expiring` event. */
export function keyEvent(
  key: KeySnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent {
  const webhookIds = subscribersOf("API_KEY_EXPIRING", subscriptions);
  const id = timeOrderedId(now);
  const { type } = eventCatalogue.API_KEY_EXPIRING;
  const body = keyEventBody({ id, type, created: now }, key);
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Builds a `credits.low` event. */
export function balanceEvent(
  balance: BalanceSnapshot,
  { subscriptions, now }: { subscriptions: readonly Subscription[]; now: Temporal.Instant },
): NewEvent {
  const webhookIds = subscribersOf("CREDITS_LOW", subscriptions);
  const id = timeOrderedId(now);
  const { type } = eventCatalogue.CREDITS_LOW;
  const body = balanceEventBody({ id, type, created: now }, balance);
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds };
}

/** Builds the event of the test operation for one webhook: a sample of the named event, or a `webhook.test`. */
export function testEvent(
  webhookId: number,
  now: Temporal.Instant,
  name: EventName | null,
): NewEvent {
  const id = timeOrderedId(now);
  const body = testEventBody({ id, created: now }, name);
  const type = name ? eventCatalogue[name].type : testEventType;
  return { id, type, appointmentId: null, createdAt: now, body, webhookIds: [webhookId] };
}

function subscribersOf(name: EventName, subscriptions: readonly Subscription[]): number[] {
  return subscriptions
    .filter(({ events }) => events.includes(name))
    .map(({ webhookId }) => webhookId);
}

/** Makes a UUID of version 7. Its order in time makes an index of such ids grow at its end. */
function timeOrderedId(now: Temporal.Instant): string {
  const time = now.epochMilliseconds.toString(16).padStart(12, "0");
  const random = crypto.randomUUID();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
