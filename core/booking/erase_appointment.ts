import type { Caller } from "../access/caller.ts";
import type { Environment } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { parseInput } from "../input.ts";
import { startOf } from "../calendar.ts";
import { type Appointment, changed } from "./appointment.ts";
import type { AppointmentChange, ChangeContext } from "./appointment_change.ts";
import type { StaffAppointmentView } from "./appointment_views.ts";
import { changeAppointment, decideArchiving } from "./change_status.ts";
import type { BookingGate } from "./booking_gate.ts";
import { requireNotHeld } from "./legal_hold.ts";
import { nobody } from "./erased.ts";
import { erasureInput, requireSeenPerson } from "./seen_person.ts";
import { say } from "../messages.ts";

/**
 * Replaces the personal data of a past or archived appointment for good, in every place that stores it
 * (core/booking/README.md 10). With `archive`, an upcoming one is archived first. Counts and credits stay, and an erasure
 * publishes no event. Erasing again is allowed. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if it is
 * neither archived nor past, is of another person than `from` says, or the person is held.
 */
export async function eraseAppointment(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { from, archive, ...ref } = parseInput(erasureInput, input);
  if (archive) {
    await archiveUpcoming(ports, caller, {
      ...ref,
      isMeant(appointment) {
        requireSeenPerson(from, appointment);
        return true;
      },
    });
  }
  return await changeAppointment(ports, caller, {
    ...ref,
    readsLegalHolds: true,
    decide(context) {
      requireSeenPerson(from, context.appointment);
      requireNotHeld(context);
      if (isErasable(context.appointment, context)) return erasing(context);
      throw new DomainError(
        "CONFLICT",
        say("notPast"),
      );
    },
  });
}

/**
 * Archives an appointment if it is upcoming and `isMeant`, so that it can be erased. This is a transaction of its own: if
 * the process is killed after it, a repeated request erases. The `Idempotency-Key` is recorded with the erasure.
 */
export async function archiveUpcoming(
  ports: { gate: BookingGate },
  caller: Caller,
  { id, environment, isMeant }: {
    id: number;
    environment: Environment;
    isMeant(appointment: Appointment): boolean;
  },
): Promise<void> {
  const { claim: _, ...actor } = caller.actor;
  await changeAppointment(ports, { ...caller, actor }, {
    id,
    environment,
    readsLegalHolds: true,
    decide(context) {
      const { appointment } = context;
      if (!isMeant(appointment) || isErasable(appointment, context)) return null;
      requireNotHeld(context);
      return decideArchiving(context);
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
