import { z } from "zod";
import {
  appointmentStatuses,
  environments,
  eventCatalogue,
  eventTypesOf,
  scopes,
  testEventType,
  visitOutcomes,
  visitStates,
} from "../../core/mod.ts";
import { count, id, instant, localDateTime, text } from "../wire/wire_fields.ts";

/** An appointment in a response (rest-adapter/README.md 5). */
export const appointmentSchema = z
  .object({
    id: id("Id of the appointment", 61),
    dateTime: localDateTime("Time of the appointment", "2030-03-05T14:30:00"),
    status: z.enum(appointmentStatuses).meta({
      description: "Status; a new appointment is SCHEDULED",
      examples: ["SCHEDULED"],
    }),
    name: text("Name of the person the appointment is for", "Ada Lovelace"),
    qrCode: z.string().min(1).meta({
      description: "Code for check-in: opaque, URL-safe and unique",
      examples: ["4fZk0sQmT9xYc2LbW7uNaE"],
    }),
    departmentId: id("Id of the department", 1),
    departmentName: text("Name of the department", "Citizens' Office"),
    externalUserId: z.string().optional().meta({
      description: "Your own id of the user; left out if none was supplied",
      examples: ["user-1815"],
    }),
    createdAt: localDateTime("Time of the creation", "2026-02-27T09:12:44"),
    archivedAt: localDateTime(
      "Time of the cancellation with DELETE; present only on an archived appointment",
      "2026-03-01T08:00:00",
    ).optional(),
  })
  .meta({ id: "Appointment", description: "An appointment" });

/** One page of appointments (rest-adapter/README.md 5.4). */
export const appointmentPageSchema = z
  .object({
    appointments: z.array(appointmentSchema).meta({ description: "The appointments of the page" }),
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
  })
  .meta({ id: "AppointmentPage", description: "One page of appointments" });

/** A department in a response (rest-adapter/README.md 6.2). */
export const departmentSchema = z
  .object({
    id: id("Id of the department", 1),
    name: text("Name of the department", "Citizens' Office"),
    address: text('Postal address; "" if none is set', "Rathausplatz 1, 10178 Berlin"),
    phoneNumber: text('Phone number; "" if none is set', "+49 30 5550100"),
    slotInterval: z.int().min(1).max(1440).meta({
      description: "Minutes from the start of one slot to the start of the next",
      examples: [30],
    }),
    workingHours: text(
      'Opening hours in words for people; "" if none are set',
      "Always open",
    ),
  })
  .meta({ id: "Department", description: "An active department" });

/** Every active department (rest-adapter/README.md 6.1). */
export const departmentListSchema = z
  .array(departmentSchema)
  .meta({ description: "The departments, in the order of their ids" });

/** The result of an availability check (rest-adapter/README.md 6.3). */
export const availabilitySchema = z
  .object({
    slotTime: localDateTime("The requested time", "2030-03-05T14:30:00"),
    available: z.boolean().meta({
      description: "Whether a creation at this time would be accepted now",
      examples: [true],
    }),
    remainingSlots: count(
      "Free places in the slot; 0 if the slot is unavailable for any reason",
      2,
    ),
    unavailabilityReason: z.string().nullable().meta({
      description: "Reason in words for people; null if the slot is available",
      examples: [null, "Slot is full (3/3 booked)"],
    }),
  })
  .meta({ id: "Availability", description: "Whether a slot is available" });

/** The slots of a range of days (rest-adapter/README.md 9.2). */
export const slotListSchema = z
  .object({
    slots: z.array(availabilitySchema).meta({ description: "The slots, in their order" }),
  })
  .meta({ id: "SlotList", description: "The slots of a range of days" });

const eventId = z.string().min(1).meta({
  description: "Identifies the event; `webhook-id` of its deliveries has the same value",
  examples: ["019cb2f0-6c1e-7d9a-8a54-2f8f3f8d7a10"],
});
const eventTime = instant("Time of the event in UTC", "2026-02-27T08:12:44.000Z");

function appointmentData(example: { id: number; departmentId: number }) {
  const object = z.object({
    id: count("Id of the appointment; 0 in a test", example.id),
    departmentId: count("Id of the department; 0 in a test", example.departmentId),
    dateTime: localDateTime("Time of the appointment", "2030-03-05T14:30:00"),
    status: appointmentSchema.shape.status,
    name: text("Name of the person the appointment is for", "Ada Lovelace"),
    phone: text('Phone number; "" if none is known', "+49 30 5550100"),
    qrCode: appointmentSchema.shape.qrCode,
  }).meta({ description: "The appointment after the event" });
  return z.object({ object }).meta({ description: "What the event is about" });
}

/** An event of an appointment (core/webhooks/README.md 2). */
export const appointmentEventSchema = z
  .object({
    id: eventId,
    type: z.enum(eventTypesOf("appointment")).meta({
      description: "What happened to the appointment",
      examples: [eventCatalogue.APPOINTMENT_CREATED.type],
    }),
    created: eventTime,
    data: appointmentData({ id: 61, departmentId: 1 }),
  })
  .meta({ id: "AppointmentEvent", description: "An event of an appointment" });

/** The event of the test operation (core/webhooks/README.md 13). The feed never has it. */
export const testEventSchema = z
  .object({
    id: eventId,
    type: z.literal(testEventType).meta({ description: "A test", examples: [testEventType] }),
    created: eventTime,
    data: appointmentData({ id: 0, departmentId: 0 }),
  })
  .meta({ id: "TestEvent", description: "A test of a webhook, with a sample of an appointment" });

/** An event of a slot. */
export const slotEventSchema = z
  .object({
    id: eventId,
    type: z.literal(eventTypesOf("slot")).meta({
      description: "The free places of a slot changed",
      examples: [eventCatalogue.SLOT_AVAILABILITY_CHANGED.type],
    }),
    created: eventTime,
    data: z.object({
      object: z.object({
        departmentId: count("Id of the department; 0 in a test", 1),
        slotTime: localDateTime("Start of the slot", "2030-03-05T14:30:00"),
        ...availabilitySchema.omit({ slotTime: true }).shape,
      }).meta({ description: "The slot after the event" }),
    }).meta({ description: "What the event is about" }),
  })
  .meta({ id: "SlotEvent", description: "An event of a slot" });

const notYet = (description: string) =>
  instant(description, "2026-02-27T08:31:02.000Z").nullable().meta({ examples: [null] });

/** An event of a visit (core/webhooks/README.md 15). */
export const visitEventSchema = z
  .object({
    id: eventId,
    type: z.enum(eventTypesOf("visit")).meta({
      description: "What happened to the visit",
      examples: [eventCatalogue.VISIT_CALLED.type],
    }),
    created: eventTime,
    data: z.object({
      object: z.object({
        id: count("Id of the visit; 0 in a test", 1),
        departmentId: count("Id of the department; 0 in a test", 1),
        number: count("The number by which the person is called", 42),
        part: count("From 1; more after a transfer to another department during the service", 1),
        appointmentId: id("Id of the appointment; null without one", 61).nullable(),
        state: z.enum(visitStates).meta({
          description: "State after the event",
          examples: ["CALLED"],
        }),
        outcome: z.enum(visitOutcomes).nullable().meta({
          description: "How the visit ended; null while it lasts",
          examples: [null],
        }),
        desk: text("The counter that called last; null before the first call", "4").nullable(),
        workerId: id("Id of the worker who called last; null if none was named", 3).nullable(),
        arrivedAt: instant("When the person came to the department", "2026-02-27T08:02:10.000Z"),
        calledAt: instant("The first call; null before it", "2026-02-27T08:12:44.000Z").nullable(),
        startedAt: notYet("The start of the service; null before it"),
        endedAt: notYet("The end; null while the visit lasts"),
      }).meta({ description: "The visit after the event" }),
    }).meta({ description: "What the event is about" }),
  })
  .meta({ id: "VisitEvent", description: "An event of a visit in the office" });

/** An event, as webhooks and the feed have it (core/webhooks/README.md 2). */
const eventSchema = z
  .union([appointmentEventSchema, slotEventSchema, visitEventSchema])
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

/** A hold in a response (rest-adapter/README.md 9.6). */
export const holdSchema = z
  .object({
    id: id("Id of the hold", 1),
    departmentId: id("Id of the department", 1),
    dateTime: localDateTime("The requested time", "2030-03-05T14:30:00"),
    workerId: id("Id of the worker; left out if the hold has none", 3).optional(),
    expiresAt: instant("When the hold ends, in UTC", "2026-02-27T08:17:44.512Z"),
    secondsLeft: count("Seconds until then, by the clock of the service", 299),
  })
  .meta({ id: "Hold", description: "A place that is held for you" });

/** The caller's own key (rest-adapter/README.md 9.3). */
export const ownKeySchema = z
  .object({
    name: text("Name of the key", "Website"),
    environment: z.enum(environments).meta({
      description: "Environment of the key",
      examples: ["LIVE"],
    }),
    scopes: z.array(z.enum(scopes)).meta({ description: "What the key may do" }),
    rateLimit: z
      .object({
        limit: z.int().min(1).meta({ description: "Allowed requests per hour", examples: [1000] }),
        remaining: count("Requests left in the current window", 998),
        resetSeconds: count("Seconds until the current window ends", 3412),
      })
      .nullable()
      .meta({ description: "The limit of the key; null if it has none" }),
    organization: z
      .object({
        name: text("Name of the organization", "Demo City"),
        timeZone: z.string().min(1).meta({
          description: "IANA time zone of every local date-time",
          examples: ["Europe/Berlin"],
        }),
      })
      .meta({ description: "The organization of the key" }),
    creditBalance: count("Credits left in the environment of the key", 41),
  })
  .meta({ id: "OwnKey", description: "The key of the request" });
