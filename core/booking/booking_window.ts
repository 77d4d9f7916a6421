import { z } from "zod";
import { booleanField, requiredOr, wholeNumberField } from "../input.ts";

/** How far from now a time may be booked; what is left out does not restrict (decisions 3). */
export interface BookingWindow {
  /** Minutes that must lie between now and the time. */
  minLeadMinutes?: number | undefined;
  /** Local days after today on which the last bookable time lies. */
  maxDaysAhead?: number | undefined;
  /** Whether a time before now is refused. */
  refusePast?: boolean | undefined;
}

/** `{"minLeadMinutes": 60, "maxDaysAhead": 90, "refusePast": true}`, each optional. */
export const bookingWindowField = z.strictObject(
  {
    minLeadMinutes: wholeNumberField(0, 525_600, "Minutes of notice").optional(),
    maxDaysAhead: wholeNumberField(0, 3650, "Days ahead").optional(),
    refusePast: booleanField("Whether times before now are refused").optional(),
  },
  { error: requiredOr("Must have only minLeadMinutes, maxDaysAhead and refusePast") },
);

/** A time to be judged: the wall clock of it and of now, and the instants of both. */
export interface TimeAgainstNow {
  dateTime: Temporal.PlainDateTime;
  instant: Temporal.Instant;
  now: Temporal.Instant;
  timeZone: string;
}

/** Why a time lies outside the window, or null when it lies within. */
export function outsideWindowReason(
  window: BookingWindow | null,
  { dateTime, instant, now, timeZone }: TimeAgainstNow,
): string | null {
  if (!window) return null;
  const { minLeadMinutes = 0, maxDaysAhead, refusePast = false } = window;
  const outside = "Outside the booking window";
  if (refusePast && Temporal.Instant.compare(instant, now) < 0) return `${outside}: in the past`;
  if (minLeadMinutes > 0) {
    const earliest = now.add({ minutes: minLeadMinutes });
    if (Temporal.Instant.compare(instant, earliest) < 0) {
      return `${outside}: less than ${minLeadMinutes} minutes ahead`;
    }
  }
  if (maxDaysAhead !== undefined) {
    const lastDate = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: maxDaysAhead });
    if (Temporal.PlainDate.compare(dateTime.toPlainDate(), lastDate) > 0) {
      return `${outside}: more than ${maxDaysAhead} days ahead`;
    }
  }
  return null;
}
