import { ConnectError } from "./faults.ts";
import type { Connections } from "./connections.ts";
import type { ServiceClient } from "./service_client.ts";

const options = { applicationName: "appointment-booking start" };

/**
 * Throws if a pooler runs each transaction on another session. Then the settings of a connection would apply to other
 * clients and not to itself (gateway/persistence/README.md 5).
 */
export async function refuseSharedSessions(connections: Connections): Promise<void> {
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
    if (await sessionOf(one) !== before) throw new ConnectError(refusal);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

const refusal = "Cannot use the database: its pooler gives each transaction another session. " +
  "Set the pooler to session mode (PgBouncer: pool_mode = session)";

async function sessionOf(client: ServiceClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]!.id;
}
