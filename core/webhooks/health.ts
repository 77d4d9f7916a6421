/** The health of a webhook. It is only shown and changes nothing else (core/webhooks/README.md 8). */
export type HealthStatus = "HEALTHY" | "DEGRADED" | "FAILING";

const failingFrom = 5;

/** Returns the `healthStatus` of a webhook from the number of failures since its last success. */
export function healthStatusOf(consecutiveFailures: number): HealthStatus {
  if (consecutiveFailures >= failingFrom) return "FAILING";
  return consecutiveFailures > 0 ? "DEGRADED" : "HEALTHY";
}
