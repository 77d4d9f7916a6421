import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import { changeAsStaff, type ChangingStaff } from "./change_as_staff.ts";
import { CreditEntry } from "./credit_entry.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./read_appointments_as_staff.ts";
import { movedTo } from "./status_moves.ts";

/**
 * Cancels a SCHEDULED appointment: its place is free at once and its credit is refunded, once (decisions 4).
 * Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT for one that is not SCHEDULED or is archived.
 */
export async function cancelAppointment(
  ports: Pick<Ports, "gate">,
  caller: ChangingStaff,
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
