import { actorOf, type StaffCaller } from "../access/staff_caller.ts";
import type { Ports } from "../ports.ts";
import type { DecideChange } from "./appointment_change.ts";
import type { Environment } from "./environment.ts";
import { appointmentNotFound } from "./read_appointments.ts";
import { type StaffAppointmentView, toStaffAppointmentView } from "./read_appointments_as_staff.ts";

/** Who of the staff changes an appointment, of which organization. */
export type ChangingStaff = Pick<
  StaffCaller,
  "organizationId" | "timeZone" | "staffUserId" | "name" | "ipAddress"
>;

/**
 * Has the gate decide and write a change of the caller's organization's appointment; `moveTo` is the time
 * that it is to be moved to. Throws APPOINTMENT_NOT_FOUND, and what `decide` throws.
 */
export async function changeAsStaff(
  { gate }: Pick<Ports, "gate">,
  caller: ChangingStaff,
  { id, environment, moveTo, decide }: {
    id: number;
    environment: Environment;
    moveTo?: Temporal.PlainDateTime;
    decide: DecideChange;
  },
): Promise<StaffAppointmentView> {
  const { organizationId, timeZone } = caller;
  const asked = { id, actor: actorOf(caller), ...(moveTo && { moveTo }) };
  const appointment = await gate.change({ organizationId, environment }, asked, decide);
  if (!appointment) throw appointmentNotFound();
  return toStaffAppointmentView(appointment, timeZone);
}
