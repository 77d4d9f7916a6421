import { z } from "zod";
import { organizationNotFound } from "../access/organizations.ts";
import type { Actor, AuditRecord } from "../audit/audit_record.ts";
import { parseInput, proseField, requiredOr, wholeNumberField } from "../input.ts";
import type { CreditEntry, CreditGate } from "./credit_entry.ts";
import { environments } from "../environment.ts";
import type { Caller } from "../access/caller.ts";

/** Input of a grant. */
const grantCreditsInput = z.object({
  amount: wholeNumberField(1, 1_000_000_000, "Credits to add"),
  environment: z
    .enum(environments, { error: requiredOr("mustBe", { what: environments.join(" or ") }) })
    .default("LIVE"),
  note: proseField(255, "Reason for the grant").default(""),
});

/**
 * Adds credits to a balance and an entry to its ledger, and returns the new balance. Only the operator may call it.
 * Throws VALIDATION_ERROR or ORGANIZATION_NOT_FOUND.
 */
export async function grantCredits(
  { gate }: { gate: CreditGate },
  { organizationId, actor }: Pick<Caller, "organizationId" | "actor">,
  input: unknown,
): Promise<number> {
  const { amount, environment, note } = parseInput(grantCreditsInput, input);
  const balance = await gate.grant(
    { organizationId, environment },
    { amount, note },
    (entry) => auditOfGrant(entry, actor),
  );
  if (balance === undefined) throw organizationNotFound();
  return balance;
}

/** Makes the audit record of a grant. Its subject is the organization. */
function auditOfGrant(
  { organizationId, environment, amount, balanceAfter: after, note, createdAt: at }: CreditEntry,
  actor: Actor,
): AuditRecord {
  return {
    organizationId,
    actor,
    action: "credits.granted",
    subjectId: organizationId,
    subjectName: note,
    environment,
    changes: [{ field: "balance", before: after - amount, after }],
    at,
  };
}
