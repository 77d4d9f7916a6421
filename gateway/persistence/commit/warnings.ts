import type { Pool } from "pg";

const counts = new WeakMap<Pool, number>();

/** Counts the warnings that the sessions of a pool get from now on. */
export function countWarnings(pool: Pool): void {
  counts.set(pool, 0);
  pool.on("connect", (client) => {
    client.on("notice", () => counts.set(pool, warningsOf(pool) + 1));
  });
}

/** Returns how many warnings the sessions of a pool got. */
export function warningsOf(pool: Pool): number {
  return counts.get(pool) ?? 0;
}
