import type { UsageEntry } from "./usage_entry.ts";

/** A filter of log entries. A null leaves that filter out. */
export interface UsageFilter {
  /** Inclusive. */
  from: Temporal.Instant | null;
  /** Exclusive. */
  to: Temporal.Instant | null;
  apiKeyId: number | null;
  /**
   * A route template (`GET /api/v1/appointments/{id}`) or a path. The path of a route matches the calls of that route
   * by all methods. Any other path matches the calls of exactly that path.
   */
  endpoint: string | null;
  statusCode: number | null;
  /** Only calls that were answered with a status from 400. */
  onlyErrors?: boolean;
  /** Only calls with this `X-Request-Id`. The search reads every call of the period. */
  requestId?: string;
}

/** A log entry as it is read. */
export interface ReadUsageEntry extends
  Pick<
    UsageEntry,
    | "endpoint"
    | "method"
    | "statusCode"
    | "creditsConsumed"
    | "responseTimeMs"
    | "ipAddress"
    | "userAgent"
  > {
  id: number;
  /** Time of arrival in epoch milliseconds. Not an Instant, because an export reads millions of them. */
  timestampMs: number;
  apiKeyName: string;
  requestId: string | null;
  error: string | null;
}

/** Sums over the calls of one bucket of time. */
export interface UsagePoint {
  calls: number;
  credits: number;
}

/** The sums from which statistics are computed. */
export interface UsageSums {
  /** One point per requested bucket, in their order. */
  points: UsagePoint[];
  responseTimeMs: number;
  callsByStatus: Map<number, number>;
  callsByRoute: Map<string, number>;
  /**
   * The number of calls by response time, ascending. A key is the upper end of a latency bucket in whole
   * milliseconds, at most 5 % above the measured times.
   */
  callsByLatencyMs: Map<number, number>;
}

/** A window of the filtered entries, ordered by `timestamp` and then `id`; `desc` is newest first. */
export interface UsageWindow {
  offset: number;
  limit: number;
  direction: "asc" | "desc";
}

/** Reads the log of API calls and sums over it. */
export interface UsageReports {
  /**
   * Returns sums over consecutive buckets: bucket i lasts from `bounds[i]` to `bounds[i + 1]`. Bounds are multiples of
   * 15 minutes (UTC), because hours of every zone start at such multiples. The cost does not depend on the number of
   * calls.
   */
  sums(organizationId: number, bounds: readonly Temporal.Instant[]): Promise<UsageSums>;
  /** Returns how many calls were made with a key, and how many of them were answered with a status from 400. */
  callsOfKey(
    organizationId: number,
    apiKeyId: number,
    period: { from: Temporal.Instant; to: Temporal.Instant },
  ): Promise<{ calls: number; errors: number }>;
  /** Returns one page and the total number of entries, both from one snapshot. */
  page(
    organizationId: number,
    filter: UsageFilter,
    window: UsageWindow,
  ): Promise<{ items: ReadUsageEntry[]; totalElements: number }>;
  /** Returns all entries in batches, newest first. No transaction is open between two batches. */
  batches(organizationId: number, filter: UsageFilter): AsyncIterable<ReadUsageEntry[]>;
}
