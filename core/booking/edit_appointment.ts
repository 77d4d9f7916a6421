import type { Caller } from "../access/caller.ts";
import type { z } from "zod";
import { idField, localDateTimeField, nameField, parseInput, textField } from "../input.ts";
import { activeWorkersOf, checkSlot, checkWorker, placeIn, requireBookable } from "./admission.ts";
import { type Appointment, changed, requireScheduled } from "./appointment.ts";
import type { ChangeContext, DecideChange } from "./appointment_change.ts";
import { noteField, overrideReasonField, phoneField } from "./book_appointment.ts";
import { atDesk } from "../departments/desk_slots.ts";
import { slotOf } from "../departments/slot.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./appointment_views.ts";
import { changeAppointment } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";

/** Input of an edit. An absent field does not change; null clears a field. */
export const updateAppointmentInput = staffAppointmentInput.extend({
  name: nameField(255, "Name of the person the appointment is for").optional(),
  phone: phoneField.optional(),
  workerId: idField("The worker of the appointment; null for none").nullable().optional(),
  externalUserId: textField(255, "The caller's own user identifier").nullable().optional(),
  note: noteField.optional(),
});

type Edit = Omit<z.output<typeof updateAppointmentInput>, "id" | "environment">;

/**
 * Edits a SCHEDULED appointment; the note of any appointment. A new worker must be able to take it, by the rule of creation
 * (core/booking/README.md 6). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT unless it is SCHEDULED and
 * not archived.
 */
export async function updateAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, ...edit } = parseInput(updateAppointmentInput, input);
  return await changeAppointment(ports, caller, { id, environment, decide: decideUpdating(edit) });
}

function decideUpdating(edit: Edit): DecideChange {
  return (context) => {
    const { appointment } = context;
    const {
      name = appointment.name,
      phone = appointment.phone,
      workerId = appointment.workerId,
      externalUserId = appointment.externalUserId,
      note = appointment.note,
    } = edit;
    const keepsRest = name === appointment.name && phone === appointment.phone &&
      workerId === appointment.workerId && externalUserId === appointment.externalUserId;
    if (!keepsRest || edit.note === undefined) requireScheduled(appointment);
    if (keepsRest && note === appointment.note) return null;
    const after = { name, phone, externalUserId, note, ...withWorker(workerId, context) };
    return {
      appointment: changed(appointment, after),
      creditEntry: null,
      // The note is not in the event.
      eventName: keepsRest ? null : "APPOINTMENT_UPDATED",
      action: "appointment.updated",
    };
  };
}

/**
 * Returns the changes of another worker. An unchanged worker is not validated again, so the name can be edited even if
 * the worker is inactive now.
 */
function withWorker(
  workerId: number | null,
  { appointment, department, workers, others }: ChangeContext,
): Partial<Appointment> {
  if (workerId === appointment.workerId) return {};
  const activeWorkers = activeWorkersOf(department.id, workers);
  const { dateTime } = appointment;
  checkWorker(workerId, { department, activeWorkers, occupancy: others.current, dateTime });
  const slot = slotOf(appointment.dateTime, department);
  return {
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // The grid may have changed since the booking. The worker was checked in the slot of the present grid.
    ...placeIn(slot, { appointment, department, others: others.current }),
  };
}

/** Input of a rescheduling: the appointment, its new time, and why it may be outside the booking window. */
export const rescheduleAppointmentInput = staffAppointmentInput.extend({
  dateTime: localDateTimeField,
  overrideReason: overrideReasonField.nullish(),
});

/**
 * Moves a SCHEDULED appointment to another time, by the rule of creation at the front desk and without a credit. Throws:
 *
 * - VALIDATION_ERROR on `dateTime` if the slot is unavailable, or on `workerId` if its worker is not free then;
 * - APPOINTMENT_NOT_FOUND;
 * - DEPARTMENT_NOT_FOUND if its department is inactive;
 * - CONFLICT unless it is SCHEDULED and not archived.
 */
export async function rescheduleAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, dateTime, overrideReason = null } = parseInput(
    rescheduleAppointmentInput,
    input,
  );
  const decide = decideRescheduling(dateTime, overrideReason);
  return await changeAppointment(ports, caller, { id, environment, moveTo: dateTime, decide });
}

/** Decides a rescheduling. The appointment's own place does not count, so it may move within a full slot. */
function decideRescheduling(
  dateTime: Temporal.PlainDateTime,
  overrideReason: string | null,
): DecideChange {
  return ({ appointment, department, workers, others, timeZone, now }) => {
    requireScheduled(appointment);
    if (dateTime.equals(appointment.dateTime)) return null;
    requireBookable(department);
    const occupancy = others.target!;
    const activeWorkers = activeWorkersOf(department.id, workers);
    checkWorker(appointment.workerId, { department, activeWorkers, occupancy, dateTime });
    const slot = slotOf(dateTime, department);
    const here = atDesk(department, slot, { overrideReason, timeZone, now });
    checkSlot({ department: here, dateTime, timeZone, now, occupancy, activeWorkers });
    return {
      appointment: changed(appointment, {
        dateTime,
        workerIsExclusive: department.showAdminsInBooking,
        ...placeIn(slot, { appointment, department, others: occupancy }),
      }),
      creditEntry: null,
      eventName: "APPOINTMENT_UPDATED",
      action: "appointment.rescheduled",
      overrideReason,
    };
  };
}
