/**
 * The current instant (core's port), in milliseconds: the database keeps no finer ones, and would round what
 * an answer cuts off, so that a time read again could be another second.
 */
export function now(): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(Date.now());
}
