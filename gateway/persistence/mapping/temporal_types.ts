/** Parses the text form of a `date`, such as `2026-03-05`. */
export function localDateFromDatabase(text: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(text);
}

/** Parses the text form of a `timestamp`, such as `2026-03-05 14:30:00`. */
export function localDateTimeFromDatabase(text: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(text);
}

/** Parses the text form of a `timestamptz`, such as `2026-03-05 14:30:00.123+00`. */
export function instantFromDatabase(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

/** The same for a column that may be null. */
export function instantOrNull(text: string | null): Temporal.Instant | null {
  return text === null ? null : instantFromDatabase(text);
}

/** Formats an instant as a bound for a `timestamptz`. Years before 1 and after 9999 become infinite: no row is there. */
export function instantValue(instant: Temporal.Instant): string {
  const { year } = instant.toZonedDateTimeISO("UTC");
  if (year > 9999) return "infinity";
  return year < 1 ? "-infinity" : instant.toString();
}
