import * as fc from "fast-check";
import { expect, test } from "vitest";
import { takeMedian, takePercentile } from "../../../core/reporting/ranked.ts";
import { patience, timed } from "../../support/time_bounds.ts";
import { plainMedian, plainPercentile } from "../../support/recount.ts";

const numbers = fc.array(
  fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -1_000_000, max: 1_000_000 })),
  { maxLength: 300 },
);

test("medians and percentiles equal those of the sorted numbers", () => {
  fc.assert(fc.property(numbers, fc.constantFrom(1, 50, 95, 99, 100), (numbers, percent) => {
    expect(takeMedian(Float32Array.from(numbers))).toBe(plainMedian(numbers));
    const exact = plainPercentile(numbers, percent);
    expect(takePercentile(Float32Array.from(numbers), percent)).toBe(exact);
  }));
});

test("without numbers, the median and the percentile are null", () => {
  expect(takeMedian(new Float32Array())).toBeNull();
  expect(takePercentile(new Float32Array(), 95)).toBeNull();
});

test("a million numbers take linear time: ascending, descending, or all equal", timed, () => {
  const count = 1_000_000;
  for (const at of [(i: number) => i, (i: number) => -i, () => 7, (i: number) => i % 2]) {
    const ordered = Float32Array.from({ length: count }, (_, i) => at(i));
    const startedAt = performance.now();
    takeMedian(ordered);
    expect(performance.now() - startedAt).toBeLessThan(patience(2000));
  }
});
