import { z } from "zod";
import { DomainError } from "../errors.ts";
import { inSchema, textField } from "../input.ts";
import { staffAppointmentInput } from "./appointment_views.ts";
import type { Person } from "./person.ts";
import { say } from "../messages.ts";

/** The person that a caller has seen, for what cannot be undone. */
export const seenPersonField = z.object({
  name: textField(255, "Their name"),
  phone: textField(50, "Their phone number; empty if unknown"),
  externalUserId: textField(255, "Their user identifier; null for none").nullable(),
}, { error: inSchema("mustBe", { what: "an object" }) }).nullish().meta({
  description:
    "The person that the caller has seen. The data is erased only if they are still the same",
});

/** Input of an erasure: `{id, environment?, from?, archive?}`. */
export const erasureInput = staffAppointmentInput.extend({
  from: seenPersonField,
  archive: z.boolean({ error: inSchema("mustBe", { what: "true or false" }) }).default(false).meta({
    description: "Whether upcoming appointments are archived first, and so erased, too",
  }),
});

/**
 * Throws a CONFLICT unless an appointment has the person that the caller has seen: an erasure cannot be undone, so it
 * must not reach somebody else.
 */
export function requireSeenPerson(from: z.output<typeof seenPersonField>, person: Person): void {
  if (!from) return;
  const isSame = from.name === person.name && from.phone === person.phone &&
    from.externalUserId === person.externalUserId;
  if (isSame) return;
  throw new DomainError("CONFLICT", say("otherPerson"));
}
