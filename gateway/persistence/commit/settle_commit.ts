import { setTimeout as delay } from "node:timers/promises";
import type { Pool, PoolClient } from "pg";
import { isLockTimeout } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { type CommitEvidence, lockKeyOf, lockTag } from "./commit_trail.ts";
import { closeAfter } from "./close_after.ts";
import { sendCommit } from "./send_commit.ts";

/** "committed" is as durable as a commit that the server has confirmed. */
export type CommitOutcome = "committed" | "rolled back" | "unknown";

const patienceMs = 5000;
/** A session that still holds its tag's lock after this, idle, never got its COMMIT. */
const lockTimeoutMs = 500;

const begin = `begin read write; set local lock_timeout = '${lockTimeoutMs}ms';
  set local idle_in_transaction_session_timeout = '10s'`;

// The message is a write of our own, whose commit waits until all that was written before it is flushed and
// confirmed by the synchronous standby. A standby that takes no writes refuses it, and so is not asked.
const lockAndWrite: Statement<never> = {
  text: `select from ${lockTag("$1::uuid")},
    pg_logical_emit_message(true, 'appointment-booking', 'settles a commit')`,
};

// In a statement of its own after the lock, so that it sees what the old session committed.
const findRecord: Statement<{ id: string }> = {
  text: `select id from audit_entries
    where organization_id = $1 and subject_kind = $2 and subject_id = $3::bigint
      and transaction_tag = $4::uuid limit 1`,
};

// By the lock alone no other session can be meant: not one that has its process id or transaction id now. One
// that waits in COMMIT is active and not idle: it is left alone, since ending it would only hide the wait.
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
 * Finds out on other connections whether a transaction whose COMMIT had no answer was committed, and makes it
 * durable if it was. Unknown if the database does not allow that within 5 s. Decisions: README.md here.
 */
export async function settleCommit(pool: Pool, evidence: CommitEvidence): Promise<CommitOutcome> {
  const deadlineMs = performance.now() + patienceMs;
  for (let pauseMs = 5;; pauseMs = Math.min(pauseMs * 2, 250)) {
    try {
      return await withClient(pool, deadlineMs, (client) => lookUp(client, evidence));
    } catch (error) {
      // Anything else is asked again: whatever is in the way, the outcome stays unknown.
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
    // It is tried again after the next lock timeout.
  }
}

/** Works on a connection of the pool until a deadline, at which the connection is closed. */
async function withClient<T>(
  pool: Pool,
  deadlineMs: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const callOff = closeAfter(client, deadlineMs - performance.now());
  try {
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  } finally {
    callOff();
  }
}
