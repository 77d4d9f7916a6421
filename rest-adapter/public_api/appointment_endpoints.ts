import { z } from "zod";
import { actorOfKey, bookAppointmentInput, type Fault, validationError } from "../../core/mod.ts";
import { readJsonBody } from "../json_body.ts";
import { readQuery } from "../query.ts";
import { idPath } from "../openapi/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import {
  bookAppointmentBody,
  idempotencyHeader,
  listAppointmentsQuery,
} from "./request_schemas.ts";
import { appointmentPageSchema, appointmentSchema } from "./wire_schemas.ts";

const path = "/api/v1/appointments";
const tag = "Appointments";
const idempotencyKey = "Idempotency-Key";
const appointmentPath = idPath("The appointment's id", 48_213);

/** POST /appointments (interface; decisions 4). */
export const createAppointmentEndpoint: PublicEndpoint = {
  method: "POST",
  path,
  operationId: "createAppointment",
  tag,
  summary: "Book an appointment",
  description:
    "Books an appointment and consumes 1 credit. Whatever the availability check calls " +
    "unavailable is refused here as VALIDATION_ERROR on `dateTime`, with the same reason.",
  scopes: ["WRITE_APPOINTMENTS"],
  request: {
    headers: idempotencyHeader,
    body: {
      schema: bookAppointmentBody,
      example: {
        departmentId: 7,
        dateTime: "2026-03-05T14:30:00",
        name: "Ada Lovelace",
        externalUserId: "user-1815",
      },
    },
  },
  success: {
    status: 201,
    description: "The appointment was booked, or had been booked under the same Idempotency-Key",
    body: appointmentSchema,
    headers: {
      Location: z.string().meta({
        description: "Path of the appointment",
        examples: [`${path}/48213`],
      }),
      "Idempotent-Replayed": z.literal("true").optional().meta({
        description: "There when this is the first answer under the key again, at no cost",
        examples: ["true"],
      }),
    },
  },
  refusals: [
    "VALIDATION_ERROR",
    "INSUFFICIENT_CREDITS",
    "DEPARTMENT_NOT_FOUND",
    "PAYLOAD_TOO_LARGE",
  ],
  async handle({ application, caller, apiCall, request }) {
    const key = request.headers.get(idempotencyKey) ?? undefined;
    const { object, fault } = await readJsonBody(request);
    if (fault) throw validationError(fault, ...idempotencyFaults(key));
    // The header comes last, so that a body field of its name is never taken for it.
    const input = { ...object, [idempotencyKey]: key };
    const usage = { ...apiCall, statusCode: 201, creditsConsumed: 1 };
    const actor = actorOfKey(caller, apiCall.ipAddress);
    const { appointment, isReplay } = await application
      .bookAppointment(caller, input, usage, actor);
    return {
      status: 201,
      body: appointment,
      headers: {
        Location: `${path}/${appointment.id}`,
        ...(isReplay && { "Idempotent-Replayed": "true" }),
      },
      isRecorded: !isReplay,
    };
  },
};

/** GET /appointments/{id} (interface). */
export const getAppointmentEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}`,
  operationId: "getAppointment",
  tag,
  summary: "Read an appointment",
  description: "Gives one appointment, a cancelled (archived) one too.",
  scopes: ["READ_APPOINTMENTS"],
  request: { path: appointmentPath },
  success: { status: 200, description: "The appointment", body: appointmentSchema },
  refusals: ["APPOINTMENT_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: await application.getAppointment(caller, id) };
  },
};

/** GET /appointments (interface; decisions 5). */
export const listAppointmentsEndpoint: PublicEndpoint = {
  method: "GET",
  path,
  operationId: "listAppointments",
  tag,
  summary: "List appointments",
  description: "Gives one page of the organization's appointments, without the cancelled " +
    "(archived) ones.",
  scopes: ["READ_APPOINTMENTS"],
  request: { query: listAppointmentsQuery },
  success: { status: 200, description: "One page", body: appointmentPageSchema },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT"],
  async handle({ application, caller, request }) {
    const query = readQuery(request, {
      names: Object.keys(listAppointmentsQuery.shape),
      integers: ["page", "size", "departmentId"],
    });
    const { items, ...page } = await application.listAppointments(caller, query);
    return { status: 200, body: { appointments: items, ...page } };
  },
};

/** DELETE /appointments/{id} (interface; decisions 4). */
export const archiveAppointmentEndpoint: PublicEndpoint = {
  method: "DELETE",
  path: `${path}/{id}`,
  operationId: "cancelAppointment",
  tag,
  summary: "Cancel an appointment",
  description:
    "Cancels (archives) an appointment: its place is free at once, its status stays as " +
    "it is, and no credit is refunded. Repeating it changes nothing.",
  scopes: ["WRITE_APPOINTMENTS"],
  request: { path: appointmentPath },
  success: { status: 200, description: "The appointment is archived; the body is empty" },
  refusals: ["APPOINTMENT_NOT_FOUND"],
  async handle({ application, caller, apiCall, id }) {
    await application.archiveAppointment(caller, id, actorOfKey(caller, apiCall.ipAddress));
    return { status: 200 };
  },
};

function idempotencyFaults(key: string | undefined): Fault[] {
  const { error } = bookAppointmentInput.shape[idempotencyKey].safeParse(key);
  return (error?.issues ?? []).map(({ message }) => ({ field: idempotencyKey, message }));
}
