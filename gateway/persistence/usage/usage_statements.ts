import type { Pool } from "pg";
import type { UsageEntry } from "../../../core/ports.ts";
import { usageEntries } from "../mapping/tables.ts";

/** Returns unused ids of usage entries. */
export async function drawIds(pool: Pool, count: number): Promise<number[]> {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: "draw usage ids",
    text: `select array_agg(nextval('usage_entries_id_seq')) as ids
      from generate_series(1, $1::int)`,
    values: [count],
  });
  return rows[0]!.ids.map(Number);
}

/** Writes entries with their ids. Skips ids that are already written. */
export async function insertEntries(
  pool: Pool,
  entries: readonly (UsageEntry & { id: number })[],
): Promise<void> {
  await pool.query({
    name: "insert usage entries",
    text: `insert into usage_entries (${usageEntries.names})
      select ${usageEntries.names} from ${usageEntries.source("entry", 1, "many")}
      on conflict do nothing`,
    values: usageEntries.sourceValues(entries, "many"),
  });
}

/** A call with an API key. */
export type KeyUse = Pick<UsageEntry, "organizationId" | "apiKeyId" | "timestamp">;

/** Moves the last use of each key forward, never back. Locks keys in the order of their ids, so writers cannot deadlock. */
export async function noteUses(
  pool: Pool,
  uses: readonly KeyUse[],
): Promise<void> {
  await pool.query({
    name: "note the use of keys",
    text: `
      with used as (
        select * from unnest($1::int[], $2::timestamptz[], $3::int[]) as u (id, at, organization_id)
      ), locked as (
        select k.organization_id, k.id from api_keys k join used using (organization_id, id)
        where k.last_used_at is null or k.last_used_at < used.at
        order by k.id for no key update of k
      )
      update api_keys k set last_used_at = used.at
      from locked join used using (organization_id, id)
      where k.organization_id = locked.organization_id and k.id = locked.id and (k.last_used_at is null or k.last_used_at < used.at)`,
    values: [
      uses.map(({ apiKeyId }) => apiKeyId),
      uses.map(({ timestamp }) => timestamp.toString()),
      uses.map(({ organizationId }) => organizationId),
    ],
  });
}
