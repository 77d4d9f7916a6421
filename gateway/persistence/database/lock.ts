import type { Connections } from "./connections.ts";
import type { ServiceClient } from "./service_client.ts";

const timedOut = "55P03";

/**
 * Runs work while no other process runs work of the same name on this database. It holds an advisory lock of a session
 * on a connection of its own, so the connection must not go through a pooler that shares sessions.
 */
export async function withLock<T>(
  connections: Connections,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = connections.createClient({ applicationName: "appointment-booking lock" });
  await client.connect();
  try {
    await takeLock(client, `appointment-booking ${name}`);
    return await work();
  } finally {
    await client.end();
  }
}

/** Tries again every 5 s, because a longer wait without an answer looks like a server that hangs. */
async function takeLock(client: ServiceClient, name: string): Promise<void> {
  await client.query("set lock_timeout = '5s'");
  for (;;) {
    try {
      await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [name]);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== timedOut) throw error;
    }
  }
}
