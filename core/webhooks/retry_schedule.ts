/** Minutes from each attempt to the next; after the last there is none (interface, "Receiver contract"). */
const delayMinutes = [1, 5, 30, 120] as const;

/** How often a delivery is tried before it is FAILED. */
export const maxAttempts = delayMinutes.length + 1;

const lifetime = { hours: 24 };

/**
 * When a delivery is due again whose attempt `attempt` (from 1) was made at `triedAt` and failed; null
 * after the last (interface, "Receiver contract and retries").
 */
export function nextAttemptAt(
  attempt: number,
  triedAt: Temporal.Instant,
): Temporal.Instant | null {
  if (!Number.isInteger(attempt) || attempt < 1) {
    throw new RangeError(`Cannot schedule after attempt ${attempt}: attempts count from 1`);
  }
  const minutes = delayMinutes[attempt - 1];
  return minutes === undefined ? null : triedAt.add({ minutes });
}

/** Whether an event is too old for an attempt that is still pending, which is then ABANDONED (decisions 8). */
export function hasOutlivedEvent(created: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, created.add(lifetime)) > 0;
}
