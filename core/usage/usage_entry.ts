import type { Environment } from "../environment.ts";

/** The parts of a usage entry that are known before the request is answered. */
export interface ApiCall {
  organizationId: number;
  apiKeyId: number;
  environment: Environment;
  /** The path as called, without the query. */
  endpoint: string;
  /** Method and path template: `GET /api/v1/appointments/{id}`. */
  routeTemplate: string;
  method: string;
  /** Time when the request arrived. */
  timestamp: Temporal.Instant;
  ipAddress: string;
  userAgent: string;
  /** The `X-Request-Id` of the answer; absent if the surface has none. */
  requestId?: string | null;
}

/** The record of one request with a valid API key, refused requests included (core/usage/README.md 1). */
export interface UsageEntry extends ApiCall {
  statusCode: number;
  creditsConsumed: number;
  /** Whole milliseconds. */
  responseTimeMs: number;
  /** The code and message of a refusal, without personal data; absent or null if the request was not refused. */
  error?: string | null;
}

/** The usage entry of a creation, before it books. Its response time is measured when it is written. */
export interface UsageOfBooking extends Omit<UsageEntry, "responseTimeMs"> {
  /** Time when the request arrived, by the monotonic clock. */
  startedAtMs: number;
}

/** Records API calls. */
export interface UsageLog {
  /** Queues an entry, which is written within a second. Never waits and never throws. */
  record(entry: UsageEntry): void;
  /** Updates `lastUsedAt` of a key for a call whose entry was written in the transaction of the booking. */
  noteUse(call: Pick<ApiCall, "organizationId" | "apiKeyId" | "timestamp">): void;
}

/** The largest value of an `int` column. */
const maxMs = 2 ** 31 - 1;

/**
 * The whole milliseconds between two readings of a monotonic clock (`performance.now()`), within what an `int`
 * column holds. Instants of the calendar are never subtracted for this: their clock may have been set in between.
 */
export function durationMs(startedAtMs: number, endedAtMs: number): number {
  return Math.min(maxMs, Math.max(0, Math.round(endedAtMs - startedAtMs)));
}
