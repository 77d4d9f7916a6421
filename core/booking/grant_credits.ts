import { z } from "zod";
import { organizationNotFound } from "../access/read_organizations.ts";
import { parseInput, requiredOr, textField, wholeNumberField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { environments } from "./environment.ts";

/** What is asked for of a grant. */
export const grantCreditsInput = z.object({
  amount: wholeNumberField(1, 1_000_000_000, "Credits to add"),
  environment: z
    .enum(environments, { error: requiredOr(`Must be ${environments.join(" or ")}`) })
    .default("LIVE"),
  note: textField(255, "Why").default(""),
});

/**
 * Adds credits to a balance and a line to its ledger, and returns the new balance. Only an operator does
 * (decisions 1). Throws VALIDATION_ERROR or ORGANIZATION_NOT_FOUND.
 */
export async function grantCredits(
  { gate }: Pick<Ports, "gate">,
  organizationId: number,
  input: z.input<typeof grantCreditsInput>,
): Promise<number> {
  const { amount, environment, note } = parseInput(grantCreditsInput, input);
  const balance = await gate.grant({ organizationId, environment }, { amount, note });
  if (balance === undefined) throw organizationNotFound();
  return balance;
}
