import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { type CountedRows, maxSizes } from "./organization.ts";

/**
 * The maximum length of a list of rows that are never deleted, such as revoked keys: active rows first, then the
 * latest.
 */
export const maxListed = 1000;

/**
 * Throws CONFLICT if an organization has the maximum number of rows of a kind. The maximum bounds the cost of lists. It
 * is not an invariant: additions at the same moment may exceed it by a few rows.
 */
export async function requireRoom(
  { organizations }: Pick<Ports, "organizations">,
  organizationId: number,
  what: CountedRows,
): Promise<void> {
  const { max, rows, advice } = maxSizes[what];
  if (await organizations.count(organizationId, what) < max) return;
  const limit = `The organization has ${max.toLocaleString("en-US")} ${rows}, the maximum`;
  throw new DomainError("CONFLICT", `${limit}. ${advice}.`);
}
