import {
  bookAppointmentFields,
  bookAppointmentInput,
  checkAvailabilityInput,
  holdPlaceFields,
  listAppointmentsInput,
  listSlotsInput,
  moveAppointmentFields,
  readEventsInput,
} from "../../core/mod.ts";
import { documented } from "../wire/documented.ts";

// Callers may send more forms of a time than responses have (rest-adapter/README.md 1).
const dateTimeForm = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?";
const dateTime = { type: "string", pattern: `^${dateTimeForm}$` };
const dateTimeOrDate = { type: "string", pattern: `^(${dateTimeForm}|\\d{4}-\\d{2}-\\d{2})$` };

const holdId = {
  description: "Id of a hold in this slot: the appointment takes its place, and the hold ends",
  example: 1,
};

/** The documented body of POST /appointments. */
export const bookAppointmentBody = documented(bookAppointmentFields, {
  departmentId: { description: "Id of the department to book in", example: 1 },
  dateTime: {
    description:
      "Time of the appointment, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    example: "2030-03-05T14:30:00",
    keywords: dateTime,
  },
  name: { description: "Name of the person the appointment is for", example: "Ada Lovelace" },
  workerId: {
    description:
      "Id of an active worker of the department. Required if the department is booked by worker",
    example: 1,
  },
  externalUserId: { description: "Your own id of the user", example: "user-1815" },
  holdId,
});

/** The documented header that makes a creation safe to repeat (rest-adapter/README.md 5.2). */
export const idempotencyHeader = documented(
  bookAppointmentInput.pick({ "Idempotency-Key": true }),
  {
    "Idempotency-Key": {
      description:
        "Makes the request safe to repeat. For 24 hours the same key with the same fields returns " +
        "the first answer and costs no credit. The same key with different fields is refused.",
      example: "b7c1f1de-5f0e-4d67-9f0b-0c6d4f6a2f11",
    },
  },
);

/** The documented query of GET /appointments. */
export const listAppointmentsQuery = documented(listAppointmentsInput, {
  page: { description: "Page number, from 0", example: 0, keywords: { default: 0 } },
  size: {
    description: "Page size; a value above 100 counts as 100",
    example: 20,
    keywords: { default: 20 },
  },
  status: { description: "Only appointments with this status", example: "SCHEDULED" },
  departmentId: { description: "Only appointments in this department", example: 1 },
  externalUserId: {
    description: "Only appointments with this `externalUserId`",
    example: "user-1815",
  },
  startDate: {
    description: "Only appointments at or after this local date-time; a date means its 00:00:00",
    example: "2030-03-01",
    keywords: dateTimeOrDate,
  },
  endDate: {
    description: "Only appointments at or before this local date-time; a date means its 23:59:59",
    example: "2030-03-31T18:00:00",
    keywords: dateTimeOrDate,
  },
  sort: { description: "Order: <field>,<asc|desc>", example: "dateTime,asc" },
});

/** The documented query of GET /departments/{id}/availability. */
export const checkAvailabilityQuery = documented(checkAvailabilityInput, {
  dateTime: {
    description: "The local date-time to check",
    example: "2030-03-05T14:30:00",
    keywords: dateTime,
  },
});

/** The documented query of GET /events. */
export const readEventsQuery = documented(readEventsInput, {
  after: {
    description:
      "The `nextCursor` of the answer before. Without it, the oldest events come first. `latest` " +
      "begins after the newest event",
    example: "live_1842_0_1795423000",
    keywords: { type: "string" },
  },
  types: {
    description: "Only events of these types, with commas between them",
    example: "appointment.created,appointment.cancelled",
    keywords: { type: "string" },
  },
  limit: {
    description: "The maximum number of events",
    example: 100,
    keywords: { default: 100 },
  },
  wait: {
    description: "If there is no event, wait up to this number of seconds for one",
    example: 20,
    keywords: { default: 0 },
  },
});

/** The documented query of GET /departments/{id}/slots. */
export const listSlotsQuery = documented(listSlotsInput, {
  startDate: {
    description: "The first local date",
    example: "2030-03-01",
    keywords: { type: "string", format: "date" },
  },
  endDate: {
    description: "The last local date, at most 30 days after the first",
    example: "2030-03-31",
    keywords: { type: "string", format: "date" },
  },
  workerId: {
    description: "Only what this active worker of the department can take",
    example: 1,
  },
  onlyAvailable: {
    description: "Whether to leave out unavailable slots",
    example: true,
    keywords: { default: false },
  },
});

/** The documented body of POST /appointments/{id}/reschedule. */
export const moveAppointmentBody = documented(moveAppointmentFields, {
  dateTime: {
    description: "The new time, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    example: "2030-03-06T09:00:00",
    keywords: dateTime,
  },
  departmentId: {
    description: "Id of the new department. Without it, the appointment stays in its department",
    example: 2,
  },
  workerId: {
    description:
      "Id of the new worker. Without it, the appointment keeps its worker while it stays in its department",
    example: 1,
  },
  holdId,
});

/** The documented body of POST /holds. */
export const holdPlaceBody = documented(holdPlaceFields, {
  departmentId: { description: "Id of the department", example: 1 },
  dateTime: {
    description: "A time in the slot, local to the organization: YYYY-MM-DDTHH:mm[:ss], no zone",
    example: "2030-03-05T14:30:00",
    keywords: dateTime,
  },
  workerId: {
    description:
      "Id of an active worker of the department. Required if the department is booked by worker",
    example: 1,
  },
  seconds: {
    description: "For how long the place is held, in seconds",
    example: 300,
    keywords: { default: 300 },
  },
});

/** The documented header that makes a hold safe to repeat. */
export const holdIdempotencyHeader = documented(
  bookAppointmentInput.pick({ "Idempotency-Key": true }),
  {
    "Idempotency-Key": {
      description:
        "Makes the request safe to repeat. While the hold lasts, the same key with the same fields " +
        "returns it. The same key with different fields is refused.",
      example: "0d7cbf5e-6a0e-4d8b-a7f5-3b1f1c2f9f63",
    },
  },
);
