/** How a webhook's last deliveries went; it changes nothing else (decisions 8). */
export type HealthStatus = "HEALTHY" | "DEGRADED" | "FAILING";

const failingFrom = 5;

/** The `healthStatus` of a webhook after so many failed attempts since its last success. */
export function healthStatusOf(consecutiveFailures: number): HealthStatus {
  if (consecutiveFailures >= failingFrom) return "FAILING";
  return consecutiveFailures > 0 ? "DEGRADED" : "HEALTHY";
}
