import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isLockTimeout } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { type CommitEvidence, lockKeyOf, lockTag } from "./commit_trail.ts";
import { closeAfter } from "./close_after.ts";
import { sendCommit } from "./send_commit.ts";

/** "committed" is as durable as a commit that the server has confirmed. */
export type CommitOutcome = "committed" | "rolled back" | "unknown";

const maxSettleMs = 5000;
/** A session that is idle and still holds the lock of its tag after this time never got its COMMIT. */
const lockTimeoutMs = 500;

const begin = `begin read write; set local lock_timeout = '${lockTimeoutMs}ms';
  set local idle_in_transaction_session_timeout = '10s'`;

// Waits until the transaction of the tag has ended, and writes a message to the WAL. The COMMIT of this message waits
// until everything before it is flushed and confirmed by the synchronous standby. A standby rejects the message, so
// the question is never answered by a lagging copy.
const lockAndWrite: Statement<never> = {
  text: `select from ${lockTag("$1::uuid")},
    pg_logical_emit_message(true, 'appointment-booking', 'settles a commit')`,
};

// A statement of its own after the lock, so its snapshot contains what the old session committed.
const findRecord: Statement<{ id: string }> = {
  text: `select id from audit_entries
    where organization_id = $1 and subject_kind = $2 and subject_id = $3::bigint
      and transaction_tag = $4::uuid limit 1`,
};

// Ends the session that holds the lock of the tag, if it is idle. It is found by its lock, because its process id and
// transaction id may belong to another session by now. A session that waits in COMMIT is active and is not ended:
// that would show its rows without the standby.
const endIdleHolder: Statement<never> = {
  text: `
    select pg_terminate_backend(a.pid)
    from pg_locks l
    join pg_database d on d.oid = l.database and d.datname = current_database()
    join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
      and (l.classid::bigint << 32 | l.objid::bigint) = ${lockKeyOf("$1::uuid")}
      and a.state = 'idle in transaction'`,
};

/**
 * Finds out on other connections whether a transaction was committed whose COMMIT had no answer. Makes it durable if it
 * was. Returns "unknown" if this takes longer than 5 s (gateway/persistence/commit/README.md 2).
 */
export async function settleCommit(pool: Pool, evidence: CommitEvidence): Promise<CommitOutcome> {
  const deadlineMs = performance.now() + maxSettleMs;
  for (let pauseMs = 5;; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await withClient(pool, deadlineMs, (client) => lookUp(client, evidence));
    } catch (error) {
      // Every other fault is retried too, because the outcome is still unknown.
      if (isLockTimeout(error)) await endSession(pool, { deadlineMs, tag: evidence.tag });
    }
    if (performance.now() + pauseMs >= deadlineMs) return "unknown";
    await delay(pauseMs);
  }
}

async function lookUp(
  client: PoolClient,
  { organizationId, subjectKind, subjectId, tag }: CommitEvidence,
): Promise<CommitOutcome> {
  await client.query(begin);
  await rowsIn(client, lockAndWrite, [tag]);
  const values = [organizationId, subjectKind, subjectId, tag];
  if ((await rowsIn(client, findRecord, values)).length === 0) {
    await client.query("rollback");
    return "rolled back";
  }
  await sendCommit(client);
  return "committed";
}

async function endSession(
  pool: Pool,
  { deadlineMs, tag }: { deadlineMs: number; tag: string },
): Promise<void> {
  try {
    await withClient(pool, deadlineMs, (client) => rowsIn(client, endIdleHolder, [tag]));
  } catch {
    // The next lock timeout tries again.
  }
}

/** Runs work on a connection of the pool. Closes the connection at the deadline. */
async function withClient<T>(
  pool: Pool,
  deadlineMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const cancelClosing = closeAfter(client, deadlineMs - performance.now());
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    cancelClosing();
  }
}
