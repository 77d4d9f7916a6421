import type { BookingScope } from "../environment.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";
import type { Appointment } from "./appointment.ts";
import { isSamePerson } from "./person.ts";

/** A person whose data must stay, as an appointment named them when the hold was placed (core/retention/README.md 3). */
export interface LegalHold extends BookingScope {
  id: number;
  appointmentId: number;
  name: string;
  phone: string;
  externalUserId: string | null;
  reason: string;
  /** The name of the staff user. */
  placedBy: string;
  createdAt: Temporal.Instant;
}

/** Reads the legal holds of an organization. They are placed and lifted through the gate. */
export interface LegalHolds {
  /** By id. */
  list(organizationId: number): Promise<LegalHold[]>;
}

/** Returns whether an appointment is of a held person: the appointment that named them, or one of the same person. */
export function isHeld(
  appointment: Pick<Appointment, "id" | "name" | "phone" | "externalUserId">,
  holds: readonly LegalHold[],
): boolean {
  return holds.some((hold) =>
    hold.appointmentId === appointment.id || isSamePerson(appointment, hold)
  );
}

/** Throws CONFLICT if an appointment is of a held person. */
export function requireNotHeld(
  { appointment, legalHolds }: { appointment: Appointment; legalHolds: readonly LegalHold[] },
): void {
  if (isHeld(appointment, legalHolds)) throw new DomainError("CONFLICT", say("personHeld"));
}
