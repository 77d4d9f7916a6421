import type { Pool, PoolClient, QueryResultRow } from "pg";
import { DomainError } from "../../../core/ports.ts";
import type { Connections } from "../database/connections.ts";
import { isAway, isDatabaseError, unavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";
import { textTimes } from "../database/text_times.ts";

const maxStatementMs = 10_000;
const statementTimedOut = "57014";

/** Reads in one snapshot, in one transaction of one connection. */
export interface Reading {
  rows<Row extends QueryResultRow>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>;
  /** Ends the transaction. Never throws. */
  close(): Promise<void>;
}

/** Opens the pool of the reports. It is separate, so that reports never take a connection from bookings. */
export function openReportingPool(connections: Connections, poolSize: number): Pool {
  return connections.openPool({
    applicationName: "appointment-booking reporting",
    max: poolSize,
    types: textTimes,
  });
}

/**
 * Opens a reading. It connects with its first statement, and runs statements one after another. If a statement fails,
 * the transaction is over, and the following ones fail with the same fault. After `close` no statement is sent. If
 * `signal` is aborted, the connection is cut, and all statements fail with the reason of the signal.
 */
export function openReading(pool: Pool, signal?: AbortSignal): Reading {
  let client: Promise<PoolClient> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  let ended: { fault: unknown } | undefined;
  let isReleased = false;

  signal?.addEventListener("abort", cutOff, { once: true });
  if (signal?.aborted) cutOff();

  function cutOff(): void {
    ended ??= { fault: signal!.reason };
    if (waiting > 0) void client?.then((connected) => release(connected, true), () => {});
  }

  function release(connected: PoolClient | undefined, isLost = false): void {
    if (isReleased) return;
    isReleased = true;
    connected?.release(isLost);
  }

  async function run<Row extends QueryResultRow>(statement: Statement<Row>, values: unknown[]) {
    if (ended) throw ended.fault;
    try {
      return await rowsIn(await (client ??= begin(pool)), statement, values);
    } catch (error) {
      ended ??= { fault: isTimeout(error) ? timedOut() : isAway(error) ? unavailable() : error };
      throw ended.fault;
    }
  }

  return {
    rows(statement, values) {
      waiting += 1;
      const rows = last.then(() => run(statement, values)).finally(() => waiting -= 1);
      last = rows.catch(() => {});
      return rows;
    },
    async close() {
      ended ??= { fault: new Error("Cannot read: the reading was closed") };
      const connected = client?.catch(() => undefined);
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

// A snapshot for all statements of a report. Parallel workers and JIT are off: they would take the cores from bookings.
const start = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = ${maxStatementMs};
  set local client_connection_check_interval = 1000;
  set local work_mem = '64MB';
  set local max_parallel_workers_per_gather = 0;
  set local jit = off`;

async function begin(pool: Pool): Promise<PoolClient> {
  const client = await pool.connect();
  try {
    await client.query(start);
    return client;
  } catch (error) {
    client.release(true);
    throw error;
  }
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
