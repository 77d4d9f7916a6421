import { z } from "zod";
import type { StaffCaller } from "../access/staff_caller.ts";
import { DomainError } from "../errors.ts";
import { idField, nameField, parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { type AppointmentView, type ReadAppointment, toAppointmentView } from "./appointment.ts";
import { type Environment, environmentField } from "../environment.ts";
import { appointmentNotFound } from "./list_appointments.ts";

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

/** One appointment, archived or not. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND. */
export async function readAppointmentAsStaff(
  { appointments }: Pick<Ports, "appointments">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment } = parseInput(staffAppointmentInput, input);
  const appointment = await appointments.find({ organizationId, environment }, id);
  if (!appointment) throw appointmentNotFound();
  return toStaffAppointmentView(appointment, timeZone);
}

/** What a scanner reads; blanks around it are its own. */
export const findByQrCodeInput = z.object({
  qrCode: nameField(255, "The code of the appointment"),
});

/**
 * The appointment of a code in either environment, archived or not, for checking in (decisions 4). Throws
 * VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function findByQrCode(
  { appointments }: Pick<Ports, "appointments">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { qrCode } = parseInput(findByQrCodeInput, input);
  const appointment = await appointments.findByQrCode(organizationId, qrCode);
  if (!appointment) {
    throw new DomainError("APPOINTMENT_NOT_FOUND", "There is no appointment with this code");
  }
  return toStaffAppointmentView(appointment, timeZone);
}
