import type { z } from "zod";
import { idField, nameField, parseInput, textField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { activeWorkersOf, checkWorker, placeIn } from "./admission.ts";
import type { Appointment } from "./appointment.ts";
import { type ChangeContext, changed, type DecideChange } from "./appointment_change.ts";
import { changeAsStaff, type ChangingStaff } from "./change_as_staff.ts";
import { phoneField } from "./create_appointment_as_staff.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./read_appointments_as_staff.ts";
import { slotOf } from "./slot.ts";
import { requireScheduled } from "./status_moves.ts";

/** An edit: what is left out stays, null clears. */
export const updateAppointmentInput = staffAppointmentInput.extend({
  name: nameField(255, "Name of the person the appointment is for").optional(),
  phone: phoneField.optional(),
  workerId: idField("The worker who takes it; null for none").nullable().optional(),
  externalUserId: textField(255, "The caller's own user identifier").nullable().optional(),
});

type Edit = Omit<z.output<typeof updateAppointmentInput>, "id" | "environment">;

/**
 * Edits a SCHEDULED appointment (decisions 4); another worker must be one that the department would book in
 * its slot. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for one that is not SCHEDULED or is
 * archived.
 */
export async function updateAppointment(
  ports: Pick<Ports, "gate">,
  caller: ChangingStaff,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id, environment, ...edit } = parseInput(updateAppointmentInput, input);
  return await changeAsStaff(ports, caller, { id, environment, decide: decideUpdating(edit) });
}

/** Decides an edit. */
function decideUpdating(edit: Edit): DecideChange {
  return (context) => {
    const { appointment } = context;
    requireScheduled(appointment);
    const {
      name = appointment.name,
      phone = appointment.phone,
      workerId = appointment.workerId,
      externalUserId = appointment.externalUserId,
    } = edit;
    const isSame = name === appointment.name && phone === appointment.phone &&
      workerId === appointment.workerId && externalUserId === appointment.externalUserId;
    if (isSame) return null;
    const after = { name, phone, externalUserId, ...withWorker(workerId, context) };
    return {
      appointment: changed(appointment, after),
      creditEntry: null,
      eventName: "APPOINTMENT_UPDATED",
      action: "appointment.updated",
    };
  };
}

/** Who stays is not judged again: a worker who has become inactive keeps nobody from mending a name. */
function withWorker(
  workerId: number | null,
  { appointment, department, workers, others }: ChangeContext,
): Partial<Appointment> {
  if (workerId === appointment.workerId) return {};
  const activeWorkerIds = activeWorkersOf(department.id, workers);
  checkWorker(workerId, { department, activeWorkerIds, occupancy: others.current });
  const slot = slotOf(appointment.dateTime, department);
  return {
    workerId,
    workerIsExclusive: department.showAdminsInBooking,
    // The grid may have changed since; the worker was found free in the slot of now.
    ...placeIn(slot, { appointment, department, others: others.current }),
  };
}
