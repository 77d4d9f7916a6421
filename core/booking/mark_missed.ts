import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import { changeAsStaff, type ChangingStaff } from "./change_as_staff.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./read_appointments_as_staff.ts";
import { movedTo } from "./status_moves.ts";

/**
 * Says that nobody came to an appointment: SCHEDULED becomes MISSED, and COMPLETED by mistake is corrected
 * (decisions 4). Its place stays taken. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for any other or archived one.
 */
export async function markMissed(
  ports: Pick<Ports, "gate">,
  caller: ChangingStaff,
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
