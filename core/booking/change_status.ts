import type { Caller } from "../access/caller.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { AppointmentChange, ChangeContext, DecideChange } from "./appointment_change.ts";
import { CreditEntry } from "../credits/credit_entry.ts";
import { changed, movedTo } from "./appointment.ts";
import type { BookingScope, Environment } from "../environment.ts";
import {
  appointmentNotFound,
  staffAppointmentInput,
  type StaffAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";

/**
 * Cancels a SCHEDULED appointment: its place is free at once and its credit is refunded, once (decisions 4).
 * Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for one that is not SCHEDULED or is archived.
 */
export async function cancelAppointment(
  ports: Pick<Ports, "gate">,
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const name = parseInput(staffAppointmentInput, input);
  return await changeAsStaff(ports, caller, { ...name, decide: decideCancelling });
}

/** Decides a cancellation with its refund. */
function decideCancelling(
  { appointment, balance, now }: ChangeContext,
): AppointmentChange {
  const { id: appointmentId, organizationId, environment } = appointment;
  return {
    appointment: movedTo(appointment, "CANCELLED"),
    creditEntry: new CreditEntry({
      organizationId,
      environment,
      kind: "REFUNDED",
      amount: 1,
      balanceAfter: balance + 1,
      appointmentId,
      note: "",
      createdAt: now,
    }),
    eventName: "APPOINTMENT_CANCELLED",
    action: "appointment.cancelled",
  };
}

/**
 * Says that an appointment took place: SCHEDULED becomes COMPLETED, and MISSED by mistake is corrected
 * (decisions 4). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for any other or archived one.
 */
export async function completeAppointment(
  ports: Pick<Ports, "gate">,
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const name = parseInput(staffAppointmentInput, input);
  return await changeAsStaff(ports, caller, { ...name, decide: decideCompleting });
}

/** Decides a completion; a correction is told as an update (decisions 8). */
function decideCompleting({ appointment }: ChangeContext): AppointmentChange {
  return {
    appointment: movedTo(appointment, "COMPLETED"),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_COMPLETED" : "APPOINTMENT_UPDATED",
    action: "appointment.completed",
  };
}

/**
 * Says that nobody came to an appointment: SCHEDULED becomes MISSED, and COMPLETED by mistake is corrected
 * (decisions 4). Its place stays taken. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for any other or archived one.
 */
export async function markMissed(
  ports: Pick<Ports, "gate">,
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const name = parseInput(staffAppointmentInput, input);
  return await changeAsStaff(ports, caller, { ...name, decide: decideMissing });
}

/** Decides a no-show; a correction is told as an update (decisions 8). */
function decideMissing({ appointment }: ChangeContext): AppointmentChange {
  return {
    appointment: movedTo(appointment, "MISSED"),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_NO_SHOW" : "APPOINTMENT_UPDATED",
    action: "appointment.missed",
  };
}

/**
 * Archives an appointment (interface, "DELETE /appointments/{id}"): its place is free at once, its status
 * stays, nothing is refunded. Doing it again changes nothing. Throws APPOINTMENT_NOT_FOUND.
 */
export async function archiveAppointment(
  { gate }: Pick<Ports, "gate">,
  { organizationId, environment, actor }: BookingScope & Pick<Caller, "actor">,
  id: number,
): Promise<void> {
  const scope = { organizationId, environment };
  const appointment = await gate.change(scope, { id, actor }, decideArchiving);
  if (!appointment) throw appointmentNotFound();
}

/** Only a SCHEDULED one is told of as cancelled (decisions 4); an archived one moves no more. */
function decideArchiving({ appointment, now }: ChangeContext): AppointmentChange | null {
  if (appointment.archivedAt) return null;
  return {
    appointment: changed(appointment, { archivedAt: now }),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_CANCELLED" : null,
    action: "appointment.archived",
  };
}

/**
 * Has the gate decide and write a change of the caller's organization's appointment; `moveTo` is the time
 * that it is to be moved to. Throws APPOINTMENT_NOT_FOUND, and what `decide` throws.
 */
export async function changeAsStaff(
  { gate }: Pick<Ports, "gate">,
  { organizationId, timeZone, actor }: Caller,
  { id, environment, moveTo, decide }: {
    id: number;
    environment: Environment;
    moveTo?: Temporal.PlainDateTime;
    decide: DecideChange;
  },
): Promise<StaffAppointmentView> {
  const ref = { id, actor, ...(moveTo && { moveTo }) };
  const appointment = await gate.change({ organizationId, environment }, ref, decide);
  if (!appointment) throw appointmentNotFound();
  return toStaffAppointmentView(appointment, timeZone);
}
