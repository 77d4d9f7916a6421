import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";

/** The maximum number of rows of each kind in an organization, with advice for when it is reached. */
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

/** A kind of rows that is limited. */
export type CountedRows = keyof typeof maxSizes;

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
