import type { Caller } from "../access/caller.ts";
import { DomainError } from "../errors.ts";
import { parseInput } from "../input.ts";
import { startOf } from "../calendar.ts";
import { type Appointment, changed } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./appointment_views.ts";
import { changeAppointment } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";
import { nobody } from "./erased.ts";

/**
 * Replaces the personal data of a past or archived appointment for good, in every place that stores it
 * (core/booking/README.md 10). Counts and credits stay, and no event is published. Erasing again is allowed. Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it is neither archived nor past.
 */
export async function eraseAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const ref = parseInput(staffAppointmentInput, input);
  return await changeAppointment(ports, caller, { ...ref, decide: decideErasing });
}

function decideErasing(context: ChangeContext): AppointmentChange {
  const { appointment } = context;
  if (!isErasable(appointment, context)) {
    throw new DomainError(
      "CONFLICT",
      "The appointment is in the future and not archived. Archive it first, or wait until it is past.",
    );
  }
  return {
    appointment: changed(appointment, nobody),
    creditEntry: null,
    eventName: null,
    action: "appointment.erased",
    isErasure: true,
  };
}

/** Returns whether an appointment is past or archived. */
export function isErasable(
  { archivedAt, dateTime }: Pick<Appointment, "archivedAt" | "dateTime">,
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): boolean {
  return archivedAt !== null || Temporal.Instant.compare(startOf(dateTime, timeZone), now) < 0;
}
