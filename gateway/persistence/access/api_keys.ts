import { type ApiCaller, ApiKey, type ApiKeys, maxListed } from "../../../core/ports.ts";
import { addAudited, writeAuditIn } from "../audit/audited.ts";
import { changeLocked, rowOf, withLocked } from "../audit/change_locked.ts";
import type { Database } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { gather } from "../database/gather.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

// Runs for every request of the public API, so a revoked key is rejected by the next request.
const findCallers: Statement<ApiCaller & { keyHash: string }> = {
  name: "find the callers of keys",
  text: `
    select k.key_hash as "keyHash", k.id as "apiKeyId", k.name as "apiKeyName",
      k.lineage_id as "lineageId", k.organization_id as "organizationId",
      o.time_zone as "timeZone", k.environment, k.scopes,
      k.rate_limit_per_hour as "rateLimitPerHour"
    from api_keys k join organizations o on o.id = k.organization_id
    where k.key_hash = any($1) and k.revoked_at is null`,
};

/** Implements core's `ApiKeys` in Postgres. */
export function createApiKeys(database: Database): ApiKeys {
  const { openUnit, pool } = database;
  const findCaller = gather(async (keyHashes: string[]) => {
    const rows = await rowsOf(pool, findCallers, [[...new Set(keyHashes)]]);
    const callers = new Map(rows.map(({ keyHash, ...caller }) => [keyHash, caller]));
    return keyHashes.map((keyHash) => callers.get(keyHash));
  });
  return {
    findCaller,
    add: (key, audit) => orUnavailable(() => addAudited(database, key, audit)),
    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(ApiKey, { organizationId }, {
          orderBy: [{ revokedAt: "desc nulls first" }, { id: "desc" }],
          limit: maxListed,
        })
      ).then((keys) => keys.toSorted((a, b) => a.id - b.id)),
    change: (ref, change, audit) =>
      changeLocked(database, rowOf(ApiKey, { ...ref }), { change, audit }),
    replace: (ref, replace, audit) =>
      withLocked(database, rowOf(ApiKey, { ...ref }), async (key, transaction) => {
        const replacement = await replace(key);
        await transaction.em.persist(replacement).flush();
        await writeAuditIn(transaction, audit(replacement, key));
        return replacement;
      }),
  };
}
