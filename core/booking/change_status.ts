import { z } from "zod";
import type { Caller } from "../access/caller.ts";
import { nameField, parseInput } from "../input.ts";
import type { AppointmentChange, ChangeContext, DecideChange } from "./appointment_change.ts";
import { CreditEntry } from "../credits/credit_entry.ts";
import { slotOf } from "../departments/slot.ts";
import { DomainError, type StatusConflict } from "../errors.ts";
import { formatInstant } from "../local_date_time.ts";
import { checkRoom, placeIn } from "./admission.ts";
import { type Appointment, changed, revertedOf, withStatus } from "./appointment.ts";
import { reasonForEarly, requireBegun } from "./attendance.ts";
import type { BookingScope, Environment } from "../environment.ts";
import {
  appointmentNotFound,
  type StaffAppointmentView,
  toStaffAppointmentView,
} from "./appointment_views.ts";
import type { BookingGate, MoveTo } from "./booking_gate.ts";
import {
  appointmentChangeInput,
  cancelAppointmentInput,
  cancelReasonField,
  requireAsSeen,
  type SeenAppointment,
} from "./seen_appointment.ts";
import { say } from "../messages.ts";

/**
 * Cancels a SCHEDULED appointment. Frees its place and refunds its credit (core/booking/README.md 5). Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT unless it is SCHEDULED, not archived, and as `from` says.
 */
export async function cancelAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { reason, ...ref } = parseInput(cancelAppointmentInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    decide: (context) => decideCancelling(context, reason),
  });
}

/** Decides a cancellation, with its refund. */
export function decideCancelling(
  { appointment, balance, now }: ChangeContext,
  reason: string | null = null,
): AppointmentChange {
  return {
    appointment: changed(withStatus(appointment, "CANCELLED"), { cancelReason: reason }),
    creditEntry: entryOf({ appointment, balance, now }, "REFUNDED"),
    eventName: "APPOINTMENT_CANCELLED",
    action: "appointment.cancelled",
  };
}

function entryOf(
  { appointment: { id, organizationId, environment }, balance, now }: Pick<
    ChangeContext,
    "appointment" | "balance" | "now"
  >,
  kind: "REFUNDED" | "CONSUMED",
): CreditEntry {
  const amount = kind === "REFUNDED" ? 1 : -1;
  return new CreditEntry({
    organizationId,
    environment,
    kind,
    amount,
    balanceAfter: balance + amount,
    appointmentId: id,
    note: "",
    createdAt: now,
  });
}

/** Input of a completion. */
export const completeAppointmentInput = appointmentChangeInput.extend({
  overrideReason: nameField(255, "Why the appointment is completed before its day").nullish(),
});

/**
 * Marks an appointment as COMPLETED: it took place. A MISSED appointment is corrected in this way. Before its day, a
 * reason is required (core/booking/README.md 4). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it has
 * another status, is archived, or is not as `from` says.
 */
export async function completeAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { overrideReason = null, ...ref } = parseInput(completeAppointmentInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    decide: (context) => ({
      ...decideCompleting(context),
      overrideReason: reasonForEarly(context, overrideReason),
    }),
  });
}

/** Decides a completion. The event of a correction is APPOINTMENT_UPDATED. */
export function decideCompleting({ appointment }: ChangeContext): AppointmentChange {
  return {
    appointment: withStatus(appointment, "COMPLETED"),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_COMPLETED" : "APPOINTMENT_UPDATED",
    action: "appointment.completed",
  };
}

/**
 * Marks an appointment as MISSED: the person did not come. A COMPLETED appointment is corrected in this way. The place
 * stays taken. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it has another status, is archived, has
 * not begun, or is not as `from` says.
 */
export async function markMissed(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const ref = parseInput(appointmentChangeInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    decide(context) {
      const change = decideMissing(context);
      requireBegun(context);
      return change;
    },
  });
}

/** Decides a no-show. The event of a correction is APPOINTMENT_UPDATED. */
export function decideMissing({ appointment }: ChangeContext): AppointmentChange {
  return {
    appointment: withStatus(appointment, "MISSED"),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_NO_SHOW" : "APPOINTMENT_UPDATED",
    action: "appointment.missed",
  };
}

/** The number of minutes in which staff can undo what they did to an appointment (core/booking/README.md 4 and 20). */
const undoMinutes = 10;

/**
 * Sets a COMPLETED, MISSED or CANCELLED appointment back to SCHEDULED, as an undo. Throws:
 *
 * - VALIDATION_ERROR, also on `dateTime` or `workerId` if others have taken the place or the worker of a cancelled one;
 * - INSUFFICIENT_CREDITS if the balance cannot pay for a cancelled one again;
 * - APPOINTMENT_NOT_FOUND;
 * - CONFLICT if it is SCHEDULED or archived, is not as `from` says, or the last status change was more than 10 minutes
 *   ago.
 */
export async function revertAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const ref = parseInput(appointmentChangeInput, input);
  return await changeAppointment(ports, caller, { ...ref, decide: decideReverting });
}

/** Decides an undo. A completed or missed appointment has kept its place and its credit. */
function decideReverting(context: ChangeContext): AppointmentChange {
  const { appointment, lastMove, now } = context;
  const reverted = revertedOf(appointment);
  if (!lastMove || !isUndoable(lastMove.at, now)) throw tooLateToUndo();
  const isCancelled = appointment.status === "CANCELLED";
  return {
    appointment: isCancelled ? placedAgain(reverted, context) : reverted,
    creditEntry: isCancelled ? chargedAgain(context) : null,
    eventName: "APPOINTMENT_UPDATED",
    action: "appointment.reverted",
  };
}

/** Returns the appointment with a place of its slot: its own one, or the first free one. */
function placedAgain(
  reverted: Appointment,
  { department, others }: Pick<ChangeContext, "department" | "others">,
): Appointment {
  const { dateTime, workerId, place } = reverted;
  checkRoom({ department, others, workerId });
  const isTaken = others.places.includes(place);
  return changed(reverted, {
    workerIsExclusive: department.showAdminsInBooking,
    ...placeIn(slotOf(dateTime, department), {
      appointment: isTaken ? null : reverted,
      department,
      others,
    }),
  });
}

function chargedAgain(context: ChangeContext): CreditEntry {
  if (context.balance < 1) throw new DomainError("INSUFFICIENT_CREDITS", say("noCredits"));
  return entryOf(context, "CONSUMED");
}

/** Makes the CONFLICT of an undo that comes too late. */
export function tooLateToUndo(): DomainError {
  return new DomainError("CONFLICT", say("tooLateToUndo", { max: undoMinutes }));
}

/**
 * Returns whether an action at `at` can still be undone. Both times are readings of clocks. The clocks of two machines
 * differ by a little, so `at` may be after `now`. If it is more than 10 minutes after, a clock has jumped, and the age
 * of the action is not known.
 */
export function isUndoable(at: Temporal.Instant, now: Temporal.Instant): boolean {
  return Math.abs(now.epochMilliseconds - at.epochMilliseconds) <= undoMinutes * 60_000;
}

/** Input of an archiving by the public API. */
export const archiveAppointmentInput = z.object({ reason: cancelReasonField });

/**
 * Archives an appointment: frees its place, keeps its status and refunds nothing (rest-adapter/README.md 5.5). Archiving
 * it again changes nothing. Throws VALIDATION_ERROR or APPOINTMENT_NOT_FOUND.
 */
export async function archiveAppointment(
  { gate }: { gate: BookingGate },
  { organizationId, environment, actor }: BookingScope & Pick<Caller, "actor">,
  id: number,
  input: unknown = {},
): Promise<void> {
  const { reason } = parseInput(archiveAppointmentInput, input);
  const scope = { organizationId, environment };
  const appointment = await gate.change(
    scope,
    { id, actor },
    (context) => decideArchiving(context, reason),
  );
  if (!appointment) throw appointmentNotFound();
}

/**
 * Archives an appointment like `archiveAppointment`, for staff. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or
 * CONFLICT unless it is as `from` says.
 */
export async function archiveForStaff(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { reason, ...ref } = parseInput(cancelAppointmentInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    decide: (context) => decideArchiving(context, reason),
  });
}

/**
 * Decides an archiving. Only a SCHEDULED appointment gets the event APPOINTMENT_CANCELLED. Without a reason, a cancelled
 * appointment keeps the one of its cancellation.
 */
export function decideArchiving(
  { appointment, now }: ChangeContext,
  reason: string | null = null,
): AppointmentChange | null {
  if (appointment.archivedAt) return null;
  const cancelReason = reason ?? appointment.cancelReason;
  return {
    appointment: changed(appointment, { archivedAt: now, cancelReason }),
    creditEntry: null,
    eventName: appointment.status === "SCHEDULED" ? "APPOINTMENT_CANCELLED" : null,
    action: "appointment.archived",
  };
}

/**
 * Changes an appointment of the caller's organization through the gate. `moveTo` is that of a rescheduling.
 * Throws APPOINTMENT_NOT_FOUND, CONFLICT unless it is as `from` says, and the errors of `decide`.
 */
export async function changeAppointment(
  { gate }: { gate: BookingGate },
  { organizationId, timeZone, actor }: Caller,
  { id, environment, from, moveTo, readsLegalHolds, decide }: {
    id: number;
    environment: Environment;
    from?: SeenAppointment;
    moveTo?: MoveTo;
    readsLegalHolds?: true;
    decide: DecideChange;
  },
): Promise<StaffAppointmentView> {
  const ref = { id, actor, ...(moveTo && { moveTo }), ...(readsLegalHolds && { readsLegalHolds }) };
  const appointment = await gate.change(
    { organizationId, environment },
    ref,
    namingTheLastMove((context) => {
      requireAsSeen(from, context);
      return decide(context);
    }),
  );
  if (!appointment) throw appointmentNotFound();
  return toStaffAppointmentView(appointment, timeZone);
}

/** Adds the present state, and who caused it, to a CONFLICT: the loser of a race sees what the winner did. */
function namingTheLastMove(decide: DecideChange): DecideChange {
  return (context) => {
    try {
      return decide(context);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
      const { code, reason, message } = error;
      throw new DomainError(code, reason ?? message, { statusConflict: toConflict(context) });
    }
  };
}

function toConflict({ appointment, lastMove, timeZone }: ChangeContext): StatusConflict {
  const { status, archivedAt } = appointment;
  if (!lastMove) return { status, isArchived: archivedAt !== null, by: null, at: null };
  const { kind, id, name } = lastMove.actor;
  return {
    status,
    isArchived: archivedAt !== null,
    by: { kind, id, name },
    at: formatInstant(lastMove.at, timeZone),
  };
}
