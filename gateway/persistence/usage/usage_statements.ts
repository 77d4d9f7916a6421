import type { Pool } from "pg";
import type { UsageEntry } from "../../../core/mod.ts";
import { usageArrays, usageColumns, usagePlaceholders } from "./usage_columns.ts";

/** Unused ids of usage entries. */
export async function drawIds(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: "draw usage ids",
    text: `select array_agg(nextval('usage_entries_id_seq')) as ids
      from generate_series(1, $1::int)`,
    values: [count],
  });
  return rows[0]!.ids;
}

/** Writes entries under their ids; one that was written before stays as it is. */
export async function insertEntries(
  pool: Pool,
  entries: readonly UsageEntry[],
  ids: readonly string[],
): Promise<void> {
  await pool.query({
    name: "insert usage entries",
    text: `insert into usage_entries (id, ${usageColumns})
      select * from unnest($1::bigint[], ${usagePlaceholders(2)}) on conflict do nothing`,
    values: [ids, ...usageArrays(entries)],
  });
}

/** Moves each key's last use forward, never back. Keys are locked by id, so that no two writers deadlock. */
export async function noteUses(
  pool: Pool,
  uses: readonly (readonly [apiKeyId: number, at: Temporal.Instant])[],
): Promise<void> {
  await pool.query({
    name: "note the use of keys",
    text: `
      with used as (
        select * from unnest($1::int[], $2::timestamptz[]) as u (id, at)
      ), locked as (
        select k.id from api_keys k join used using (id)
        where k.last_used_at is null or k.last_used_at < used.at
        order by k.id for no key update of k
      )
      update api_keys k set last_used_at = used.at
      from locked join used using (id)
      where k.id = locked.id and (k.last_used_at is null or k.last_used_at < used.at)`,
    values: [uses.map(([id]) => id), uses.map(([, at]) => at.toString())],
  });
}
