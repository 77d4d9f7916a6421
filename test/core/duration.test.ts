import { expect, test } from "vitest";
import { durationMs } from "../../core/usage/usage_entry.ts";

test.each([
  [1000, 2250.4, 1250],
  [1000, 1000, 0],
  [1000, 999, 0],
  [0, 2 ** 31 - 1, 2 ** 31 - 1],
  [0, 2 ** 31, 2 ** 31 - 1],
  [0, Infinity, 2 ** 31 - 1],
])("from %d to %d ms it is %d ms, within an int column", (startedAtMs, endedAtMs, duration) => {
  expect(durationMs(startedAtMs, endedAtMs)).toBe(duration);
});
