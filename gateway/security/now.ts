/** The current instant (core's port). */
export function now(): Temporal.Instant {
  return Temporal.Now.instant();
}
