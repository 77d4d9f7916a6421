import { formatLocalDateTime } from "../../../core/mod.ts";

/** An instant in the organization's zone, as every surface gives it (decisions 1). */
export function localTime(instant: Temporal.Instant, timeZone: string): string {
  return formatLocalDateTime(instant.toZonedDateTimeISO(timeZone).toPlainDateTime());
}
