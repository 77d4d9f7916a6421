import type { Pool, PoolClient } from "pg";
import type { BookingScope, Subscription } from "../../../core/ports.ts";
import type { CommitTrail } from "../commit/commit_trail.ts";
import {
  type OpenTransaction,
  runTransaction,
  type TransactionEnd,
} from "../commit/run_transaction.ts";
import { organizationClosed, unavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { isUsed } from "../webhooks/used_webhooks.ts";

/** An open transaction that holds the lock of one organization's and environment's balance. */
export interface GateTransaction {
  client: PoolClient;
  trail: CommitTrail;
  /** Credits. */
  balance: number;
  /** Credits at which the organization is warned; null for no warning. */
  lowCreditThreshold: number | null;
  /** The number of entries of the waiting list that wait or have an offer. */
  waiting: number;
  timeZone: string;
  /** The webhooks that get events of this environment. */
  subscriptions: Subscription[];
}

/** SQL that is true if the triggers of the session are switched on. */
export const areTriggersOn = "current_setting('session_replication_role') = 'origin'";

interface GateRow {
  balance: string;
  lowCreditThreshold: number | null;
  waiting: number;
  timeZone: string;
  hasTriggers: boolean;
  isClosed: boolean;
  subscriptions: Subscription[];
}

// The gate: locks the row of the balance. It is the first statement of the transaction and reads no occupancy.
//
// Why not lock and count in one statement: a statement reads the snapshot from before its lock wait. It would not see
// the bookings that the previous holder committed during the wait, and would oversell. Statements after this one get
// a newer snapshot.
//
// Every transaction of the scope takes this lock first, so two of them cannot deadlock (gateway/persistence/README.md 7).
//
// `subscriptions` may be as old as the start of the lock wait. A webhook created meanwhile gets events from the next
// transaction on. The cost is one round trip for each batch.
const lockBalance: Statement<GateRow> = {
  name: "lock the balance",
  text: `
    select b.balance, b.low_credit_threshold as "lowCreditThreshold", b.waiting,
      o.time_zone as "timeZone", b.closed_at is not null as "isClosed",
      ${areTriggersOn} as "hasTriggers", coalesce((
        select json_agg(json_build_object('webhookId', w.id, 'events', w.events,
          'includeContact', w.include_contact, 'channel', w.channel) order by w.id)
        from webhooks w
        where w.organization_id = $1 and ${isUsed("w")}
          and (b.environment = 'LIVE' or w.include_test)
      ), '[]') as subscriptions
    from balances b join organizations o on o.id = b.organization_id
    where b.organization_id = $1 and b.environment = $2
    for no key update of b`,
};

/**
 * Runs work in one transaction that holds the gate, like `runTransaction`. Returns undefined if there is no such
 * balance. Throws SERVICE_UNAVAILABLE if the organization is closed, and the server's lock timeout if it waits for any lock longer than `lockTimeoutMs`.
 */
export function inGate<T>(
  pool: Pool,
  { organizationId, environment, lockTimeoutMs }: BookingScope & { lockTimeoutMs: number },
  work: (transaction: GateTransaction) => Promise<TransactionEnd<T>>,
): Promise<T | undefined> {
  const start = {
    begin: beginInGate(lockTimeoutMs),
    read: ({ client }: OpenTransaction) =>
      rowsIn(client, lockBalance, [organizationId, environment]),
  };
  return runTransaction<GateRow[], T | undefined>(
    pool,
    start,
    async ({ client, trail }, [gate]) => {
      if (!gate) return { result: undefined, end: "roll back" };
      const { balance, hasTriggers, isClosed, ...read } = gate;
      requireTriggers(hasTriggers);
      if (isClosed) throw organizationClosed();
      return await work({ ...read, client, trail, balance: Number(balance) });
    },
  );
}

/** Returns the statements that begin a transaction at the gate. */
export function beginInGate(lockTimeoutMs: number): string {
  // The server ends the session of a process that hangs while it holds the gate.
  return `begin; set local idle_in_transaction_session_timeout = '10s';
    set local lock_timeout = '${Math.ceil(lockTimeoutMs)}ms'`;
}

/**
 * Throws SERVICE_UNAVAILABLE if the session has no triggers. Each new connection was checked, but a reload of the
 * server's configuration can change the setting later.
 */
export function requireTriggers(hasTriggers: boolean): void {
  if (!hasTriggers) throw unavailable("The triggers of the database are switched off");
}
