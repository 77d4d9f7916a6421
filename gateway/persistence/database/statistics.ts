import type { Pool } from "pg";
import type { Logger } from "pino";
import { repeat } from "./repeat.ts";

const everyMs = 2000;
const minRows = 1000;
const growth = 10;

// A table that was never analyzed has -1 reltuples.
const findGrown = `
  select format('%I', c.relname) as name
  from pg_stat_user_tables t join pg_class c on c.oid = t.relid
  where schemaname = 'public' and n_live_tup >= $1 and n_live_tup >= $2 * greatest(reltuples, 0)`;

/**
 * Analyzes the tables that have ten times as many rows as their statistics say, from 1,000 rows on, and returns their
 * names. This also makes every session plan its named statements again (gateway/persistence/README.md 10).
 */
export async function analyzeGrownTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(findGrown, [minRows, growth]);
  const names = rows.map(({ name }) => name);
  // Another process may be analyzing the same table. It is not waited for.
  for (const name of names) await pool.query(`analyze (skip_locked) ${name}`);
  return names;
}

/** Analyzes grown tables every 2 s until stopped. Autovacuum does so only once a minute. */
export function keepStatistics(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  return repeat(() => analyzeGrownTables(pool), {
    everyMs,
    onFault: (error) => log?.warn({ err: error }, "analyzing grown tables failed, will retry"),
  });
}
