import { z } from "zod";
import { booleanField, requiredOr, wholeNumberField } from "../input.ts";

/** How far from now a time may be booked. A missing field does not restrict. */
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
  if (refusePast && Temporal.Instant.compare(instant, now) < 0) return inThePast;
  if (minLeadMinutes > 0) {
    const earliest = now.add({ minutes: minLeadMinutes });
    if (Temporal.Instant.compare(instant, earliest) < 0) {
      return tooSoon(minLeadMinutes);
    }
  }
  if (maxDaysAhead !== undefined) {
    const lastDate = now.toZonedDateTimeISO(timeZone).toPlainDate().add({ days: maxDaysAhead });
    if (Temporal.PlainDate.compare(dateTime.toPlainDate(), lastDate) > 0) {
      return tooFarAhead(maxDaysAhead);
    }
  }
  return null;
}

/**
 * The same for the minutes of whole dates on which the clocks do not change: what depends on the window or the date
 * alone is computed once.
 */
export function windowOnDate(
  window: BookingWindow | null,
  { now, timeZone }: Pick<TimeAgainstNow, "now" | "timeZone">,
): (date: Temporal.PlainDate) => (minute: number) => string | null {
  if (!window) return () => () => null;
  const { minLeadMinutes = 0, maxDaysAhead, refusePast = false } = window;
  const nowMs = ceilMs(now);
  const firstMs = refusePast ? nowMs : -Infinity;
  const earliestMs = minLeadMinutes > 0 ? nowMs + minLeadMinutes * 60_000 : -Infinity;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const lastDate = maxDaysAhead === undefined ? undefined : today.add({ days: maxDaysAhead });
  return (date) => {
    const midnightMs = date.toZonedDateTime(timeZone).epochMilliseconds;
    const isTooFar = lastDate !== undefined && Temporal.PlainDate.compare(date, lastDate) > 0;
    const otherwise = isTooFar ? tooFarAhead(maxDaysAhead!) : null;
    return (minute) => {
      const atMs = midnightMs + minute * 60_000;
      if (atMs < firstMs) return inThePast;
      return atMs < earliestMs ? tooSoon(minLeadMinutes) : otherwise;
    };
  };
}

const outside = "Outside the booking window";
const inThePast = `${outside}: in the past`;

function tooSoon(minLeadMinutes: number): string {
  return `${outside}: less than ${minLeadMinutes} minutes ahead`;
}

function tooFarAhead(maxDaysAhead: number): string {
  return `${outside}: more than ${maxDaysAhead} days ahead`;
}

/** The first whole millisecond that is not before an instant. */
function ceilMs({ epochNanoseconds }: Temporal.Instant): number {
  return Number((epochNanoseconds + 999_999n) / 1_000_000n);
}
