import { ConnectError } from "./faults.ts";
import type { Connections } from "./connections.ts";
import type { ServiceClient } from "./service_client.ts";

const options = { applicationName: "appointment-booking start" };

/**
 * Throws if a pooler gives each transaction another session, so that what a connection sets holds for strangers and not
 * for itself (README, "Connections and sessions" 5).
 */
export async function refuseSharedSessions(connections: Connections): Promise<void> {
  const one = connections.createClient(options);
  const other = connections.createClient(options);
  try {
    await one.connect();
    const before = await sessionOf(one);
    // The server's own word and not a pooler's: there is none.
    if (before === (one as unknown as { processID: number }).processID) return;
    await other.connect();
    // Takes the session that was last given back, which is that of `one` where it does not keep it.
    await other.query("begin");
    if (await sessionOf(one) !== before) throw new ConnectError(refusal);
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

const refusal = "Cannot use the database: its pooler gives a session to each transaction. " +
  "Set it to session mode (PgBouncer: pool_mode = session)";

async function sessionOf(client: ServiceClient): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]!.id;
}
