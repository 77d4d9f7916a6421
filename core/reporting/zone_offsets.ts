/** The UTC offsets of a zone during a period. */
export interface ZoneOffsets {
  /** The clock changes, in order. */
  changes: ClockChange[];
  /** Seconds ahead of UTC: first the offset before the first change, then the offset after each change. */
  offsetSeconds: number[];
}

/** A clock change: the local times just before and just after it. */
export interface ClockChange {
  at: Temporal.Instant;
  before: Temporal.PlainDateTime;
  after: Temporal.PlainDateTime;
}

/** Returns the offsets of a zone from one instant to another. */
export function zoneOffsets(
  timeZone: string,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
): ZoneOffsets {
  const changes: ClockChange[] = [];
  const offsetSeconds = [offsetOf(from.toZonedDateTimeISO(timeZone))];
  let next = from.toZonedDateTimeISO(timeZone).getTimeZoneTransition("next");
  while (next && Temporal.Instant.compare(next.toInstant(), to) <= 0) {
    const after = next.toPlainDateTime();
    const seconds = offsetOf(next);
    const before = after.subtract({ seconds: seconds - offsetSeconds.at(-1)! });
    changes.push({ at: next.toInstant(), before, after });
    offsetSeconds.push(seconds);
    next = next.getTimeZoneTransition("next");
  }
  return { changes, offsetSeconds };
}

/**
 * Returns, for each change, the first local time that uses its new offset. Earlier local times use the old offset:
 *
 * - clocks back: a time that occurs twice means its earlier instant;
 * - clocks forward: a skipped time is converted with the old offset, so it is an instant after the change.
 */
export function localStartsOf({ changes }: ZoneOffsets): Temporal.PlainDateTime[] {
  return changes.map(({ before, after }) =>
    Temporal.PlainDateTime.compare(before, after) > 0 ? before : after
  );
}

/** Returns the start of the first day and the end of the last day, as instants. */
export function instantsOf(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(from), to: startOf(to.add({ days: 1 })) };
}

/** Returns a day more at each end, because a clock change near the edge can affect local times inside. */
export function instantsAround(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): { from: Temporal.Instant; to: Temporal.Instant } {
  return instantsOf({ from: from.subtract({ days: 1 }), to: to.add({ days: 1 }) }, timeZone);
}

function offsetOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return offsetNanoseconds / 1e9;
}
