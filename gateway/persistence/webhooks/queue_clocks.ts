import { Pool, type PoolClient } from "pg";
import { isDistributed } from "../database/connections.ts";
import { onCitus } from "../database/distributed_text.ts";
import { serviceClientOf } from "../database/service_client.ts";
import { rowsIn, type Statement } from "../database/statement.ts";

/** The clocks that decide when attempts are due, leased and abandoned (gateway/README.md 4.5). */
export interface QueueClocks {
  /** Returns an instant that replaces the database's clock; null uses that clock. */
  databaseNow(): Temporal.Instant | null;
  /** Returns the monotonic clock of this process, in milliseconds. */
  monotonicMs(): number;
}

export const realClocks: QueueClocks = {
  databaseNow: () => null,
  monotonicMs: () => performance.now(),
};

/**
 * Returns the parameter of `queueTime`. In a distributed database it reads the clock of the coordinator first: a statement
 * would use the clock of the node with the rows.
 */
export async function readQueueTime(
  database: Pool | PoolClient,
  { databaseNow }: QueueClocks,
): Promise<string | null> {
  const given = databaseNow();
  if (given !== null) return given.toString();
  const distributes = database instanceof Pool
    ? await isDistributed(database)
    : serviceClientOf(database).distributes;
  return distributes ? (await rowsIn(database, readClock, []))[0]!.now : null;
}

const readClock: Statement<{ now: string }> = {
  text: "select to_json(statement_timestamp()) #>> '{}' as now",
};

/**
 * Returns SQL for the time of the queue. It is the database's time, because several processes share the queue. It is the
 * time of the statement and not of the transaction, because the process may be suspended between the two. It is not
 * `clock_timestamp()`, because that cannot be looked up in an index.
 */
export function queueTime(parameter: string): string {
  const time = `${parameter}::timestamptz`;
  return onCitus.instead(`coalesce(${time}, statement_timestamp())`, time);
}

// A lease that ends later was taken before the database's clock was set back. The times of concurrent statements may be
// out of order, but not by so much.
const maxLeaseSeconds = 60;

/** Returns SQL for whether the attempt `alias` is leased at a time. */
export function isLeased(alias: string, time: string): string {
  const latest = `${time} + interval '${maxLeaseSeconds} seconds'`;
  return `(${alias}.leased_until > ${time} and ${alias}.leased_until <= ${latest})`;
}
