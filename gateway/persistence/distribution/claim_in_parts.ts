import type { PoolClient } from "pg";
import type { Statement } from "../database/statement.ts";
import { askParts } from "./each_part.ts";
import { onPart, orderOf } from "./in_parts.ts";
import type { Part, Parts } from "./parts.ts";

/** What a claim needs. */
interface ClaimOptions {
  at: string | null;
  limit: number;
}

/**
 * Lets claims of a queue run on the parts of a distributed database, each in a transaction of its own. Parts without a row for
 * `question` are left out. The others share the limit evenly, and each call continues after the last part of the call before.
 *
 * A fault of a part does not skip the others. It is thrown if nothing was claimed.
 */
export function claimInParts<T>(
  parts: Parts,
  question: Statement<object>,
  createClaim: () => (client: PoolClient, options: ClaimOptions) => Promise<T[]>,
): (options: ClaimOptions) => Promise<T[]> {
  const claims = new Map<string, ReturnType<typeof createClaim>>();
  let turnAfter = 0;
  function claimOf({ shardId }: Part) {
    const claim = claims.get(shardId) ?? createClaim();
    claims.set(shardId, claim);
    return claim;
  }
  return async ({ at, limit }) => {
    const { found, faults } = await askParts(parts, question, [at]);
    const rank = (part: Part) => (orderOf(part) > turnAfter ? 0 : 1);
    const waiting = found.toSorted((a, b) => rank(a) - rank(b) || orderOf(a) - orderOf(b));
    const all = [...faults];
    const claimed: T[] = [];
    for (const [i, part] of waiting.entries()) {
      if (claimed.length >= limit) break;
      turnAfter = orderOf(part);
      const share = Math.ceil((limit - claimed.length) / (waiting.length - i));
      // Counted only if the transaction was committed.
      let some: T[] = [];
      await onPart(parts, part, async (client) => {
        some = await claimOf(part)(client, { at, limit: share });
      }).then(() => claimed.push(...some), (error: unknown) => all.push(error));
    }
    if (claimed.length === 0 && all.length > 0) throw all[0];
    return claimed;
  };
}
