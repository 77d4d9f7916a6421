import { z } from "zod";
import {
  actorOfKey,
  appointmentView,
  archiveAppointmentInput,
  bookAppointmentFields,
  bookAppointmentInput,
  editAppointmentFields,
  includeInput,
  listAppointmentsInput,
  moveAppointmentFields,
  parseInclude,
} from "../../core/mod.ts";
import { requireJsonBody } from "../http/mod.ts";
import { readQuery } from "../query.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { readIdempotentBody } from "./idempotent_body.ts";
import { appointmentPageSchema } from "./wire_schemas.ts";

const path = "/api/v1/appointments";
const tag = "Appointments";
const replayed = z.literal("true").optional().meta({
  description: "Present if this repeats the first answer to the same key; it costs no credit",
  examples: ["true"],
});
const idempotencyHeader = documented(bookAppointmentInput.pick({ "Idempotency-Key": true }));
const included = documented(includeInput);
const appointmentPath = idPath("Id of the appointment", 61);

/** Creates an appointment (rest-adapter/README.md 5.1). */
export const createAppointmentEndpoint: PublicEndpoint = {
  method: "POST",
  path,
  operationId: "createAppointment",
  tag,
  summary: "Book an appointment",
  description:
    "Books an appointment and consumes 1 credit. If the availability check calls the slot " +
    "unavailable, the creation is refused with VALIDATION_ERROR on `dateTime` and the same reason.",
  scopes: ["WRITE_APPOINTMENTS"],
  startsEarly: "write",
  request: {
    headers: idempotencyHeader,
    query: included,
    body: {
      schema: documented(bookAppointmentFields),
      example: {
        departmentId: 1,
        dateTime: "2030-03-05T14:30:00",
        name: "Ada Lovelace",
        externalUserId: "user-1815",
      },
    },
  },
  success: {
    status: 201,
    description: "The appointment is booked, or was booked before with the same Idempotency-Key",
    body: appointmentView,
    headers: {
      Location: z.string().meta({
        description: "Path of the appointment",
        examples: [`${path}/61`],
      }),
      "Idempotent-Replayed": replayed,
      "X-Credits-Remaining": z.int().min(0).optional().meta({
        description: "The balance after the booking; absent if no credit was consumed",
        examples: [41],
      }),
    },
  },
  refusals: [
    "VALIDATION_ERROR",
    "INSUFFICIENT_CREDITS",
    "DEPARTMENT_NOT_FOUND",
    "PAYLOAD_TOO_LARGE",
  ],
  async handle(call) {
    const { application, caller, isConfirmed, apiCall, startedAtMs, request } = call;
    // Nearly all requests ask for nothing more.
    const include = request.url.includes("?")
      ? parseInclude(readQuery(request, includeInput)).include
      : undefined;
    const input = await readIdempotentBody(call);
    const usage = { ...apiCall, startedAtMs, statusCode: 201, creditsConsumed: 1 };
    const booker = { ...caller, actor: actorOfKey(caller, apiCall.ipAddress), usage, isConfirmed };
    const booking = await application.bookAppointment(booker, input);
    const { appointment, isReplay, creditsRemaining } = booking;
    // The booking is made, so a failure of this read must not be its answer.
    const added = include &&
      await application.getAppointment(caller, appointment.id, { include: include.join() })
        .catch(() => ({}));
    return {
      status: 201,
      // The fields of the first answer stay as they were.
      body: added ? { ...added, ...appointment } : appointment,
      headers: {
        Location: `${path}/${appointment.id}`,
        ...(isReplay && { "Idempotent-Replayed": "true" }),
        ...(creditsRemaining !== null && { "X-Credits-Remaining": String(creditsRemaining) }),
      },
      isRecorded: !isReplay,
    };
  },
};

/** Returns one appointment (rest-adapter/README.md 5.3). */
export const getAppointmentEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}`,
  operationId: "getAppointment",
  tag,
  summary: "Read an appointment",
  description: "Returns one appointment, also if it was cancelled (archived).",
  scopes: ["READ_APPOINTMENTS"],
  startsEarly: "read",
  request: { path: appointmentPath, query: included },
  success: { status: 200, description: "The appointment", body: appointmentView },
  refusals: ["VALIDATION_ERROR", "APPOINTMENT_NOT_FOUND"],
  async handle({ application, caller, id, request }) {
    const query = readQuery(request, includeInput);
    return { status: 200, body: await application.getAppointment(caller, id, query) };
  },
};

/** Lists appointments (rest-adapter/README.md 5.4). */
export const listAppointmentsEndpoint: PublicEndpoint = {
  method: "GET",
  path,
  operationId: "listAppointments",
  tag,
  summary: "List appointments",
  description: "Returns one page of the organization's appointments. Cancelled (archived) " +
    "appointments are left out.",
  scopes: ["READ_APPOINTMENTS"],
  request: { query: documented(listAppointmentsInput) },
  success: { status: 200, description: "One page of appointments", body: appointmentPageSchema },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, listAppointmentsInput);
    const { items, ...page } = await application.listAppointments(caller, query);
    return { status: 200, body: { appointments: items, ...page } };
  },
};

/** Archives an appointment (rest-adapter/README.md 5.5). */
export const archiveAppointmentEndpoint: PublicEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "cancelAppointment",
  tag,
  summary: "Cancel an appointment",
  description:
    "Cancels (archives) an appointment. Its place is free at once. Its status does not " +
    "change and no credit is refunded. Repeating the request changes nothing. A `reason` is in the event, " +
    "in reports, and in the mail to the person if the office's text has it.",
  scopes: ["WRITE_APPOINTMENTS"],
  request: { path: appointmentPath, query: documented(archiveAppointmentInput) },
  success: { status: 200, description: "The appointment is archived; the body is empty" },
  refusals: ["VALIDATION_ERROR", "APPOINTMENT_NOT_FOUND"],
  async handle({ application, caller, apiCall, id, request }) {
    const query = readQuery(request, archiveAppointmentInput);
    const actor = actorOfKey(caller, apiCall.ipAddress);
    await application.archiveAppointment({ ...caller, actor }, id, query);
    return { status: 200 };
  },
};

/** Edits an appointment (rest-adapter/README.md 9.10). */
export const editAppointmentEndpoint: PublicEndpoint = {
  method: "PATCH",
  path: `${path}/{id}`,
  operationId: "updateAppointment",
  tag: "Extensions",
  summary: "Change the person of an appointment",
  description:
    "Changes the fields that the body has, and no others; null clears a field. The appointment must be SCHEDULED. Its " +
    "time and place do not change: use `/reschedule` for that. Repeating the request changes nothing.",
  scopes: ["WRITE_APPOINTMENTS"],
  request: {
    path: appointmentPath,
    query: included,
    body: {
      schema: documented(editAppointmentFields),
      example: { email: "ada@example.org", metadata: { caseNumber: "2026-0815" } },
    },
  },
  success: { status: 200, description: "The appointment as it is now", body: appointmentView },
  refusals: ["VALIDATION_ERROR", "APPOINTMENT_NOT_FOUND", "CONFLICT", "PAYLOAD_TOO_LARGE"],
  async handle({ application, caller, apiCall, id, request }) {
    const { include } = readQuery(request, includeInput);
    const input = await requireJsonBody(request);
    const editor = { ...caller, actor: actorOfKey(caller, apiCall.ipAddress) };
    const edited = await application.editAppointment(editor, { ...input, include, id });
    return { status: 200, body: edited };
  },
};

/** Moves an appointment (rest-adapter/README.md 9.5). */
export const moveAppointmentEndpoint: PublicEndpoint = {
  method: "POST",
  path: `${path}/{id}/reschedule`,
  operationId: "rescheduleAppointment",
  tag: "Extensions",
  summary: "Move an appointment",
  description:
    "Moves a SCHEDULED appointment to another time, department or worker, by the rule of creation and without a " +
    "credit. If it is refused, the appointment keeps its place. A move to where it already is changes nothing.",
  scopes: ["WRITE_APPOINTMENTS"],
  request: {
    path: appointmentPath,
    headers: idempotencyHeader,
    body: {
      schema: documented(moveAppointmentFields),
      example: { dateTime: "2030-03-06T09:00:00" },
    },
  },
  success: {
    status: 200,
    description: "The appointment at its new time, or as the same request with its key moved it",
    body: appointmentView,
    headers: { "Idempotent-Replayed": replayed },
  },
  refusals: [
    "VALIDATION_ERROR",
    "APPOINTMENT_NOT_FOUND",
    "DEPARTMENT_NOT_FOUND",
    "CONFLICT",
    "PAYLOAD_TOO_LARGE",
  ],
  async handle(call) {
    const { application, caller, apiCall, id } = call;
    const input = await readIdempotentBody(call);
    const actor = actorOfKey(caller, apiCall.ipAddress);
    const mover = { ...caller, actor };
    const { appointment, isReplay } = await application.moveAppointment(mover, { ...input, id });
    return {
      status: 200,
      body: appointment,
      ...(isReplay && { headers: { "Idempotent-Replayed": "true" } }),
    };
  },
};
