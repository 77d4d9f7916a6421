import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import { changeAsStaff, type ChangingStaff } from "./change_as_staff.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./read_appointments_as_staff.ts";
import { movedTo } from "./status_moves.ts";

/**
 * Says that an appointment took place: SCHEDULED becomes COMPLETED, and MISSED by mistake is corrected
 * (decisions 4). Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for any other or archived one.
 */
export async function completeAppointment(
  ports: Pick<Ports, "gate">,
  caller: ChangingStaff,
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
