import type { ClientBase } from "pg";
import { type ClaimedRun, ClaimLostError } from "../../../core/ports.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

const count: Statement<never> = {
  name: "count an expired appointment",
  text: `
    update retention_runs set appointments = appointments + 1
    where organization_id = $1 and claim = $2
    returning organization_id`,
};

/**
 * Counts an appointment in the transaction that removes its data. Throws `ClaimLostError` if the run has lost its
 * claim.
 */
export async function countExpired(
  client: ClientBase,
  { organizationId, claim }: ClaimedRun,
): Promise<void> {
  requireClaim(await rowsIn(client, count, [organizationId, claim]));
}

/** Assigns a claim that nobody knows to a run that is not finished. So its process loses it, and any other one may claim it. */
export const lostClaim = `
  claim = case when finished_at is null then gen_random_uuid() end,
  claimed_until = case when finished_at is null then started_at end`;

/** Throws `ClaimLostError` if a statement with a claim has found no row. */
export function requireClaim(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new ClaimLostError("This run has lost its claim");
}
