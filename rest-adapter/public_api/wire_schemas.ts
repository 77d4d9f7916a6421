import { z } from "zod";
import {
  apiKeyView,
  appointmentView,
  availabilityView,
  count,
  departmentView,
  eventCatalogue,
  eventTypesOf,
  foundSlotView,
  instant,
  localDateTime,
  ownKeyView,
  publicVisitView,
  publicWorkerView,
  testEventType,
  text,
  waitlistEntryView,
} from "../../core/mod.ts";

/** One page of appointments (rest-adapter/README.md 5.4). */
export const appointmentPageSchema = z
  .object({
    appointments: z.array(appointmentView).meta({ description: "The appointments of the page" }),
    page: count("Page number, from 0", 0),
    size: z.int().min(1).max(100).meta({
      description: "Page size; a request for more than 100 gives 100",
      examples: [20],
    }),
    totalElements: count("Appointments on all pages", 1),
    totalPages: count("Number of pages; 0 if there are no appointments", 1),
    isLast: z.boolean().meta({
      description: "Whether this is the last page",
      examples: [true],
    }),
    nextCursor: z.string().min(1).nullable().optional().meta({
      description:
        "Send it as `after` for the next page; null at the end. Present only with `after`",
      examples: [null],
    }),
  })
  .meta({ id: "AppointmentPage", description: "One page of appointments" });

/** Every active department (rest-adapter/README.md 6.1). */
export const departmentListSchema = z
  .array(departmentView)
  .meta({ description: "The departments, in the order of their ids" });

/** The slots of a range of days (rest-adapter/README.md 9.2). */
export const slotListSchema = z
  .object({
    slots: z.array(availabilityView).meta({ description: "The slots, in their order" }),
  })
  .meta({ id: "SlotList", description: "The slots of a range of days" });

/** The first free slots (rest-adapter/README.md 9.8). */
export const foundSlotsSchema = z
  .object({ slots: z.array(foundSlotView).meta({ description: "The slots, the first one first" }) })
  .meta({ id: "FoundSlots", description: "The first free slots of some departments" });

/** The workers of a department (rest-adapter/README.md 9.9). */
export const workerListSchema = z
  .object({
    workers: z.array(publicWorkerView).meta({
      description: "The workers, in the order of their ids",
    }),
  })
  .meta({ id: "WorkerList", description: "The active workers of a department" });

/** One page of the waiting list (rest-adapter/README.md 9.12). */
export const waitlistPageSchema = z
  .object({
    entries: z.array(waitlistEntryView).meta({ description: "The entries of the page" }),
    nextCursor: count("Send it as `after` for the next page; null at the end", 17).nullable(),
  })
  .meta({ id: "WaitlistPage", description: "One page of the waiting list" });

const eventId = z.string().min(1).meta({
  description: "Identifies the event; `webhook-id` of its deliveries has the same value",
  examples: ["019cb2f0-6c1e-7d9a-8a54-2f8f3f8d7a10"],
});
const eventTime = instant("Time of the event in UTC", "2026-02-27T08:12:44.000Z");

/** Returns the schema of an event: its type, and the object that it is about (core/webhooks/README.md 2). */
function eventOf<Type extends z.ZodType, About extends z.ZodObject>(type: Type, object: About) {
  return z.object({
    id: eventId,
    type,
    created: eventTime,
    data: z.object({ object }).meta({ description: "What the event is about" }),
  });
}

const slotTime = "2030-03-05T14:30:00";
const ends = "2030-03-04T09:12:44.000Z";

// Without examples, because most events have none of them.
const sometimes = {
  cancelReason: z.string().nullable().optional().meta({
    description: "Why it was cancelled; absent if nobody said so, null if it was erased",
  }),
  minutesBefore: z.int().optional().meta({
    description: "How many minutes before the appointment the reminder is due; only in reminders",
  }),
  email: z.string().nullable().optional().meta({
    description: "E-mail address; only in webhooks that include the contact",
  }),
  locale: z.string().nullable().optional().meta({
    description: "Language of the person; only in webhooks that include the contact",
  }),
  metadata: z.record(z.string(), z.string()).nullable().optional().meta({
    description: "Your own texts; only in webhooks that include the contact",
  }),
};

function appointmentObject(
  example: { id: number; departmentId: number },
  more: Partial<typeof sometimes> = {},
) {
  return z.object({
    id: count("Id of the appointment; 0 in a test", example.id),
    departmentId: count("Id of the department; 0 in a test", example.departmentId),
    dateTime: localDateTime("Time of the appointment", slotTime),
    status: appointmentView.shape.status,
    name: text("Name of the person the appointment is for", "Ada Lovelace"),
    phone: text('Phone number; "" if none is known', "+49 30 5550100"),
    qrCode: appointmentView.shape.qrCode,
    ...more,
  }).meta({ description: "The appointment after the event" });
}

/** An event of an appointment (core/webhooks/README.md 2). */
export const appointmentEventSchema = eventOf(
  z.enum(eventTypesOf("appointment")).meta({
    description: "What happened to the appointment",
    examples: [eventCatalogue.APPOINTMENT_CREATED.type],
  }),
  appointmentObject({ id: 61, departmentId: 1 }, sometimes),
).meta({ id: "AppointmentEvent", description: "An event of an appointment" });

/** The event of the test operation (core/webhooks/README.md 13). The feed never has it. */
export const testEventSchema = eventOf(
  z.literal(testEventType).meta({ description: "A test", examples: [testEventType] }),
  appointmentObject({ id: 0, departmentId: 0 }),
).meta({ id: "TestEvent", description: "A test of a webhook, with a sample of an appointment" });

/** An event of a slot. */
export const slotEventSchema = eventOf(
  z.literal(eventTypesOf("slot")).meta({
    description: "The free places of a slot changed",
    examples: [eventCatalogue.SLOT_AVAILABILITY_CHANGED.type],
  }),
  z.object({
    departmentId: count("Id of the department; 0 in a test", 1),
    slotTime: localDateTime("Start of the slot", slotTime),
    ...availabilityView.omit({ slotTime: true }).shape,
  }).meta({ description: "The slot after the event" }),
).meta({ id: "SlotEvent", description: "An event of a slot" });

/** An event of a visit (core/webhooks/README.md 15). */
export const visitEventSchema = eventOf(
  z.enum(eventTypesOf("visit")).meta({
    description: "What happened to the visit",
    examples: [eventCatalogue.VISIT_CALLED.type],
  }),
  z.object({
    ...publicVisitView.shape,
    id: count("Id of the visit; 0 in a test", 1),
    departmentId: count("Id of the department; 0 in a test", 1),
    state: publicVisitView.shape.state.meta({ description: "State after the event" }),
  }).meta({ description: "The visit after the event" }),
).meta({ id: "VisitEvent", description: "An event of a visit in the office" });

/** An event of an API key (core/access/README.md 6.3). */
export const keyEventSchema = eventOf(
  z.literal(eventTypesOf("key")).meta({
    description: "A key ends soon",
    examples: [eventCatalogue.API_KEY_EXPIRING.type],
  }),
  z.object({
    id: count("Id of the key; 0 in a test", 1),
    ...apiKeyView.pick({ name: true, maskedKey: true }).shape,
    expiresAt: instant("When the key ends", "2030-03-19T22:59:59.000Z"),
    daysBefore: count("How many days before the end the event is published: 14 or 3", 14),
  }).meta({ description: "The key" }),
).meta({ id: "KeyEvent", description: "An event of an API key" });

/** An event of a balance (core/credits/README.md 5). */
export const balanceEventSchema = eventOf(
  z.literal(eventTypesOf("balance")).meta({
    description: "The LIVE credits are low",
    examples: [eventCatalogue.CREDITS_LOW.type],
  }),
  z.object({
    balance: count("LIVE credits after the booking; 0 in a test", 100),
    threshold: count("The threshold of the organization; 0 in a test", 100),
  }).meta({ description: "The balance" }),
).meta({ id: "BalanceEvent", description: "An event of the LIVE credits" });

/** An event of the waiting list (core/booking/README.md 29). */
export const waitlistEventSchema = eventOf(
  z.enum(eventTypesOf("waitlist")).meta({
    description: "What happened to the entry",
    examples: [eventCatalogue.WAITLIST_OFFERED.type],
  }),
  z.object({
    entryId: count("Id of the entry; 0 in a test", 17),
    departmentId: count("Id of the department; 0 in a test", 1),
    state: waitlistEntryView.shape.state.meta({ description: "State after the event" }),
    holdId: count("Id of the hold: book with it; null in `waitlist.joined`", 311).nullable(),
    slotTime: localDateTime("Start of the offered slot; null in `waitlist.joined`", slotTime)
      .nullable(),
    workerId: count("The worker of the place; null if it belongs to none", 3).nullable(),
    expiresAt: instant("When the offer ends; null in `waitlist.joined`", ends).nullable(),
    appointmentId: count("The appointment; null except in `waitlist.booked`", 61).nullable(),
  }).meta({ description: "The entry and its offer" }),
).meta({ id: "WaitlistEvent", description: "An event of the waiting list" });

/** The visits of an appointment (rest-adapter/README.md 9.7). */
export const visitListSchema = z
  .object({ visits: z.array(publicVisitView).meta({ description: "The visits, in their order" }) })
  .meta({ id: "VisitList", description: "The visits of an appointment" });

/** An event, as webhooks and the feed have it (core/webhooks/README.md 2). */
const eventSchema = z
  .union([
    appointmentEventSchema,
    slotEventSchema,
    visitEventSchema,
    keyEventSchema,
    balanceEventSchema,
    waitlistEventSchema,
  ])
  .meta({ id: "Event", description: "What happened" });

/** One page of the feed (rest-adapter/README.md 9.1). */
export const eventPageSchema = z
  .object({
    events: z.array(eventSchema).meta({ description: "The events, oldest first" }),
    nextCursor: z.string().min(1).meta({
      description: "Send it as `after` to continue after these events",
      examples: ["live_1843_0_1795423060"],
    }),
    isLast: z.boolean().meta({
      description: "Whether there were no more events after these",
      examples: [true],
    }),
  })
  .meta({ id: "EventPage", description: "One page of the feed of events" });

const { organization, creditBalance, ...keyFields } = ownKeyView.shape;

/** The caller's own key with its limit (rest-adapter/README.md 9.3). */
export const ownKeySchema = z
  .object({
    ...keyFields,
    rateLimit: z
      .object({
        limit: z.int().min(1).meta({ description: "Allowed requests per hour", examples: [1000] }),
        remaining: count("Requests left in the current window", 998),
        resetSeconds: count("Seconds until the current window ends", 3412),
      })
      .nullable()
      .meta({ description: "The limit of the key; null if it has none" }),
    organization,
    creditBalance,
  })
  .meta({ id: "OwnKey", description: "The key of the request" });
