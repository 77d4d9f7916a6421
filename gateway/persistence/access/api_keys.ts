import {
  type ApiCaller,
  ApiKey,
  type ApiKeys,
  type Environment,
  maxListed,
} from "../../../core/ports.ts";
import { addAudited, writeAuditIn } from "../audit/audited.ts";
import { changeLocked, lockedRow, withLocked } from "../audit/change_locked.ts";
import type { Database } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import type { SharedRead, ShareReads } from "../database/shared_reads.ts";

// Runs for every request of the public API, so a revoked key, an ended key and a closed organization are rejected by the
// next request. The database's clock is the same for every process.
// OFFSET 0 fixes the order of the tables: the planner could read all keys in the order of their organizations.
const callers: SharedRead<string, ApiCaller> = {
  name: "find the callers of keys",
  keyColumns: { key_hash: "text" },
  text: (requested) => `
    select requested.position, k.id, k.name, k.lineage_id, k.organization_id,
      o.time_zone,
      k.environment, array_to_json(k.scopes), k.rate_limit_per_hour,
      k.window_number, array_to_string(k.allowed_networks, ','),
      k.daily_credit_cap
    from ${requested}
    cross join lateral (
      select * from api_keys where key_hash = requested.key_hash and revoked_at is null
        and (expires_at is null or expires_at > now()) offset 0
    ) k
    cross join lateral (
      select time_zone from organizations where id = k.organization_id and closed_at is null offset 0
    ) o`,
  columnsOf: (keyHash) => [keyHash],
  toValue: (
    [
      id,
      name,
      lineageId,
      organizationId,
      timeZone,
      environment,
      scopes,
      limit,
      window,
      networks,
      cap,
    ],
  ) => ({
    apiKeyId: Number(id),
    apiKeyName: name!,
    lineageId: lineageId!,
    organizationId: Number(organizationId),
    timeZone: timeZone!,
    environment: environment as Environment,
    scopes: JSON.parse(scopes!),
    rateLimitPerHour: Number(limit),
    windowNumber: Number(window),
    allowedNetworks: networks!,
    dailyCreditCap: cap === null ? null : Number(cap),
  }),
};

/** Implements core's `ApiKeys` in Postgres. */
export function createApiKeys(database: Database, share: ShareReads): ApiKeys {
  const { openUnit } = database;
  return {
    findCaller: share(callers),
    add: (key, audit) => orUnavailable(() => addAudited(database, key, audit)),
    list: (organizationId) =>
      orUnavailable(async () =>
        (await openUnit()).find(ApiKey, { organizationId }, {
          orderBy: [{ revokedAt: "desc nulls first" }, { id: "desc" }],
          limit: maxListed,
        })
      ).then((keys) => keys.toSorted((a, b) => a.id - b.id)),
    change: (ref, change, audit) =>
      changeLocked(database, lockedRow(ApiKey, { ...ref }), { change, audit }),
    replace: (ref, replace, audit) =>
      withLocked(database, lockedRow(ApiKey, { ...ref }), async (key, transaction) => {
        const replacement = await replace(key);
        await transaction.em.persist(replacement).flush();
        await writeAuditIn(transaction, audit(replacement, key));
        return replacement;
      }),
  };
}
