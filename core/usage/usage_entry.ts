import type { Environment } from "../booking/environment.ts";

/** A request with a valid API key, as far as it is known before its answer. */
export interface ApiCall {
  organizationId: number;
  apiKeyId: number;
  environment: Environment;
  /** The path as called, without the query. */
  endpoint: string;
  /** Method and route, as in `GET /api/v1/appointments/{id}`. */
  routeTemplate: string;
  method: string;
  /** When the request arrived. */
  timestamp: Temporal.Instant;
  ipAddress: string;
  userAgent: string;
}

/** One request made with a valid API key, refused ones included (interface, "Usage log entry"). */
export interface UsageEntry extends ApiCall {
  statusCode: number;
  creditsConsumed: number;
  /** Whole milliseconds. */
  responseTimeMs: number;
}

/** The usage entry of a creation, before it books. Its response time is measured when it is written. */
export interface UsageOfBooking extends Omit<UsageEntry, "responseTimeMs"> {
  /** When the request arrived, by the monotonic clock. */
  startedAtMs: number;
}

/** Where API calls are recorded. */
export interface UsageLog {
  /** Takes an entry to be written within a second; never waits for it and never throws. */
  record(entry: UsageEntry): void;
  /** Takes note that a key was used, for a call whose entry was written with its booking. */
  noteUse(call: Pick<ApiCall, "apiKeyId" | "timestamp">): void;
}
