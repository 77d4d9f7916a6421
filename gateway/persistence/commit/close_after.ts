import type { PoolClient } from "pg";

/** Closes a connection after a time, so that its running statement fails. Returns a function that cancels this. */
export function closeAfter(client: PoolClient, ms: number): () => void {
  // The driver's types of a pooled client omit `end`.
  const { end } = client as PoolClient & { end(): Promise<void> };
  const timer = setTimeout(() => void end.call(client), Math.max(ms, 0));
  return () => clearTimeout(timer);
}
