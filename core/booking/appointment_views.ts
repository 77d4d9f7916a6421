import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import { appointmentStatuses, type ReadAppointment } from "./appointment.ts";
import { z } from "zod";
import { idField, inSchema, parseInput, textField } from "../input.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { parseMetadata, seenContact } from "../contact.ts";
import { id, localDateTime, text } from "../view_fields.ts";
import { say } from "../messages.ts";

/** What an answer of the public API has only if the request asks for it. */
const includable = ["contact", "metadata", "cancelReason", "manageUrl"] as const;
export type Included = (typeof includable)[number];

/** An appointment with the field names of the public API, without worker. Times are local to the organization. */
export const appointmentView = z
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
    phone: z.string().nullable().optional().meta({
      description: "Phone number of the person; null if unknown. Only with `include=contact`",
      examples: ["+49 30 5550199"],
    }),
    email: z.string().nullable().optional().meta({
      description: "E-mail address of the person; null if unknown. Only with `include=contact`",
      examples: ["ada@example.org"],
    }),
    locale: z.string().nullable().optional().meta({
      description: "Language of the person; null if unknown. Only with `include=contact`",
      examples: ["de-AT"],
    }),
    metadata: z.record(z.string(), z.string()).nullable().optional().meta({
      description: "Your own texts; null for none. Only with `include=metadata`",
      examples: [{ caseNumber: "2026-0815" }],
    }),
    cancelReason: z.string().nullable().optional().meta({
      description: "Why it was cancelled; null if nobody said so. Only with `include=cancelReason`",
      examples: ["The person is ill"],
    }),
    manageUrl: z.string().nullable().optional().meta({
      description:
        "Address of the page on which the person sees, cancels and moves the appointment, as the department allows; " +
        "secret. Another address after the appointment was given to another person. Null if there is none: the " +
        "department gives no links, or the appointment is not SCHEDULED. Only with " +
        "`include=manageUrl`",
      examples: ["https://booking.example.org/appointment/AAAAAQEAAAAAAAAAPVl0c3R5d3RhZ2dlbmVy"],
    }),
  })
  .meta({ id: "Appointment", description: "An appointment" });
export type AppointmentView = z.output<typeof appointmentView>;

/** Input with what an answer has in addition. */
export const includeInput = z.object({
  include: textField(60, "").transform((text, context): readonly Included[] => {
    const names = text.split(",").map((name) => name.trim());
    const known = names.filter((name) => (includable as readonly string[]).includes(name));
    if (known.length === names.length) return known as Included[];
    context.addIssue({
      code: "custom",
      message: inSchema("chooseOne", { list: includable.join(", ") }),
    });
    return z.NEVER;
  }).optional().meta({
    description:
      "What the answer has in addition, with commas between: `contact` (phone, email, locale), `metadata`, " +
      "`cancelReason`, `manageUrl`",
    examples: ["contact,metadata"],
  }),
});

/** Reads what an answer has in addition. Throws VALIDATION_ERROR. */
export function parseInclude(input: unknown): z.output<typeof includeInput> {
  return parseInput(includeInput, input);
}

/**
 * Makes the view for the public API, without worker, and with the contact and the metadata only if they are asked for
 * (core/booking/README.md 12).
 */
export function toAppointmentView(
  appointment: Omit<ReadAppointment, "environment" | "note" | "workerId">,
  timeZone: string,
  { include = [] }: { include?: readonly Included[] | undefined } = {},
): AppointmentView {
  const { id, status, name, qrCode, departmentId, departmentName } = appointment;
  const { externalUserId, archivedAt } = appointment;
  return {
    id,
    dateTime: formatLocalDateTime(appointment.dateTime),
    status,
    name,
    qrCode,
    departmentId,
    departmentName,
    ...(externalUserId !== null && { externalUserId }),
    createdAt: formatInstant(appointment.createdAt, timeZone),
    ...(archivedAt && { archivedAt: formatInstant(archivedAt, timeZone) }),
    ...(include.includes("contact") && {
      phone: appointment.phone || null,
      email: appointment.email,
      locale: appointment.locale,
    }),
    ...(include.includes("metadata") && { metadata: parseMetadata(appointment.metadata) }),
    ...(include.includes("cancelReason") && { cancelReason: appointment.cancelReason }),
  };
}

/** An appointment as staff see it: the fields of the public API and more. */
export interface StaffAppointmentView extends AppointmentView {
  environment: Environment;
  /** "" if unknown. */
  phone: string;
  email: string | null;
  locale: string | null;
  metadata: Record<string, string> | null;
  /** Null if nobody said why, or if it is not cancelled. */
  cancelReason: string | null;
  /** What staff have noted; "" for nothing. */
  note: string;
  workerId: number | null;
  /** Null without a worker. Absent in the result of a creation. */
  workerName?: string | null;
}

/** Makes the view for staff of the organization. */
export function toStaffAppointmentView(
  appointment: ReadAppointment,
  timeZone: string,
): StaffAppointmentView {
  const { environment, phone, cancelReason, note, workerId, workerName } = appointment;
  return {
    ...toAppointmentView(appointment, timeZone),
    environment,
    phone,
    ...seenContact(appointment),
    cancelReason,
    note,
    workerId,
    ...(workerName !== undefined && { workerName }),
  };
}

/** Input that identifies an appointment: `{id, environment?}`. The default environment is LIVE. */
export const staffAppointmentInput = z.object({
  id: idField("The appointment"),
  environment: environmentField,
});

/** Makes the error for an appointment id that the caller cannot use. */
export function appointmentNotFound(): DomainError {
  return new DomainError("APPOINTMENT_NOT_FOUND", say("gone"));
}
