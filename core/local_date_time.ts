// Decisions 4: Temporal alone would take zones, offsets and shorthand, so the form is checked first.
const localDateTimeForm = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?$/;
const dateForm = /^(\d{4})-(\d{2})-(\d{2})$/;

/**
 * Reads `YYYY-MM-DDTHH:mm[:ss[.fraction]]`; left-out seconds are 00 and a fraction is dropped. Anything
 * else, a zone or an offset too, is undefined (decisions 4). Years run from 0001 to 9999.
 */
export function parseLocalDateTime(text: string): Temporal.PlainDateTime | undefined {
  const match = localDateTimeForm.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  if (hour! > 23 || minute! > 59 || second! > 59) return undefined;
  return dateOf(year!, month!, day!)?.toPlainDateTime({
    hour: hour!,
    minute: minute!,
    second: second!,
  });
}

/** Reads `YYYY-MM-DD`; anything else is undefined. */
export function parseLocalDate(text: string): Temporal.PlainDate | undefined {
  const match = dateForm.exec(text);
  return match ? dateOf(Number(match[1]), Number(match[2]), Number(match[3])) : undefined;
}

/** The one wire form of a local date-time: exactly `YYYY-MM-DDTHH:mm:ss` (decisions 1). */
export function formatLocalDateTime(dateTime: Temporal.PlainDateTime): string {
  return dateTime.toString({ smallestUnit: "second" });
}

/** An instant as the organization's wall clock shows it, in the wire form. */
export function formatInstant(instant: Temporal.Instant, timeZone: string): string {
  return formatLocalDateTime(instant.toZonedDateTimeISO(timeZone).toPlainDateTime());
}

const quarterMs = 900_000;

/**
 * As `formatInstant`, for many instants in milliseconds of the epoch, some times faster: the zone is asked for
 * its offset once for each quarter of an hour, within which no zone changes it.
 */
export function createInstantFormat(timeZone: string): (epochMs: number) => string {
  let quarter: number | undefined;
  let offsetMs = 0;
  return (epochMs) => {
    const own = Math.floor(epochMs / quarterMs);
    if (own !== quarter) {
      quarter = own;
      const instant = Temporal.Instant.fromEpochMilliseconds(epochMs);
      offsetMs = instant.toZonedDateTimeISO(timeZone).offsetNanoseconds / 1e6;
    }
    return new Date(epochMs + offsetMs).toISOString().slice(0, 19);
  };
}

/**
 * The instant of a wall-clock time in a zone: the earlier one where the time occurs twice, undefined where
 * it does not exist (decisions 3).
 */
export function instantOf(
  dateTime: Temporal.PlainDateTime,
  timeZone: string,
): Temporal.Instant | undefined {
  const zoned = dateTime.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(dateTime) ? zoned.toInstant() : undefined;
}

/** The IANA zone's own spelling, or undefined for what is no IANA zone (an offset such as +01:00 too). */
export function canonicalTimeZone(name: string): string | undefined {
  try {
    const { timeZoneId } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    // Temporal also takes offsets, and finds a zone or an offset inside a whole ISO date-time.
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
