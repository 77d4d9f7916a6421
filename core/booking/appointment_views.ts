import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { AppointmentStatus, ReadAppointment } from "./appointment.ts";
import { z } from "zod";
import { idField } from "../input.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";

/** An appointment with the field names of the public API. Times are local to the organization. */
export interface AppointmentView {
  id: number;
  dateTime: string;
  status: AppointmentStatus;
  name: string;
  qrCode: string;
  departmentId: number;
  departmentName: string;
  /** Absent if none was supplied. */
  externalUserId?: string;
  createdAt: string;
  /** Present only on an archived appointment. */
  archivedAt?: string;
}

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
  return new DomainError("APPOINTMENT_NOT_FOUND", "There is no appointment with this id");
}
