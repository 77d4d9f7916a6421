import { Type } from "@mikro-orm/core";

/** A `timestamp(0)` column as the domain's local date-time. */
export class LocalDateTimeType extends Type<Temporal.PlainDateTime | null, string | null> {
  override convertToDatabaseValue(value: Temporal.PlainDateTime | null): string | null {
    return value?.toString() ?? null;
  }

  override convertToJSValue(value: string | null): Temporal.PlainDateTime | null {
    return value === null ? null : localDateTimeFromDatabase(value);
  }

  // Without this the unit of work compares by identity and throws at flush.
  override compareAsType(): string {
    return "string";
  }

  override getColumnType(): string {
    return "timestamp(0)";
  }
}

/** A `timestamptz(3)` column as the domain's instant. */
export class InstantType extends Type<Temporal.Instant | null, string | null> {
  override convertToDatabaseValue(value: Temporal.Instant | null): string | null {
    return value?.toString() ?? null;
  }

  override convertToJSValue(value: string | null): Temporal.Instant | null {
    return value === null ? null : instantFromDatabase(value);
  }

  override compareAsType(): string {
    return "string";
  }

  override getColumnType(): string {
    return "timestamptz(3)";
  }
}

/** Reads the text form of a `timestamp`, `2026-03-05 14:30:00`. */
export function localDateTimeFromDatabase(text: string): Temporal.PlainDateTime {
  return Temporal.PlainDateTime.from(text);
}

/** Reads the text form of a `timestamptz`, `2026-03-05 14:30:00.123+00`. */
export function instantFromDatabase(text: string): Temporal.Instant {
  return Temporal.Instant.from(text);
}

/** An instant as a value of a `timestamptz`; the ends of the years that can be written lie past every row. */
export function instantValue(instant: Temporal.Instant): string {
  const { year } = instant.toZonedDateTimeISO("UTC");
  if (year > 9999) return "infinity";
  return year < 1 ? "-infinity" : instant.toString();
}
