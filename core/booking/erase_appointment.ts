import type { Caller } from "../access/caller.ts";
import { DomainError } from "../errors.ts";
import { parseInput } from "../input.ts";
import { startOf } from "../calendar.ts";
import { type Appointment, changed } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { StaffAppointmentView } from "./appointment_views.ts";
import { changeAppointment } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";
import { nobody } from "./erased.ts";
import { erasureInput, requireSeenPerson } from "./seen_person.ts";
import { say } from "../messages.ts";

/**
 * Replaces the personal data of a past or archived appointment for good, in every place that stores it
 * (core/booking/README.md 10). Counts and credits stay, and no event is published. Erasing again is allowed. Throws
 * VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it is neither archived nor past, or is of another person than
 * `from` says.
 */
export async function eraseAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { from, ...ref } = parseInput(erasureInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    decide(context) {
      requireSeenPerson(from, context.appointment);
      if (isErasable(context.appointment, context)) return erasing(context);
      throw new DomainError(
        "CONFLICT",
        say("notPast"),
      );
    },
  });
}

/** Returns the change that erases an appointment. */
export function erasing({ appointment }: Pick<ChangeContext, "appointment">): AppointmentChange {
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
