import { wholeNumberField } from "../input.ts";

const maxDays = 3650;
const defaultDays = 365;

/** The days until a token or screen ends; null for no end. */
export const daysToEndField = wholeNumberField(
  1,
  maxDays,
  "Days until the end; null for no end. Without it, the end is after a year",
).nullable().optional();

/**
 * Returns the end of a new token or screen, after days of 24 hours. It has whole seconds, so that a signed token and its row
 * end at the same moment.
 */
export function defaultEnd(
  days: number | null | undefined,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (days === null) return null;
  return now.add({ hours: (days ?? defaultDays) * 24 })
    .round({ smallestUnit: "second", roundingMode: "floor" });
}
