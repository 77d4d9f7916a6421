import {
  bookAppointmentFields,
  bookAppointmentInput,
  checkAvailabilityInput,
  listAppointmentsInput,
} from "../../core/mod.ts";
import { documented } from "../openapi/documented.ts";

// What callers may send is wider than the one form that responses have (decisions 4).
const dateTimeForm = "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d+)?)?";
const dateTime = { type: "string", pattern: `^${dateTimeForm}$` };
const dateTimeOrDate = { type: "string", pattern: `^(${dateTimeForm}|\\d{4}-\\d{2}-\\d{2})$` };

/** The body of POST /appointments, for the document. */
export const bookAppointmentBody = documented(bookAppointmentFields, {
  departmentId: { description: "The department to book in", example: 7 },
  dateTime: {
    description:
      "When, local to the organization: YYYY-MM-DDTHH:mm, seconds optional, without a zone",
    example: "2026-03-05T14:30:00",
    keywords: dateTime,
  },
  name: { description: "Name of the person the appointment is for", example: "Ada Lovelace" },
  workerId: {
    description:
      "The worker who takes it: an active one of the department. Required in some departments",
    example: 3,
  },
  externalUserId: { description: "Your own identifier of the user", example: "user-1815" },
});

/** The header that makes a creation safe to repeat (decisions 4). */
export const idempotencyHeader = documented(
  bookAppointmentInput.pick({ "Idempotency-Key": true }),
  {
    "Idempotency-Key": {
      description:
        "Makes the request safe to repeat: for 24 hours the same key with the same body gives the " +
        "first answer again and costs nothing. With another body it is refused.",
      example: "b7c1f1de-5f0e-4d67-9f0b-0c6d4f6a2f11",
    },
  },
);

/** The query of GET /appointments, for the document. */
export const listAppointmentsQuery = documented(listAppointmentsInput, {
  page: { description: "Page, from 0", example: 0, keywords: { default: 0 } },
  size: {
    description: "Appointments a page; above 100 counts as 100",
    example: 20,
    keywords: { default: 20 },
  },
  status: { description: "Only those with this status", example: "SCHEDULED" },
  departmentId: { description: "Only those of this department", example: 7 },
  externalUserId: {
    description: "Only those of this user, by your own identifier",
    example: "user-1815",
  },
  startDate: {
    description: "Only those at or after this local date-time; a date alone means its 00:00:00",
    example: "2026-03-01",
    keywords: dateTimeOrDate,
  },
  endDate: {
    description: "Only those at or before this local date-time; a date alone means its 23:59:59",
    example: "2026-03-31T18:00:00",
    keywords: dateTimeOrDate,
  },
  sort: { description: "Order, as <field>,<asc|desc>", example: "dateTime,asc" },
});

/** The query of GET /departments/{id}/availability, for the document. */
export const checkAvailabilityQuery = documented(checkAvailabilityInput, {
  dateTime: {
    description: "The local date-time to check, as it would be booked",
    example: "2026-03-05T14:30:00",
    keywords: dateTime,
  },
});
