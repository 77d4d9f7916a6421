import type { UsageEntry } from "./usage_entry.ts";

/** Which entries of the log are meant; all bounds that are null leave that side open. */
export interface UsageFilter {
  /** Inclusive. */
  from: Temporal.Instant | null;
  /** Exclusive. */
  to: Temporal.Instant | null;
  apiKeyId: number | null;
  /**
   * A route template (`GET /api/v1/appointments/{id}`), or a path: a route's own path means all calls of that
   * route, by any method; any other path is meant as it was called.
   */
  endpoint: string | null;
  statusCode: number | null;
}

/** An entry of the log as it is read. */
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
  /** When the request arrived, in milliseconds of the epoch: an export reads millions of them. */
  timestampMs: number;
  apiKeyName: string;
}

/** Sums over the calls of one stretch of time. */
export interface UsagePoint {
  calls: number;
  credits: number;
}

/** What the statistics of a period are made of. */
export interface UsageSums {
  /** One for each stretch that was asked for, in their order. */
  points: UsagePoint[];
  responseTimeMs: number;
  callsByStatus: Map<number, number>;
  callsByRoute: Map<string, number>;
  /**
   * How many calls took how long: by whole milliseconds, each the upper end of a bucket and so at most 5 %
   * above what was measured. In ascending order.
   */
  callsByLatencyMs: Map<number, number>;
}

/** Which of the entries that a filter means: by `timestamp` and then `id`, `desc` being newest first. */
export interface UsageWindow {
  offset: number;
  limit: number;
  direction: "asc" | "desc";
}

/** Reading the log of API calls and what is summed up of it. */
export interface UsageReports {
  /**
   * Sums over stretches that follow on one another: stretch i lasts from `bounds[i]` to `bounds[i + 1]`, the
   * last bound only ends the last one. Bounds lie on quarters of an hour (UTC), as all do at which an hour of
   * any zone begins. Costs the same however many calls were made.
   */
  sums(organizationId: number, bounds: readonly Temporal.Instant[]): Promise<UsageSums>;
  /** One page and how many there are in all, as of one moment. */
  page(
    organizationId: number,
    filter: UsageFilter,
    window: UsageWindow,
  ): Promise<{ items: ReadUsageEntry[]; totalElements: number }>;
  /** All of them in pieces, newest first; between two pieces no transaction is open. */
  pieces(organizationId: number, filter: UsageFilter): AsyncIterable<ReadUsageEntry[]>;
}
