import type { RetentionDays, RetentionLimits } from "./retention.ts";

/**
 * Returns the moments before which personal data goes: the start of a day in the organization's zone, so that all of a
 * day goes together. An appointment that is still to come is never before them.
 */
export function limitsOf(
  { appointmentDays, eventDays, usageDays, auditDays }: RetentionDays,
  { timeZone, now }: { timeZone: string; now: Temporal.Instant },
): RetentionLimits {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const dayBefore = (days: number | null) => days === null ? null : today.subtract({ days });
  const startOf = (day: Temporal.PlainDate | null) =>
    day && day.toZonedDateTime({ timeZone }).toInstant();
  return {
    appointments: dayBefore(appointmentDays)?.toPlainDateTime() ?? null,
    events: startOf(dayBefore(eventDays)),
    usage: startOf(dayBefore(usageDays)),
    audit: startOf(dayBefore(auditDays)),
  };
}
