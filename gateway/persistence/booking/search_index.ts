import type { Pool } from "pg";
import type { Logger } from "pino";
import { repeat } from "../database/repeat.ts";

const everyMs = 2000;

/** Adds the words of new bookings to the index of words. They are found before that too (6 in README.md). */
export async function mergePendingWords(pool: Pool): Promise<void> {
  await pool.query("select gin_clean_pending_list('appointments_by_word')");
}

/** Adds the words of new bookings to the index every 2 s until stopped. */
export function keepSearchIndex(
  pool: Pool,
  log?: Pick<Logger, "warn">,
): { stop(): Promise<void> } {
  return repeat(() => mergePendingWords(pool), {
    everyMs,
    onFault: (error) => log?.warn({ err: error }, "merging search words failed, will retry"),
  });
}
