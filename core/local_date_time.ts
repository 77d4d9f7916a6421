// Temporal also accepts zones, offsets and shorthand, so the form is checked first (rest-adapter/README.md 1).
const localDateTimeForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Parses `YYYY-MM-DDTHH:mm[:ss[.fraction]]`. Absent seconds become 00 and a fraction is dropped. Returns undefined for
 * any other text, also for one with a zone or offset. Years run from 0001 to 9999.
 */
export function parseLocalDateTime(text: string): Temporal.PlainDateTime | undefined {
  const match = localDateTimeForm.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = 0] = match;
  if (Number(year) === 0) return undefined;
  try {
    // The numbers first, because every availability check parses one: `PlainDateTime.from` takes five times as long.
    return new Temporal.PlainDateTime(+year!, +month!, +day!, +hour!, +minute!, +second);
  } catch {
    // Such as 31 February, or 24:00.
    return undefined;
  }
}

/** Parses `YYYY-MM-DD`. Returns undefined for any other text. */
export function parseLocalDate(text: string): Temporal.PlainDate | undefined {
  const match = dateForm.exec(text);
  return match ? dateOf(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** Formats a local date-time as `YYYY-MM-DDTHH:mm:ss`, the only form in responses. */
export function formatLocalDateTime(dateTime: Temporal.PlainDateTime): string {
  return dateTime.toString({ smallestUnit: "second" });
}

/** Returns `YYYY-MM-DD` and `HH:mm`. */
export function dateAndTime(dateTime: Temporal.PlainDateTime): { date: string; time: string } {
  const text = formatLocalDateTime(dateTime);
  return { date: text.slice(0, 10), time: text.slice(11, 16) };
}

/** Formats an instant as local date-time in a zone: `YYYY-MM-DDTHH:mm:ss`. */
export function formatInstant(instant: Temporal.Instant, timeZone: string): string {
  return formatLocalDateTime(instant.toZonedDateTimeISO(timeZone).toPlainDateTime());
}

/** Formats an instant in UTC, always with three digits of the second: `2026-03-05T13:30:00.000Z`. */
export function formatUtc(instant: Temporal.Instant): string {
  return instant.toString({ fractionalSecondDigits: 3 });
}

const quarterHourMs = 900_000;

/**
 * Makes a fast `formatInstant` for many instants in epoch milliseconds. It looks up the offset of the zone once per
 * quarter of an hour: no zone changes its offset within one.
 */
export function createInstantFormat(timeZone: string): (epochMs: number) => string {
  let quarterHour: number | undefined;
  let offsetMs = 0;
  return (epochMs) => {
    const own = Math.floor(epochMs / quarterHourMs);
    if (own !== quarterHour) {
      quarterHour = own;
      const instant = Temporal.Instant.fromEpochMilliseconds(epochMs);
      offsetMs = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
    }
    return new Date(epochMs + offsetMs).toISOString().slice(0, 19);
  };
}

/**
 * Returns the instant of a local time in a zone: the earlier instant if the time occurs twice, undefined if it does not
 * exist (core/README.md 1).
 */
export function instantOf(
  dateTime: Temporal.PlainDateTime,
  timeZone: string,
): Temporal.Instant | undefined {
  const zoned = dateTime.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(dateTime) ? zoned.toInstant() : undefined;
}

/**
 * Returns the IANA spelling of a zone's name (core/README.md 1); undefined for other text, also for offsets such as
 * +01:00.
 */
export function canonicalTimeZone(text: string): string | undefined {
  const name = text.replaceAll(" ", "_");
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    // Temporal also accepts offsets, and a zone or offset inside a whole ISO date-time.
    const isName = /^[A-Za-z]/.test(name) && timeZoneId.toLowerCase() === name.toLowerCase();
    return isName ? timeZoneId : undefined;
  } catch {
    return undefined;
  }
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | undefined {
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined;
  const first = new Temporal.PlainDate(year, month, 1);
  return day > first.daysInMonth ? undefined : first.with({ day });
}
