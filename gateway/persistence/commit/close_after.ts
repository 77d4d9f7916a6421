import type { PoolClient } from "pg";

/**
 * Closes a connection after a time, so that a statement under way fails. Returns a function that calls it off.
 */
export function closeAfter(client: PoolClient, ms: number): () => void {
  // What the driver's types of a pooled client leave out.
  const { end } = client as PoolClient & { end(): Promise<void> };
  const timer = setTimeout(() => void end.call(client), Math.max(ms, 0));
  return () => clearTimeout(timer);
}
