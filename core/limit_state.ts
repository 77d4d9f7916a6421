/** The state of a limit after a request was counted. */
export interface LimitState {
  /** Allowed requests per window: an hour for keys, a minute for staff users. */
  limit: number;
  /** Requests left in the current window; never below 0. */
  remaining: number;
  /** Seconds until the current window ends, rounded up. */
  resetSeconds: number;
  /** False if this request is over the limit. */
  isAllowed: boolean;
}

/** Counts the requests of API keys in a fixed window of one hour (core/usage/README.md 3). */
export interface HourlyLimits {
  /**
   * Counts one request of the keys that share `lineageId`, in their present window. Never throws; returns within 150 ms.
   */
  count(
    key: { lineageId: string; windowNumber: number; rateLimitPerHour: number },
  ): Promise<LimitState>;
}
