/** How a key stands in its hour after a request was counted. */
export interface LimitState {
  /** Requests an hour that the key is allowed. */
  limit: number;
  /** Requests left in this window, never below 0. */
  remaining: number;
  /** Seconds until the window ends, rounded up. */
  resetSeconds: number;
  /** False when this request is over the limit. */
  isAllowed: boolean;
}

/** Counts requests in a fixed window of one hour that starts with the first of them (decisions 5). */
export interface HourlyLimits {
  /** Counts one request of the keys that share `lineageId`. Never throws, and answers within 150 ms. */
  count(key: { lineageId: string; rateLimitPerHour: number }): Promise<LimitState>;
}
