/** The clocks by which attempts are due, leased and abandoned (gateway/README.md 4). */
export interface QueueClocks {
  /** An instant that stands in for the database's clock; null means that clock. */
  databaseNow(): Temporal.Instant | null;
  /** Of this process, in milliseconds. */
  monotonicMs(): number;
}

export const realClocks: QueueClocks = {
  databaseNow: () => null,
  monotonicMs: () => performance.now(),
};

/** What a statement takes for `queueTime`. */
export function queueTimeValue({ databaseNow }: QueueClocks): string | null {
  return databaseNow()?.toString() ?? null;
}

/**
 * The time of the queue in a statement: the database's, because several processes share the queue. It is the
 * statement's and not the transaction's, which may have begun before the process was suspended; `clock_timestamp()`
 * could not be looked up in an index.
 */
export function queueTime(parameter: string): string {
  return `coalesce(${parameter}::timestamptz, statement_timestamp())`;
}

/** An attempt takes 5 s at most. A worker that was killed is missed when its leases have run out. */
export const leaseSeconds = 15;

// A lease that ends later was taken before the database's clock was set back. Statements see each other's times
// out of order, but not by so much.
const maxLeaseSeconds = 60;

/** Whether the attempt `name` is leased at a time. */
export function isLeased(name: string, time: string): string {
  const latest = `${time} + interval '${maxLeaseSeconds} seconds'`;
  return `(${name}.leased_until > ${time} and ${name}.leased_until <= ${latest})`;
}
