import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import type { Client } from "pg";

/** What is between a connection and Postgres: nothing, a pooler in session mode, or one in transaction mode. */
export type Pooling = "none" | "session" | "transaction";

/** Makes a connection that is not open yet. */
type ClientMaker = () => Client;

/** Other clients of a busy pooler may take a session between two statements, which hides the mode for one round. */
const rounds = 100;

/** In milliseconds. Without it, clients that send in step with the check can hide the mode for many rounds. */
const longestPause = 2;

/**
 * Finds out whether there is a pooler, by evidence and not by its name or version: the process id of the session on the
 * server.
 *
 *     the driver got it at connect          none: a pooler gives out a number of its own
 *     another client has it in its          transaction: two open connections never have
 *     transaction, or it changes meanwhile  one session in session mode
 */
export async function findPooling(createClient: ClientMaker): Promise<Pooling> {
  const one = createClient();
  const other = createClient();
  try {
    await one.connect();
    let own = await sessionOf(one);
    if (own === (one as unknown as { processID: number }).processID) return "none";
    await other.connect();
    for (let round = 0; round < rounds; round += 1) {
      await other.query("begin");
      if (await sessionOf(other) === own) return "transaction";
      const before = own;
      own = await sessionOf(one);
      if (own !== before) return "transaction";
      await other.query("rollback");
      await setTimeout(Math.random() * longestPause);
    }
    return "session";
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

/** Returns whether both lead to one database: a lock that is held through `direct` is held for the other. */
export async function leadToSameDatabase(
  createClient: ClientMaker,
  createDirect: ClientMaker,
): Promise<boolean> {
  const holder = createDirect();
  const other = createClient();
  const key = [`appointment-booking start ${randomUUID()}`];
  try {
    await Promise.all([holder.connect(), other.connect()]);
    await holder.query("select pg_advisory_lock(hashtextextended($1, 0))", key);
    const { rows } = await other.query<{ isFree: boolean }>(
      `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isFree"`,
      key,
    );
    return !rows[0]!.isFree;
  } finally {
    await Promise.all([holder.end(), other.end()]);
  }
}

async function sessionOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>("select pg_backend_pid() as id");
  return rows[0]!.id;
}
