import { Client } from "pg";

/** Answers that pass by themselves: starting up, shutting down, all connections taken. */
const passing = new Set(["57P03", "57P01", "53300", "ECONNREFUSED", "ECONNRESET"]);

/**
 * Makes the database `appointments` unless it is there. False: the server does not take clients
 * yet, ask again.
 */
export async function prepareDatabase(password: string, port: number): Promise<boolean> {
  const client = openClient(password, port, "postgres");
  try {
    await client.connect();
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'appointments'");
    if (found.rowCount === 0) await client.query("CREATE DATABASE appointments");
    return true;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    // No code: the connection broke, and the caller sees whether the server did.
    if (code === undefined || passing.has(code)) return false;
    const mend = code === "28P01"
      ? ". The password in postgres.json is not this database's: restore it"
      : "";
    throw new Error(`Cannot open the embedded Postgres: ${message}${mend}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the database `appointments` takes clients. */
export async function isServing(password: string, port: number): Promise<boolean> {
  const client = openClient(password, port, "appointments");
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

function openClient(password: string, port: number, database: string): Client {
  const user = "postgres";
  // ssl is said, because PGSSLMODE in the environment would ask a loopback server for it.
  const where = { host: "127.0.0.1", port, user, password, database, ssl: false };
  const client = new Client({ ...where, connectionTimeoutMillis: 5000 });
  // A connection that breaks between two calls is told here, and would end the process.
  client.on("error", () => {});
  return client;
}
