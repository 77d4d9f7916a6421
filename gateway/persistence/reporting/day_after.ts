/** The end of a day as a value of a `timestamp`; the last one that can be written has none. */
export function dayAfter(day: Temporal.PlainDate): string {
  const next = day.add({ days: 1 });
  return next.year > 9999 ? "infinity" : next.toString();
}
