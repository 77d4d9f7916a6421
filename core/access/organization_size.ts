import { DomainError } from "../errors.ts";
import { type CountedRows, maxSizes, type Organizations } from "./organization.ts";
import { say } from "../messages.ts";

/**
 * Throws CONFLICT if an organization has the maximum number of rows of a kind. The maximum bounds the cost of lists. It
 * is not an invariant: additions at the same moment may exceed it by a few rows.
 */
export async function requireRoom(
  { organizations }: { organizations: Organizations },
  organizationId: number,
  what: CountedRows,
): Promise<void> {
  const { max, message } = maxSizes[what];
  if (await organizations.count(organizationId, what) < max) return;
  throw new DomainError("CONFLICT", say(message, { max: max.toLocaleString("en-US") }));
}
