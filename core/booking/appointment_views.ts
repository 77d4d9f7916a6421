import { formatInstant, formatLocalDateTime } from "../local_date_time.ts";
import type { AppointmentStatus, ReadAppointment } from "./appointment.ts";
import { z } from "zod";
import { idField } from "../input.ts";
import { type Environment, environmentField } from "../environment.ts";
import { DomainError } from "../errors.ts";

/** An appointment in the contract's words, its times local to the organization (interface, "Appointment"). */
export interface AppointmentView {
  id: number;
  dateTime: string;
  status: AppointmentStatus;
  name: string;
  qrCode: string;
  departmentId: number;
  departmentName: string;
  /** Left out when it was not supplied. */
  externalUserId?: string;
  createdAt: string;
  /** Only an archived appointment carries it (decisions 4). */
  archivedAt?: string;
}

/** An appointment as it is shown to callers of the public API: without phone and worker (decisions 4). */
export function toAppointmentView(
  appointment: Omit<ReadAppointment, "environment" | "phone" | "workerId">,
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

/** An appointment as staff see it: the contract's, with what the public API does not show. */
export interface StaffAppointmentView extends AppointmentView {
  environment: Environment;
  /** "" when unknown. */
  phone: string;
  workerId: number | null;
  /** Of results that are read; null without a worker. */
  workerName?: string | null;
}

/** An appointment as it is shown to staff of its organization. */
export function toStaffAppointmentView(
  appointment: ReadAppointment,
  timeZone: string,
): StaffAppointmentView {
  const { environment, phone, workerId, workerName } = appointment;
  return {
    ...toAppointmentView(appointment, timeZone),
    environment,
    phone,
    workerId,
    ...(workerName !== undefined && { workerName }),
  };
}

/** Which appointment staff mean: `{id, environment?}`, of LIVE where no environment is given. */
export const staffAppointmentInput = z.object({
  id: idField("The appointment"),
  environment: environmentField,
});

/** The refusal of an id that no appointment of the caller's has. */
export function appointmentNotFound(): DomainError {
  return new DomainError("APPOINTMENT_NOT_FOUND", "There is no appointment with this id");
}
