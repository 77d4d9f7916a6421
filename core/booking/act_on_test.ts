import type { Actor } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { BookingScope } from "../environment.ts";
import type { DecideChange } from "./appointment_change.ts";
import {
  appointmentNotFound,
  type AppointmentView,
  toAppointmentView,
} from "./appointment_views.ts";
import type { BookingGate } from "./booking_gate.ts";
import { decideCancelling, decideCompleting, decideMissing } from "./change_status.ts";
import { say } from "../messages.ts";

const decisions = {
  complete: decideCompleting,
  miss: decideMissing,
  cancel: decideCancelling,
} satisfies Record<string, DecideChange>;

/** What a TEST key can do to its appointments in place of staff. */
export type TestAct = keyof typeof decisions;

/**
 * Does what staff would do to an appointment of TEST, so that an integrator sees every status and event
 * (core/booking/README.md 17). It may be done at any time, also before the appointment. Throws FORBIDDEN for LIVE, APPOINTMENT_NOT_FOUND, or CONFLICT if its status does not
 * allow it.
 */
export async function actOnTest(
  { gate }: { gate: BookingGate },
  { organizationId, environment, timeZone, actor }: BookingScope & {
    timeZone: string;
    actor: Actor;
  },
  { id, act }: { id: number; act: TestAct },
): Promise<AppointmentView> {
  if (environment !== "TEST") {
    throw new DomainError("FORBIDDEN", say("onlyTestKey"));
  }
  const scope = { organizationId, environment };
  const appointment = await gate.change(scope, { id, actor }, decisions[act]);
  if (!appointment) throw appointmentNotFound();
  return toAppointmentView(appointment, timeZone);
}
