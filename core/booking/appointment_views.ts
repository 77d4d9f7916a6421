import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import { appointmentStatuses, type ReadAppointment } from "./appointment.ts";
import { z } from "zod";
import { idField } from "../input.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { id, localDateTime, text } from "../view_fields.ts";
import { say } from "../messages.ts";

/** An appointment with the field names of the public API, without phone and worker. Times are local to the organization. */
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
  })
  .meta({ id: "Appointment", description: "An appointment" });
export type AppointmentView = z.output<typeof appointmentView>;

/** Makes the view for the public API, without phone and worker (core/booking/README.md 12). */
export function toAppointmentView(
  appointment: Omit<ReadAppointment, "environment" | "phone" | "note" | "workerId">,
  timeZone: string,
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
  };
}

/** An appointment as staff see it: the fields of the public API and more. */
export interface StaffAppointmentView extends AppointmentView {
  environment: Environment;
  /** "" if unknown. */
  phone: string;
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
  const { environment, phone, note, workerId, workerName } = appointment;
  return {
    ...toAppointmentView(appointment, timeZone),
    environment,
    phone,
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
