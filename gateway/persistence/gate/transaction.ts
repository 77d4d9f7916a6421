import type { Pool, PoolClient } from "pg";
import type { BookingScope, Subscription } from "../../../core/mod.ts";
import { isAway, isDatabaseError, unavailable } from "../faults.ts";
import { rowsIn, type Statement } from "../statement.ts";
import { settleOutcome } from "./outcome.ts";

/** An open transaction that holds the lock of one organization's and environment's balance. */
export interface GateTransaction {
  client: PoolClient;
  /** Credits. */
  balance: number;
  timeZone: string;
  /** The webhooks that are told of this environment's events. */
  subscriptions: Subscription[];
}

/** What work in the gate comes to: its result, and whether there is anything to commit. */
export interface Worked<T> {
  result: T;
  hasWritten: boolean;
}

/** The transaction is certainly undone, whatever it had written: it may be tried again. */
export class RolledBackError extends Error {
  override name = "RolledBackError";
}

// The gate. It is a statement of its own and the first one: what is read after it sees all that the holders
// before committed, while reading in the same statement would see the snapshot of before the wait, and
// oversell. Everything takes this lock first, so no two transactions can deadlock. The subscriptions may be
// as of before the wait: a webhook that came during it is told of what is asked for after it, which waits
// for a later transaction.
const lockBalance: Statement<
  {
    balance: string;
    timeZone: string;
    subscriptions: Subscription[];
    transactionId: string;
    processId: number;
  }
> = {
  name: "lock the balance",
  text: `
    select b.balance, o.time_zone as "timeZone", coalesce((
        select json_agg(json_build_object('webhookId', w.id, 'events', w.events) order by w.id)
        from webhooks w
        where w.organization_id = b.organization_id and w.deleted_at is null and w.is_active
          and (b.environment = 'LIVE' or w.include_test)
      ), '[]') as subscriptions, pg_current_xact_id()::text as "transactionId",
      pg_backend_pid() as "processId"
    from balances b join organizations o on o.id = b.organization_id
    where b.organization_id = $1::bigint and b.environment = $2
    for no key update of b`,
};

// A process that hangs while it holds the gate must not keep everybody else out for long.
const begin = "begin; set local idle_in_transaction_session_timeout = '10s'";

/**
 * Runs work in one transaction behind the gate and commits it. Undefined when there is no such balance.
 * Throws RolledBackError when the transaction is certainly undone because the connection was lost,
 * SERVICE_UNAVAILABLE when the database is away or the outcome of the commit stays unknown, and what the
 * work threw, its transaction rolled back.
 */
export async function inGate<T>(
  pool: Pool,
  { organizationId, environment }: BookingScope,
  work: (transaction: GateTransaction) => Promise<Worked<T>>,
): Promise<T | undefined> {
  const client = await connect(pool);
  let lost: Error | undefined;
  try {
    await client.query(begin);
    const [gate] = await rowsIn(client, lockBalance, [organizationId, environment]);
    if (!gate) {
      await client.query("rollback");
      return undefined;
    }
    const { balance, timeZone, subscriptions, transactionId, processId } = gate;
    const { result, hasWritten } = await work({
      client,
      balance: Number(balance),
      timeZone,
      subscriptions,
    });
    if (!hasWritten) {
      await client.query("rollback");
      return result;
    }
    const fault = await faultOf(() => client.query("commit"));
    if (!fault) return result;
    // The server refused the commit itself (a deferred constraint): the work is undone and at fault.
    if (isDatabaseError(fault) && !isAway(fault)) throw fault;
    lost = fault;
    const outcome = await settleOutcome(pool, { transactionId, processId });
    if (outcome === "committed") return result;
    if (outcome === "aborted") {
      throw new RolledBackError("The connection was lost", { cause: fault });
    }
    throw unavailable(
      "It is not known whether the request was carried out; repeat it with the same " +
        "Idempotency-Key",
    );
  } catch (error) {
    if (lost) throw error;
    const rollbackFault = await faultOf(() => client.query("rollback"));
    if (rollbackFault) lost = rollbackFault;
    // No commit was sent, so the server undoes the transaction by itself.
    throw isAway(error) ? new RolledBackError("The connection was lost", { cause: error }) : error;
  } finally {
    client.release(lost);
  }
}

async function connect(pool: Pool): Promise<PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw isAway(error) ? unavailable() : error;
  }
}

async function faultOf(work: () => Promise<unknown>): Promise<Error | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
