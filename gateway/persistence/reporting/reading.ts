import type { PoolClient, QueryResultRow } from "pg";
import { type DataAge, DomainError } from "../../../core/ports.ts";
import { isAway, isDatabaseError } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { maxStatementMs, type Snapshot, type Snapshots } from "./snapshots.ts";

const statementTimedOut = "57014";

/** Reads in one snapshot, in one transaction of one connection. */
export interface Reading {
  /** Returns the age of the snapshot; null, without a statement, if reports are read from the primary. */
  age(): Promise<DataAge | null>;
  rows<Row extends QueryResultRow>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>;
  /** Ends the transaction. Never throws. */
  close(): Promise<void>;
}

/**
 * Opens a reading. It connects with its first statement, and runs statements one after another. If a statement fails,
 * the transaction is over, and the following ones fail with the same fault. After `close` no statement is sent. If
 * `signal` is aborted, the connection is cut, and all statements fail with the reason of the signal.
 */
export function openReading(snapshots: Snapshots, signal?: AbortSignal): Reading {
  let snapshot: Promise<Snapshot> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let ended: { fault: unknown } | undefined;
  let isReleased = false;

  signal?.addEventListener("abort", cutOff, { once: true });
  if (signal?.aborted) cutOff();

  function cutOff(): void {
    ended ??= { fault: signal!.reason };
    if (waiting > 0) void snapshot?.then(({ client }) => release(client, true), () => {});
  }

  function release(connected: PoolClient | undefined, isLost = false): void {
    if (isReleased) return;
    isReleased = true;
    connected?.release(isLost);
  }

  async function run<T>(work: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
    if (ended) throw ended.fault;
    try {
      return await work(await (snapshot ??= snapshots.begin()));
    } catch (error) {
      ended ??= { fault: faultOf(error) };
      throw ended.fault;
    }
  }

  function faultOf(error: unknown): unknown {
    if (isTimeout(error)) return timedOut();
    return isAway(error) ? snapshots.faultOf(error) : error;
  }

  function enqueue<T>(work: (snapshot: Snapshot) => T | Promise<T>): Promise<T> {
    waiting += 1;
    const result = last.then(() => run(work)).finally(() => waiting -= 1);
    last = result.catch(() => {});
    return result;
  }

  return {
    age: async () => snapshots.areCopies ? await enqueue(({ age }) => age) : null,
    rows: (statement, values) => enqueue(({ client }) => rowsIn(client, statement, values)),
    async close() {
      ended ??= { fault: new Error("Cannot read: the reading was closed") };
      const connected = snapshot?.then(({ client }) => client, () => undefined);
      // Nobody needs the running statement. The server notices the closed connection within a second.
      signal?.removeEventListener("abort", cutOff);
      if (waiting > 0) return void connected?.then((client) => release(client, true));
      const idle = await connected;
      if (isReleased) return;
      const isLost = await idle?.query("rollback").then(() => false, () => true);
      release(idle, isLost);
    },
  };
}

function isTimeout(error: unknown): boolean {
  return isDatabaseError(error) && (error as { code?: string }).code === statementTimedOut;
}

function timedOut(): DomainError {
  const limit = `A statement of this query took more than ${maxStatementMs / 1000} s`;
  return new DomainError(
    "QUERY_TIMEOUT",
    `${limit}. Request a shorter period, fewer groups or fewer fields`,
  );
}
