import { expect, test } from "vitest";
import { estimateWait } from "../../../core/visits/wait_estimate.ts";

// Ten minutes on average.
const handlingSeconds = [300, 600, 900];

test.each([
  { ahead: 0, counters: 1, busyCounters: 1, minutes: 10 },
  { ahead: 2, counters: 1, busyCounters: 1, minutes: 30 },
  { ahead: 2, counters: 2, busyCounters: 2, minutes: 15 },
  { ahead: 5, counters: 4, busyCounters: 4, minutes: 15 },
  { ahead: 0, counters: 3, busyCounters: 3, minutes: 4 },
  // A counter is free, so the person is called at once.
  { ahead: 0, counters: 2, busyCounters: 1, minutes: 0 },
  // The free one takes the person before.
  { ahead: 1, counters: 2, busyCounters: 1, minutes: 5 },
])("$ahead before, $busyCounters of $counters counters busy: $minutes minutes", (given) => {
  expect(estimateWait(given.ahead, { ...given, handlingSeconds })).toBe(given.minutes);
});

test("without a counter or with two handling times nothing is estimated", () => {
  const busy = { counters: 1, busyCounters: 1 };
  expect(estimateWait(0, { counters: 0, busyCounters: 0, handlingSeconds })).toBeNull();
  expect(estimateWait(0, { ...busy, handlingSeconds: [60, 60] })).toBeNull();
  expect(estimateWait(0, { ...busy, handlingSeconds: [60, 60, 60] })).toBe(1);
});
