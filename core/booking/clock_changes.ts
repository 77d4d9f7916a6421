/** The dates, as `YYYY-MM-DD`, of which a change of the zone's clocks leaves out or repeats some minutes. */
export function datesOfClockChanges(
  { from, to }: { from: Temporal.PlainDate; to: Temporal.PlainDate },
  timeZone: string,
): Set<string> {
  const dates = new Set<string>();
  const end = to.add({ days: 2 }).toZonedDateTime(timeZone);
  let at = from.subtract({ days: 2 }).toZonedDateTime(timeZone);
  for (;;) {
    const next = at.getTimeZoneTransition("next");
    if (!next || Temporal.ZonedDateTime.compare(next, end) > 0) return dates;
    const nanoseconds = next.offsetNanoseconds -
      next.subtract({ nanoseconds: 1 }).offsetNanoseconds;
    const after = next.toPlainDateTime();
    const before = after.subtract({ nanoseconds });
    const [first, last] = Temporal.PlainDateTime.compare(before, after) < 0
      ? [before, after]
      : [after, before];
    const lastDate = last.toPlainDate();
    for (
      let date = first.toPlainDate();
      Temporal.PlainDate.compare(date, lastDate) <= 0;
      date = date.add({ days: 1 })
    ) dates.add(date.toString());
    at = next;
  }
}
