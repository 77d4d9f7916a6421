import type { LimitState } from "../core/mod.ts";

/** Returns the headers of every response to a known caller: time zone and rate limit (rest-adapter/README.md 4). */
export function limitHeaders(
  { timeZone }: { timeZone: string },
  limit: LimitState | undefined,
): Record<string, string> {
  if (!limit) return { "X-Organization-Time-Zone": timeZone };
  return {
    "X-Organization-Time-Zone": timeZone,
    "X-RateLimit-Limit": String(limit.limit),
    "X-RateLimit-Remaining": String(limit.remaining),
    "X-RateLimit-Reset": String(limit.resetSeconds),
    ...(!limit.isAllowed && { "Retry-After": String(Math.max(1, limit.resetSeconds)) }),
  };
}
