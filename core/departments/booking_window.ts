import { z } from "zod";
import { booleanField, requiredOr, wholeNumberField } from "../input.ts";
import { type Message, say } from "../messages.ts";

/** The times that may be booked, relative to now. An absent field does not restrict. */
export interface BookingWindow {
  /** The minimum number of minutes from now to the time. */
  minLeadMinutes?: number | undefined;
  /** The maximum number of local days from today to the date. */
  maxDaysAhead?: number | undefined;
  /** Whether a time before now is refused. */
  refusePast?: boolean | undefined;
}

/** The schema of `{"minLeadMinutes": 60, "maxDaysAhead": 90, "refusePast": true}`. Each field is optional. */
export const bookingWindowField = z.strictObject(
  {
    minLeadMinutes: wholeNumberField(0, 525_600, "Minutes of notice").optional(),
    maxDaysAhead: wholeNumberField(0, 3650, "Days ahead").optional(),
    refusePast: booleanField("Whether times before now are refused").optional(),
  },
  { error: requiredOr("mustHave", { what: "only minLeadMinutes, maxDaysAhead and refusePast" }) },
);

/** A local time in a zone, with its instant and the current instant. */
export interface TimeAgainstNow {
  dateTime: Temporal.PlainDateTime;
  instant: Temporal.Instant;
  now: Temporal.Instant;
  timeZone: string;
}

/** Returns the reason why a time is outside the window, or null if it is inside. */
export function outsideWindowReason(
  window: BookingWindow | null,
  { dateTime, instant, now, timeZone }: TimeAgainstNow,
): Message | null {
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

/** Returns the last instant at which a time can be booked; null if it can be booked at any time. */
export function lastBookingInstant(
  window: BookingWindow | null,
  instant: Temporal.Instant,
): Temporal.Instant | null {
  const { minLeadMinutes = 0, refusePast = false } = window ?? {};
  return minLeadMinutes > 0 || refusePast ? instant.subtract({ minutes: minLeadMinutes }) : null;
}

/**
 * Returns a fast `outsideWindowReason` for the times of whole dates, in epoch milliseconds. Values that depend only on the
 * window, or only on the date, are computed once.
 */
export function windowOnDate(
  window: BookingWindow | null,
  { now, timeZone }: Pick<TimeAgainstNow, "now" | "timeZone">,
): (date: Temporal.PlainDate) => (atMs: number) => Message | null {
  if (!window) return () => () => null;
  const { minLeadMinutes = 0, maxDaysAhead, refusePast = false } = window;
  const nowMs = ceilMs(now);
  const firstMs = refusePast ? nowMs : -Infinity;
  const earliestMs = minLeadMinutes > 0 ? nowMs + minLeadMinutes * 60_000 : -Infinity;
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const lastDate = maxDaysAhead === undefined ? undefined : today.add({ days: maxDaysAhead });
  return (date) => {
    const isTooFar = lastDate !== undefined && Temporal.PlainDate.compare(date, lastDate) > 0;
    const otherwise = isTooFar ? tooFarAhead(maxDaysAhead!) : null;
    return (atMs) => {
      if (atMs < firstMs) return inThePast;
      return atMs < earliestMs ? tooSoon(minLeadMinutes) : otherwise;
    };
  };
}

const inThePast = say("past");

function tooSoon(minutes: number): Message {
  return say("tooSoon", { minutes });
}

function tooFarAhead(days: number): Message {
  return say("tooFarAhead", { days });
}

/** Rounds an instant up to whole milliseconds. */
function ceilMs({ epochNanoseconds }: Temporal.Instant): number {
  return Number((epochNanoseconds + 999_999n) / 1_000_000n);
}
