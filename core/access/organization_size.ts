import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";

/** How many rows of a kind an organization may have, and what to do when there are so many. */
const maxSizes = {
  departments: { max: 5000, rows: "departments", advice: "Reuse an inactive department" },
  workers: { max: 5000, rows: "workers", advice: "Rename an inactive worker" },
  apiKeys: { max: 500, rows: "active API keys", advice: "Revoke keys that are not used" },
  webhooks: { max: 100, rows: "webhooks", advice: "Delete webhooks that are not used" },
  staffUsers: { max: 1000, rows: "staff users", advice: "Enable a disabled user again" },
  reportingTokens: {
    max: 100,
    rows: "active reporting tokens",
    advice: "Revoke tokens that are not used",
  },
};

/** What is counted of an organization. */
export type CountedRows = keyof typeof maxSizes;

/** A list of rows that are never deleted, as revoked keys, gives so many: those in use, then the latest. */
export const maxListed = 1000;

/**
 * Throws CONFLICT if an organization has as many rows of a kind as it may have. It bounds what a list costs and is no
 * invariant: additions at the same moment may exceed it by a few.
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
