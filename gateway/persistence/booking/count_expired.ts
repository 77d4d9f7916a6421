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
 * Counts an appointment in the transaction that removes its data. Throws `ClaimLostError` if another process has taken
 * over the run.
 */
export async function countExpired(
  client: ClientBase,
  { organizationId, claim }: ClaimedRun,
): Promise<void> {
  requireClaim(await rowsIn(client, count, [organizationId, claim]));
}

/** Throws `ClaimLostError` if a statement with a claim has found no row. */
export function requireClaim(rows: readonly unknown[]): void {
  if (rows.length === 0) throw new ClaimLostError("Another process has taken over this run");
}
