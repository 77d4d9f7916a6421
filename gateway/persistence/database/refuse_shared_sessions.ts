import { ConnectError } from "./faults.ts";
import type { Connections } from "./connections.ts";
import { findPooling, leadToSameDatabase } from "./pooling.ts";

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
  const pooling = await findPooling(() => connections.createClient(options));
  if (pooling === "transaction") throw new ConnectError(refusals[variable]);
}

/**
 * Throws unless both lead to the same database. Otherwise the locks and the migrations would be in a database that the
 * service does not use.
 */
export async function requireSameDatabase(
  connections: Connections,
  direct: Connections,
): Promise<void> {
  const isSame = await leadToSameDatabase(
    () => connections.createClient(options),
    () => direct.createClient(options),
  );
  if (!isSame) throw new ConnectError(differ);
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
