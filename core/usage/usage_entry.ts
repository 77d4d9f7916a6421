import type { Environment } from "../booking/environment.ts";

/** One request made with a valid API key, refused ones included (interface, "Usage log entry"). */
export interface UsageEntry {
  organizationId: number;
  apiKeyId: number;
  environment: Environment;
  /** The path as called, without the query. */
  endpoint: string;
  /** Method and route, as in `GET /api/v1/appointments/{id}`. */
  routeTemplate: string;
  method: string;
  statusCode: number;
  creditsConsumed: number;
  /** Milliseconds. */
  responseTimeMs: number;
  timestamp: Temporal.Instant;
  ipAddress: string;
  userAgent: string;
}

/** Where API calls are recorded. */
export interface UsageLog {
  /** Takes an entry to be written soon; never waits for it and never throws. */
  record(entry: UsageEntry): void;
}
