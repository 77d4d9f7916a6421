import { Pool, type PoolClient, type QueryResultRow, types } from "pg";
import { DomainError } from "../../../core/mod.ts";
import { isDatabaseError, orUnavailable } from "../faults.ts";
import { endSilentConnections } from "../silent_connections.ts";
import { rowsIn, type Statement } from "../statement.ts";

const patienceMs = 10_000;
const statementTimedOut = "57014";

/** Reads as of one moment, in one transaction of one connection. */
export interface Reading {
  rows<Row extends QueryResultRow>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>;
  /** Ends the transaction; never throws. */
  close(): Promise<void>;
}

/** Few connections of their own, so that reports never take one from bookings. */
export function openReportingPool(connectionString: string, poolSize: number): Pool {
  const pool = new Pool({
    connectionString,
    max: poolSize,
    types: { getTypeParser: parserOf },
    application_name: "appointment-booking reporting",
    keepAlive: true,
    // Also how long a report waits for those before it.
    connectionTimeoutMillis: 5000,
  });
  // A connection that idles and is dropped is replaced by the next.
  pool.on("error", () => {});
  endSilentConnections(pool, patienceMs + 5000);
  return pool;
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

/** A reading that connects with its first statement. */
export function openReading(pool: Pool): Reading {
  let client: Promise<PoolClient> | undefined;
  return {
    rows: (statement, values) =>
      orUnavailable(async () => {
        client ??= begin(pool);
        try {
          return await rowsIn(await client, statement, values);
        } catch (error) {
          throw isTimeout(error) ? timedOut() : error;
        }
      }),
    async close() {
      const connected = await client?.catch(() => undefined);
      if (!connected) return;
      const isLost = await connected.query("rollback").then(() => false, () => true);
      connected.release(isLost);
    },
  };
}

// Sums over many rows are shared out to both cores; what is planned for few rows stays with one.
const start = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = ${patienceMs};
  set local work_mem = '64MB';
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
