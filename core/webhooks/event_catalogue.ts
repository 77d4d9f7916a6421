// The file imports nothing, so the dashboard uses it in the browser too.

/** An event that a webhook can subscribe to. */
interface CatalogueEntry {
  /** The `type` in the body and in `X-Service-Event`. */
  type: `${string}.${string}`;
  /** What `data.object` is, after the event (event_body.ts). */
  subject: "appointment" | "slot" | "visit" | "key" | "balance" | "waitlist";
  /** What happened, as the API reference and the guide say it. */
  meaning: string;
  /** What the guide adds to the meaning. */
  note?: string;
  /** What staff read in the dashboard. */
  label: { en: string; de: string };
  /**
   * The fields of the object in which the example of the API reference and the test differ from other events of the
   * subject. A test has its own time for each time that is not null.
   */
  sample: Readonly<Record<string, string | null>>;
}

/**
 * The events that a webhook can subscribe to, by name: those of the contract first, in its order. All that the product
 * says about an event is here; the code that publishes it is elsewhere (core/webhooks/README.md 1).
 */
export const eventCatalogue = {
  APPOINTMENT_CREATED: {
    type: "appointment.created",
    subject: "appointment",
    meaning: "An appointment was booked",
    note: "by a caller or by staff",
    label: { en: "Appointment booked", de: "Termin gebucht" },
    sample: {},
  },
  // Also a move, and the correction of a status.
  APPOINTMENT_UPDATED: {
    type: "appointment.updated",
    subject: "appointment",
    meaning: "An appointment was edited, moved or corrected",
    label: { en: "Appointment edited or moved", de: "Termin geändert oder verschoben" },
    sample: {},
  },
  APPOINTMENT_CANCELLED: {
    type: "appointment.cancelled",
    subject: "appointment",
    meaning: "An appointment was cancelled, or archived while it was scheduled",
    note: "DELETE leaves the status SCHEDULED",
    label: { en: "Appointment cancelled", de: "Termin abgesagt" },
    sample: { status: "CANCELLED" },
  },
  APPOINTMENT_COMPLETED: {
    type: "appointment.completed",
    subject: "appointment",
    meaning: "An appointment took place",
    label: { en: "Appointment completed", de: "Termin erledigt" },
    sample: { status: "COMPLETED" },
  },
  APPOINTMENT_NO_SHOW: {
    type: "appointment.no_show",
    subject: "appointment",
    meaning: "The person did not come",
    note: "status MISSED",
    label: { en: "Appointment marked as missed", de: "Als nicht erschienen markiert" },
    sample: { status: "MISSED" },
  },
  // Also if the settings of the department changed.
  SLOT_AVAILABILITY_CHANGED: {
    type: "slot.availability_changed",
    subject: "slot",
    meaning: "The free places of a slot changed",
    label: { en: "Availability changed", de: "Verfügbarkeit geändert" },
    sample: {},
  },
  // After an arrival, a return to the queue and a transfer.
  VISIT_ARRIVED: {
    type: "visit.arrived",
    subject: "visit",
    meaning: "A person waits for a department",
    label: { en: "Person arrived in the office", de: "Person im Haus angekommen" },
    sample: { state: "WAITING", desk: null, workerId: null, calledAt: null },
  },
  // Each call, also a repeated one.
  VISIT_CALLED: {
    type: "visit.called",
    subject: "visit",
    meaning: "A person was called to a counter",
    label: { en: "Person called to a counter", de: "Person an einen Schalter gerufen" },
    sample: {},
  },
  VISIT_FINISHED: {
    type: "visit.finished",
    subject: "visit",
    meaning: "A visit ended",
    note: "whatever its outcome",
    label: { en: "Visit ended", de: "Besuch beendet" },
    sample: {
      state: "ENDED",
      outcome: "SERVED",
      startedAt: "2026-02-27T08:14:20.000Z",
      endedAt: "2026-02-27T08:31:02.000Z",
    },
  },
  API_KEY_EXPIRING: {
    type: "api_key.expiring",
    subject: "key",
    meaning: "An API key ends soon",
    note: "14 and 3 days before its end",
    label: { en: "API key ends soon", de: "API-Schlüssel läuft bald ab" },
    sample: {},
  },
  CREDITS_LOW: {
    type: "credits.low",
    subject: "balance",
    meaning: "A booking took the LIVE credits to the threshold",
    note: "not again before they were above it",
    label: { en: "Live credits are low", de: "Live-Guthaben ist niedrig" },
    sample: {},
  },
  APPOINTMENT_REMINDER_DUE: {
    type: "appointment.reminder_due",
    subject: "appointment",
    meaning: "An appointment begins soon",
    note: "at the times before it that the department has set",
    label: { en: "Reminder due", de: "Erinnerung fällig" },
    sample: {},
  },
  WAITLIST_JOINED: {
    type: "waitlist.joined",
    subject: "waitlist",
    meaning: "An application joined the waiting list for a person",
    label: { en: "Waiting list joined", de: "Warteliste betreten" },
    sample: { state: "WAITING", holdId: null, slotTime: null, expiresAt: null },
  },
  WAITLIST_OFFERED: {
    type: "waitlist.offered",
    subject: "waitlist",
    meaning: "A free place is held for an entry of the waiting list",
    note: "until `expiresAt`; a booking with `holdId` takes it",
    label: { en: "Place offered to the waiting list", de: "Platz der Warteliste angeboten" },
    sample: {},
  },
  WAITLIST_EXPIRED: {
    type: "waitlist.expired",
    subject: "waitlist",
    meaning: "An offer of the waiting list ended without a booking",
    note: "the entry waits for another place",
    label: { en: "Offer of the waiting list expired", de: "Angebot der Warteliste abgelaufen" },
    sample: { state: "WAITING" },
  },
  WAITLIST_BOOKED: {
    type: "waitlist.booked",
    subject: "waitlist",
    meaning: "An offer of the waiting list was booked",
    label: { en: "Offer of the waiting list booked", de: "Angebot der Warteliste gebucht" },
    sample: { state: "BOOKED" },
  },
} as const satisfies Record<string, CatalogueEntry>;

type Catalogue = typeof eventCatalogue;

/** The name of an event that a webhook can subscribe to. */
export type EventName = keyof Catalogue;

/** What an event is about. */
export type EventSubject = CatalogueEntry["subject"];

/** The name of an event about a subject. */
type EventNameOf<Subject extends EventSubject> = {
  [Name in EventName]: Catalogue[Name]["subject"] extends Subject ? Name : never;
}[EventName];

/** The name of an event about an appointment. */
export type AppointmentEventName = EventNameOf<"appointment">;

/** The name of an event about the waiting list. */
export type WaitlistEventName = EventNameOf<"waitlist">;

/** The name of an event about a visit. */
export type VisitEventName = EventNameOf<"visit">;

/** The `type` of an event about a subject. */
export type EventTypeOf<Subject extends EventSubject> = Catalogue[EventNameOf<Subject>]["type"];

/** The `type` of the test operation's event. No webhook subscribes to it. */
export const testEventType = "webhook.test";

/** The `type` in the body and in `X-Service-Event`. */
export type EventType = EventTypeOf<EventSubject> | typeof testEventType;

/** Every name that a webhook can subscribe to. */
export const eventNames = Object.keys(eventCatalogue) as EventName[];

/** Returns the types of the events about a subject. */
export function eventTypesOf<Subject extends EventSubject>(
  subject: Subject,
): EventTypeOf<Subject>[] {
  return Object.values<CatalogueEntry>(eventCatalogue)
    .filter((entry) => entry.subject === subject)
    .map(({ type }) => type as EventTypeOf<Subject>);
}

/** Returns one text of each event, by the name of the event. */
export function textsOfEvents<Text>(
  textOf: (entry: CatalogueEntry) => Text,
): Record<EventName, Text> {
  const entries = Object.entries<CatalogueEntry>(eventCatalogue);
  return Object.fromEntries(entries.map(([name, entry]) => [name, textOf(entry)])) as Record<
    EventName,
    Text
  >;
}
