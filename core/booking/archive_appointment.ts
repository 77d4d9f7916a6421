import type { Ports } from "../ports.ts";
import { appointmentNotFound } from "./read_appointments.ts";
import type { Ledger } from "./environment.ts";

/**
 * Archives an appointment (interface, "DELETE /appointments/{id}"): its place is free at once, its status
 * stays, nothing is refunded. Doing it again changes nothing. Throws APPOINTMENT_NOT_FOUND.
 */
export async function archiveAppointment(
  { gate }: Pick<Ports, "gate">,
  { organizationId, environment }: Ledger,
  id: number,
): Promise<void> {
  if (!(await gate.archive({ organizationId, environment }, id))) throw appointmentNotFound();
}
