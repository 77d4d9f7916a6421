/** Minutes from the start of each attempt to the next one (core/webhooks/README.md 4). */
const delayMinutes = [1, 5, 30, 120] as const;

/** The number of attempts after which a delivery is FAILED. */
export const maxAttempts = delayMinutes.length + 1;

const lifetime = { hours: 24 };

/** Returns the time of the attempt after attempt number `attempt` (from 1), made at `triedAt`; null after the last. */
export function nextAttemptAt(
  attempt: number,
  triedAt: Temporal.Instant,
): Temporal.Instant | null {
  if (!Number.isInteger(attempt) || attempt < 1) {
    throw new RangeError(`The number of an attempt must be an integer from 1, not ${attempt}`);
  }
  const minutes = delayMinutes[attempt - 1];
  return minutes === undefined ? null : triedAt.add({ minutes });
}

/** Returns whether an event is so old that its pending attempts are ABANDONED. */
export function hasOutlivedEvent(created: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, created.add(lifetime)) > 0;
}
