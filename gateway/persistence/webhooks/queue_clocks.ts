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

/** Returns the parameter of `queueTime`. */
export function queueTimeValue({ databaseNow }: QueueClocks): string | null {
  return databaseNow()?.toString() ?? null;
}

/**
 * Returns SQL for the time of the queue. It is the database's time, because several processes share the queue. It is the
 * time of the statement and not of the transaction, because the process may be suspended between the two. It is not
 * `clock_timestamp()`, because that cannot be looked up in an index.
 */
export function queueTime(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, statement_timestamp())`;
}

// A lease that ends later was taken before the database's clock was set back. The times of concurrent statements may be
// out of order, but not by so much.
const maxLeaseSeconds = 60;

/** Returns SQL for whether the attempt `alias` is leased at a time. */
export function isLeased(alias: string, time: string): string {
  const latest = `${time} + interval '${maxLeaseSeconds} seconds'`;
  return `(${alias}.leased_until > ${time} and ${alias}.leased_until <= ${latest})`;
}
