import type { Pool } from "pg";
import type { UsageEntry } from "../../../core/ports.ts";

/** Returns unused ids of usage entries. */
export async function drawIds(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: "draw usage ids",
    text: `select array_agg(nextval('usage_entries_id_seq')) as ids
      from generate_series(1, $1::int)`,
    values: [count],
  });
  return rows[0]!.ids;
}

/** Writes entries with their ids. Skips ids that are already written. */
export async function insertEntries(
  pool: Pool,
  entries: readonly UsageEntry[],
  ids: readonly string[],
): Promise<void> {
  await pool.query({
    name: "insert usage entries",
    text: `insert into usage_entries (id, error, ${usageColumns})
      select * from unnest($1::bigint[], $2::text[], ${usagePlaceholders(3)})
      on conflict do nothing`,
    values: [ids, entries.map(({ error }) => error ?? null), ...usageArrays(entries)],
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

/** The columns of an entry of a booking without its id, in the order of `usageArrays`. A booking has no error. */
export const usageColumns = `organization_id, api_key_id, environment, endpoint, route_template,
  method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent,
  request_id`;

const types = [
  "int[]",
  "int[]",
  "text[]",
  "text[]",
  "text[]",
  "text[]",
  "int[]",
  "int[]",
  "int[]",
  "timestamptz[]",
  "text[]",
  "text[]",
  "text[]",
];

/** Returns the placeholders of `usageArrays` for `unnest`, starting with `$first`. */
export function usagePlaceholders(first: number): string {
  return types.map((type, i) => `$${first + i}::${type}`).join(", ");
}

/** Returns the entries column by column, for `unnest`. */
export function usageArrays(entries: readonly UsageEntry[]): unknown[][] {
  return [
    entries.map((entry) => entry.organizationId),
    entries.map((entry) => entry.apiKeyId),
    entries.map((entry) => entry.environment),
    entries.map((entry) => entry.endpoint),
    entries.map((entry) => entry.routeTemplate),
    entries.map((entry) => entry.method),
    entries.map((entry) => entry.statusCode),
    entries.map((entry) => entry.creditsConsumed),
    entries.map((entry) => entry.responseTimeMs),
    entries.map((entry) => entry.timestamp.toString()),
    entries.map((entry) => entry.ipAddress),
    entries.map((entry) => entry.userAgent),
    entries.map((entry) => entry.requestId ?? null),
  ];
}
