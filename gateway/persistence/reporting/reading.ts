import { type Pool, type PoolClient, type QueryResultRow, types } from "pg";
import { DomainError } from "../../../core/mod.ts";
import type { Connections } from "../database/connections.ts";
import { isAway, isDatabaseError, unavailable } from "../database/faults.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

const patienceMs = 10_000;
const statementTimedOut = "57014";

/** Reads as of one moment, in one transaction of one connection. */
export interface Reading {
  rows<Row extends QueryResultRow>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>;
  /** Ends the transaction; never throws. */
  close(): Promise<void>;
}

/** Few connections of their own, so that reports never take one from bookings. */
export function openReportingPool(connections: Connections, poolSize: number): Pool {
  return connections.openPool({
    applicationName: "appointment-booking reporting",
    max: poolSize,
    types: { getTypeParser: parserOf },
  });
}

// As the rest of the service has them: dates and times in the database's own words.
const datesAndTimes = new Set<number>([
  types.builtins.DATE,
  types.builtins.TIMESTAMP,
  types.builtins.TIMESTAMPTZ,
]);

function parserOf(id: number, format?: "text" | "binary") {
  return datesAndTimes.has(id) ? (text: string) => text : types.getTypeParser(id, format as "text");
}

/**
 * A reading that connects with its first statement. Statements run one after another; after one that failed, which
 * ends the transaction, the others fail in its words, and after `close` none is sent. Once `signal` is aborted they
 * fail with its reason, and what runs is cut off.
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
      // Whoever asked has gone or has an answer without it: the server notices within a second.
      signal?.removeEventListener("abort", cutOff);
      if (waiting > 0) return void connected?.then((client) => release(client, true));
      const idle = await connected;
      if (isReleased) return;
      const isLost = await idle?.query("rollback").then(() => false, () => true);
      release(idle, isLost);
    },
  };
}

// Sums over many rows are shared out to both cores; what is planned for few rows stays with one.
const start = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = ${patienceMs};
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
  const limit = `A statement of this query took more than ${patienceMs / 1000} s`;
  return new DomainError(
    "QUERY_TIMEOUT",
    `${limit}; ask for a shorter period, fewer groups or fewer fields`,
  );
}
