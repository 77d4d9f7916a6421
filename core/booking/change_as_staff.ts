import type { StaffCaller } from "../access/staff_caller.ts";
import type { Ports } from "../ports.ts";
import type { DecideChange } from "./appointment_change.ts";
import type { Environment } from "./environment.ts";
import { appointmentNotFound } from "./read_appointments.ts";
import { type StaffAppointmentView, viewForStaff } from "./read_appointments_as_staff.ts";

/**
 * Has the gate decide and write a change of the caller's organization's appointment; `moveTo` is the time
 * that it is to be moved to. Throws APPOINTMENT_NOT_FOUND, and what `decide` throws.
 */
export async function changeAsStaff(
  { gate }: Pick<Ports, "gate">,
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  { id, environment, moveTo, decide }: {
    id: number;
    environment: Environment;
    moveTo?: Temporal.PlainDateTime;
    decide: DecideChange;
  },
): Promise<StaffAppointmentView> {
  const ledger = { organizationId, environment };
  const appointment = await gate.change(ledger, { id, ...(moveTo && { moveTo }) }, decide);
  if (!appointment) throw appointmentNotFound();
  return viewForStaff(appointment, timeZone);
}
