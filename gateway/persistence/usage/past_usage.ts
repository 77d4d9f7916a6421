import type { Pool } from "pg";
import type { UsageEntry } from "../../../core/ports.ts";
import { drawIds, insertEntries, noteUses } from "./usage_statements.ts";

/** Writes calls of the past. Does nothing if their organization has calls already. */
export async function addPastUsage(pool: Pool, entries: readonly UsageEntry[]): Promise<void> {
  const found = await pool.query(
    "select from usage_entries where organization_id = any($1::int[]) limit 1",
    [entries.map(({ organizationId }) => organizationId)],
  );
  if (found.rowCount !== 0) return;
  const ids = await drawIds(pool, entries.length);
  await insertEntries(pool, entries.map((entry, i) => ({ ...entry, id: ids[i]! })));
  // The last call of each key counts. The calls are in the order of time.
  const lastCalls = new Map(entries.map((entry) => [entry.apiKeyId, entry]));
  await noteUses(pool, [...lastCalls.values()]);
}
