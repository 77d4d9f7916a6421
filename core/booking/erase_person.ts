import type { Caller, StaffCaller } from "../access/caller.ts";
import { formatLocalDateTime } from "../local_date_time.ts";
import { parseInput } from "../input.ts";
import { maxCounted } from "../page.ts";
import type { Clock } from "../platform.ts";
import type { Appointment, ReadAppointment } from "./appointment.ts";
import type { ChangeContext } from "./appointment_change.ts";
import type { Appointments } from "./appointments.ts";
import { appointmentNotFound } from "./appointment_views.ts";
import type { BookingGate } from "./booking_gate.ts";
import { changeAppointment } from "./change_status.ts";
import { archiveUpcoming, erasing, isErasable } from "./erase_appointment.ts";
import { nobody } from "./erased.ts";
import { requireNotHeld } from "./legal_hold.ts";
import { isOfPerson, type Person } from "./person.ts";
import { erasureInput, requireSeenPerson } from "./seen_person.ts";

const maxErasedAtOnce = 200;
const maxListed = 20;

/**
 * Why an appointment keeps its data: it is in the future and not archived, or it was given to another person while the
 * call ran.
 */
export type KeptBecause = "UPCOMING" | "OTHER_PERSON";

/** An appointment that was not erased. It says nothing about the person. */
export interface KeptAppointment extends Pick<Appointment, "id" | "status"> {
  dateTime: string;
  reason: KeptBecause;
}

/** The outcome of erasing a person. */
export interface ErasedPersonView {
  /** The number of erased appointments. */
  erased: number;
  /** The number of appointments that keep their data. */
  kept: number;
  /** The first 20 of them by time. */
  keptAppointments: KeptAppointment[];
  /** Whether there are more to erase: call again. */
  hasMore: boolean;
}

/**
 * Erases the person of an appointment from their past and archived appointments, at most 200 in a call; with `archive`
 * also from upcoming ones, which are archived first. Each is erased in a transaction of its own, the given one last: if
 * the call fails, a repeated one goes on. The answer says which appointments keep their data, and why. Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, SERVICE_UNAVAILABLE, and
 * CONFLICT if the given appointment is of another person than `from` says, or the person is held.
 */
export async function erasePerson(
  ports: Clock & { appointments: Appointments; gate: BookingGate },
  caller: Caller & Pick<StaffCaller, "timeZone">,
  input: unknown,
): Promise<ErasedPersonView> {
  const { id, environment, from, archive } = parseInput(erasureInput, input);
  const { organizationId, timeZone } = caller;
  const scope = { organizationId, environment };
  const person = await ports.appointments.find(scope, id);
  if (!person) throw appointmentNotFound();
  requireSeenPerson(from, person);
  const all = { page: 0, size: maxCounted };
  const { items } = await ports.appointments.ofPerson(scope, { ...person, ...all });
  // The person is found by the given appointment, so it is erased with the last ones.
  const visits = [...items.filter((one) => one.id !== id), person];
  const at = { timeZone, now: ports.now() };
  const erasable = visits.filter((one) => archive || isErasable(one, at));
  const erased = erasable.slice(0, maxErasedAtOnce);
  const upcoming = visits.filter((one) => !erasable.includes(one));
  let outcome: Outcome = { erased: 0, kept: upcoming.map((one) => keptOf(one, "UPCOMING")) };
  const answerOf = (one: Outcome) => toView(one, { hasMore: erasable.length > erased.length });
  const { claim: _, ...actor } = caller.actor;
  for (const one of erased) {
    // The last transaction records the Idempotency-Key with the answer. A repeat after a crash before it goes on.
    const isLast = one === erased.at(-1);
    const by = isLast ? caller : { ...caller, actor };
    let next = outcome;
    if (archive && !isErasable(one, at)) {
      const isMeant = (appointment: Appointment) => isOfPerson(appointment, person);
      await archiveUpcoming(ports, caller, { id: one.id, environment, isMeant });
    }
    await changeAppointment(ports, by, {
      id: one.id,
      environment,
      readsLegalHolds: true,
      decide(context) {
        next = outcomeOf(outcome, { context, person });
        if (next.erased === outcome.erased) return null;
        requireNotHeld(context);
        // An appointment that remains can cause mails, so its address stays unsubscribed.
        const isAll = isLast && next.kept.length === 0 && erasable.length === erased.length;
        return {
          ...erasing(context),
          ...(isAll && { forgetsAddress: true as const }),
          ...(isLast && { answer: answerOf(next) }),
        };
      },
    });
    outcome = next;
  }
  return answerOf(outcome);
}

interface Outcome {
  erased: number;
  kept: readonly KeptAppointment[];
}

/** Decides on one appointment by its present state: it may have changed since the list was read. */
function outcomeOf(
  { erased, kept }: Outcome,
  { context, person }: { context: ChangeContext; person: Person },
): Outcome {
  const { appointment } = context;
  // Erasing again changes nothing: another request has erased it meanwhile.
  if (!isOfPerson(appointment, person) && !isOfPerson(appointment, nobody)) {
    return { erased, kept: [...kept, keptOf(appointment, "OTHER_PERSON")] };
  }
  if (!isErasable(appointment, context)) {
    return { erased, kept: [...kept, keptOf(appointment, "UPCOMING")] };
  }
  return { erased: erased + 1, kept };
}

function keptOf(
  { id, status, dateTime }: Pick<ReadAppointment, "id" | "status" | "dateTime">,
  reason: KeptBecause,
): KeptAppointment {
  return { id, status, dateTime: formatLocalDateTime(dateTime), reason };
}

function toView({ erased, kept }: Outcome, { hasMore }: { hasMore: boolean }): ErasedPersonView {
  const byTime = kept.toSorted((a, b) => a.dateTime.localeCompare(b.dateTime) || a.id - b.id);
  return { erased, kept: kept.length, keptAppointments: byTime.slice(0, maxListed), hasMore };
}
