import { type ApiCaller, ApiKey, type ApiKeys } from "../../core/mod.ts";
import { LockMode } from "@mikro-orm/core";
import type { Database } from "./database.ts";
import { orUnavailable } from "./faults.ts";
import { gather } from "./gather.ts";
import { rowsOf, type Statement } from "./statement.ts";

// Every request of the public API asks this, anew: a revoked key is refused by the next one.
const findCallers: Statement<ApiCaller & { keyHash: string }> = {
  name: "find the callers behind keys",
  text: `
    select k.key_hash as "keyHash", k.id as "apiKeyId", k.lineage_id as "lineageId", k.organization_id as "organizationId",
      o.time_zone as "timeZone", k.environment, k.scopes,
      k.rate_limit_per_hour as "rateLimitPerHour"
    from api_keys k join organizations o on o.id = k.organization_id
    where k.key_hash = any($1) and k.revoked_at is null`,
};

/** Core's API keys in Postgres. */
export function createApiKeys({ orm, pool }: Database): ApiKeys {
  const findCaller = gather(async (keyHashes: string[]) => {
    const rows = await rowsOf(pool, findCallers, [[...new Set(keyHashes)]]);
    const callers = new Map(rows.map(({ keyHash, ...caller }) => [keyHash, caller]));
    return keyHashes.map((keyHash) => callers.get(keyHash));
  });
  return {
    findCaller,
    add: (key) => orUnavailable(() => orm.em.fork().persist(key).flush()),
    list: (organizationId) =>
      orUnavailable(() =>
        orm.em.fork().find(ApiKey, { organizationId }, { orderBy: { id: "asc" } })
      ),
    change: (id, change) =>
      orUnavailable(() =>
        orm.em.fork().transactional(async (em) => {
          const key = await em.findOne(ApiKey, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
          if (key) change(key);
          return key ?? undefined;
        })
      ),
  };
}
