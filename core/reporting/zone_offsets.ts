/** How the clocks of a zone are set over some time. */
export interface ZoneOffsets {
  /** When they are changed, in order. */
  changes: ClockChange[];
  /** Seconds that they are ahead of UTC: until the first change, and from each change on. */
  offsetSeconds: number[];
}

/** A change of the clocks: what they show when it comes, and what they are then set to. */
export interface ClockChange {
  at: Temporal.Instant;
  before: Temporal.PlainDateTime;
  after: Temporal.PlainDateTime;
}

/** The offsets of a zone from one instant to another. */
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
 * The local times from which each of the offsets counts that follow a change. Until then that of before does,
 * so a time that occurs twice is the earlier one, and one that is left out is as long after the change as the
 * clock had shown it to be.
 */
export function localStartsOf({ changes }: ZoneOffsets): Temporal.PlainDateTime[] {
  return changes.map(({ before, after }) =>
    Temporal.PlainDateTime.compare(before, after) > 0 ? before : after
  );
}

/** The instants at which the first of some days begins and the last of them ends. */
export function instantsOf(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): { from: Temporal.Instant; to: Temporal.Instant } {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(from), to: startOf(to.add({ days: 1 })) };
}

function offsetOf({ offsetNanoseconds }: Temporal.ZonedDateTime): number {
  return offsetNanoseconds / 1e9;
}
