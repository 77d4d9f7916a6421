import { Client } from "pg";

/** Temporary errors: starting up, shutting down, no free connection. */
const temporary = new Set(["57P03", "57P01", "53300", "ECONNREFUSED", "ECONNRESET"]);

/** Creates the database `appointments` unless it exists. Returns false if the server does not accept clients yet. */
export async function prepareDatabase(password: string, port: number): Promise<boolean> {
  const client = openClient(password, port, "postgres");
  try {
    await client.connect();
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = 'appointments'");
    if (found.rowCount === 0) await client.query("CREATE DATABASE appointments");
    return true;
  } catch (cause) {
    const { code, message } = cause as { code?: string; message: string };
    // No code: the connection was lost, and the caller checks the server.
    if (code === undefined || temporary.has(code)) return false;
    const advice = code === "28P01"
      ? ". The password in postgres.json does not belong to this database. Restore the file"
      : "";
    throw new Error(`Cannot open the embedded Postgres: ${message}${advice}`, { cause });
  } finally {
    await client.end().catch(() => {});
  }
}

/** Whether the database `appointments` accepts clients. */
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
  // `ssl` is explicit: PGSSLMODE in the environment would otherwise require it of a loopback server.
  const where = { host: "127.0.0.1", port, user, password, database, ssl: false };
  const client = new Client({ ...where, connectionTimeoutMillis: 5000 });
  // Without a listener, a connection that is lost between two calls would end the process.
  client.on("error", () => {});
  return client;
}
