import { randomUUID } from "node:crypto";
import { ConnectError } from "./faults.ts";
import type { Connections } from "./connections.ts";
import type { ServiceClient } from "./service_client.ts";

const options = { applicationName: "appointment-booking start" };

/** The variable that has the URL of the connections. */
type Variable = "DATABASE_URL" | "DATABASE_DIRECT_URL";

/**
 * Throws if a pooler runs each transaction on another session. Then the settings of a connection would apply to other
 * clients and not to itself (gateway/persistence/README.md 5).
 */
export async function refuseSharedSessions(
  connections: Connections,
  variable: Variable,
): Promise<void> {
  const one = connections.createClient(options);
  const other = connections.createClient(options);
  try {
    await one.connect();
    const before = await sessionOf(one);
    // The driver got the process id of the server at connect, so there is no pooler.
    if (before === (one as unknown as { processID: number }).processID) return;
    await other.connect();
    // A pooler in transaction mode gives this transaction the session that `one` used last.
    await other.query("begin");
    if (await sessionOf(one) !== before) throw new ConnectError(refusals[variable]);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/**
 * Throws unless both lead to the same database. Otherwise the locks and the migrations would be in a database that the
 * service does not use.
 */
export async function requireSameDatabase(
  connections: Connections,
  direct: Connections,
): Promise<void> {
  const holder = direct.createClient(options);
  const other = connections.createClient(options);
  const key = [`appointment-booking start ${randomUUID()}`];
  try {
    await Promise.all([holder.connect(), other.connect()]);
    await holder.query("select pg_advisory_lock(hashtextextended($1, 0))", key);
    const { rows } = await other.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"`,
      key,
    );
    if (rows[0]!.isFree) throw new ConnectError(differ);
  } finally {
    await Promise.all([holder.end(), other.end()]);
  }
}

const refusals: Record<Variable, string> = {
  DATABASE_URL: "Cannot use the database: DATABASE_URL leads to a pooler that gives each " +
    "transaction another session. Set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the " +
    "URL of Postgres itself. Or set the pooler to session mode (PgBouncer: pool_mode = session)",
  DATABASE_DIRECT_URL:
    "Cannot use the database: DATABASE_DIRECT_URL leads to a pooler that gives " +
    "each transaction another session. Set it to the URL of Postgres itself",
};

const differ =
  "Cannot use the database: DATABASE_URL and DATABASE_DIRECT_URL lead to different databases. " +
  "Set both to the same database";

async function sessionOf(client: ServiceClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]!.id;
}
