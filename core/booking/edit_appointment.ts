import type { Caller } from "../access/caller.ts";
import { z } from "zod";
import { idField, inSchema, nameField, parseInput, textField } from "../input.ts";
import { activeWorkersOf, checkWorker, placeIn } from "./admission.ts";
import { type Appointment, changed, requireScheduled } from "./appointment.ts";
import type { ChangeContext, DecideChange } from "./appointment_change.ts";
import { noteField, phoneField } from "./book_appointment.ts";
import { slotOf } from "../departments/slot.ts";
import type { StaffAppointmentView } from "./appointment_views.ts";
import { changeAppointment } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";
import { appointmentChangeInput } from "./seen_appointment.ts";
import { requireSeenFields } from "../version.ts";

/** Input of an edit. An absent field does not change; null clears a field. */
export const updateAppointmentInput = appointmentChangeInput.extend({
  name: nameField(255, "Name of the person the appointment is for").optional(),
  phone: phoneField.optional(),
  workerId: idField("The worker of the appointment; null for none").nullable().optional(),
  externalUserId: textField(255, "The caller's own user identifier").nullable().optional(),
  note: noteField.optional(),
  before: z.object({
    name: textField(255, "Its name"),
    phone: textField(50, "Its phone number; empty if unknown"),
    workerId: idField("Its worker; null for none").nullable(),
    externalUserId: textField(255, "Its user identifier; null for none").nullable(),
    note: textField(1000, "Its note; empty for none"),
  }, { error: inSchema("mustBe", { what: "an object" }) }).partial().nullish().meta({
    description:
      "The values that the caller has seen. The edit is made only if they are still the same, or already the new ones",
  }),
});

type Edit = Omit<z.output<typeof updateAppointmentInput>, "id" | "environment" | "from">;

/**
 * Edits an appointment. If it is not SCHEDULED, only the note can change. A new worker must be able to take it, by the
 * rule of creation (core/booking/README.md 6). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT unless it is
 * SCHEDULED, not archived, and as `from` and `before` say.
 */
export async function updateAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, from, ...edit } = parseInput(updateAppointmentInput, input);
  const decide = decideUpdating(edit);
  return await changeAppointment(ports, caller, { id, environment, from, decide });
}

function decideUpdating({ before, ...edit }: Edit): DecideChange {
  return (context) => {
    const { appointment } = context;
    requireSeenFields(before, { now: appointment, wanted: edit });
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
  checkWorker(workerId, { department, activeWorkers, occupancy: others, dateTime });
  const slot = slotOf(appointment.dateTime, department);
  return {
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // The grid may have changed since the booking. The worker was checked in the slot of the present grid.
    ...placeIn(slot, { appointment, department, others }),
  };
}
