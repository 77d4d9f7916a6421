import { Client } from "pg";

/**
 * Runs work while no other process runs work of that name on this database, with a session lock on a
 * connection of its own; it must therefore not go through a pooler that shares sessions.
 */
export async function withLock<T>(
  connectionString: string,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  });
  // A lost connection is met by the next statement; unheard, its event would end the process.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(hashtextextended($1, 0))", [
      `appointment-booking ${name}`,
    ]);
    return await work();
  } finally {
    await client.end();
  }
}
