import { z } from "zod";
import type { Caller, StaffCaller } from "../access/caller.ts";
import { DomainError } from "../errors.ts";
import { idField, nameField, parseInput } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { say } from "../messages.ts";
import { staffAppointmentInput, type StaffAppointmentView } from "./appointment_views.ts";
import type { BookingGate } from "./booking_gate.ts";
import { changeAppointment } from "./change_status.ts";
import type { LegalHold, LegalHolds } from "./legal_hold.ts";
import { requireSeenPerson, seenPersonField } from "./seen_person.ts";

/** The maximum number of legal holds of an organization: each erasure compares all of them. */
const maxLegalHolds = 1000;

/** A legal hold as staff see it; `createdAt` is local. */
export interface LegalHoldView extends Omit<LegalHold, "organizationId" | "createdAt"> {
  createdAt: string;
}

/** Lists the legal holds of the caller's organization by id. */
export async function listLegalHolds(
  { legalHolds }: { legalHolds: LegalHolds },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
): Promise<LegalHoldView[]> {
  const holds = await legalHolds.list(organizationId);
  return holds.map((hold) => toView(hold, timeZone));
}

function toView(
  { id, environment, appointmentId, name, phone, externalUserId, reason, placedBy, createdAt }:
    LegalHold,
  timeZone: string,
): LegalHoldView {
  const person = { name, phone, externalUserId };
  const at = formatInstant(createdAt, timeZone);
  return { id, environment, appointmentId, ...person, reason, placedBy, createdAt: at };
}

/** Input of a new hold: an appointment of the person, and why their data must stay. */
export const placeLegalHoldInput = staffAppointmentInput.extend({
  reason: nameField(500, "Why the data of the person must stay"),
  from: seenPersonField,
});

/**
 * Holds the person of an appointment: their data is neither erased nor removed by retention until the hold is lifted.
 * Throws VALIDATION_ERROR, APPOINTMENT_NOT_FOUND, or CONFLICT if the appointment already has a hold, is of another person
 * than `from` says, or the organization has 1,000 holds.
 */
export async function placeLegalHold(
  ports: { gate: BookingGate },
  caller: Caller,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { reason, from, ...ref } = parseInput(placeLegalHoldInput, input);
  return await changeAppointment(ports, caller, {
    ...ref,
    readsLegalHolds: true,
    decide({ appointment, legalHolds }) {
      requireSeenPerson(from, appointment);
      if (legalHolds.some(({ appointmentId }) => appointmentId === appointment.id)) {
        throw new DomainError("CONFLICT", say("alreadyHeld"));
      }
      if (legalHolds.length >= maxLegalHolds) {
        const max = maxLegalHolds.toLocaleString("en-US");
        throw new DomainError("CONFLICT", say("tooManyLegalHolds", { max }));
      }
      return {
        appointment,
        creditEntry: null,
        eventName: null,
        action: "appointment.legal_hold_placed",
        placesLegalHold: { reason, placedBy: caller.actor.name },
      };
    },
  });
}

/** Input of the end of a hold. */
export const liftLegalHoldInput = z.object({ id: idField("The id of the hold") });

/**
 * Lifts a hold. The next run of retention looks at the person's appointments again. Throws VALIDATION_ERROR, or
 * LEGAL_HOLD_NOT_FOUND, also if it was lifted before.
 */
export async function liftLegalHold(
  ports: { gate: BookingGate; legalHolds: LegalHolds },
  caller: Caller & Pick<StaffCaller, "organizationId">,
  input: unknown,
): Promise<StaffAppointmentView> {
  const { id } = parseInput(liftLegalHoldInput, input);
  const holds = await ports.legalHolds.list(caller.organizationId);
  const hold = holds.find((one) => one.id === id);
  if (!hold) throw holdNotFound();
  return await changeAppointment(ports, caller, {
    id: hold.appointmentId,
    environment: hold.environment,
    readsLegalHolds: true,
    decide({ appointment, legalHolds }) {
      if (!legalHolds.some((one) => one.id === id)) throw holdNotFound();
      return {
        appointment,
        creditEntry: null,
        eventName: null,
        action: "appointment.legal_hold_lifted",
        liftsLegalHold: id,
      };
    },
  });
}

function holdNotFound(): DomainError {
  return new DomainError("LEGAL_HOLD_NOT_FOUND", say("legalHoldNotFound"));
}
