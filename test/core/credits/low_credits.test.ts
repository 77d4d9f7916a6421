import { expect, test } from "vitest";
import { crossingEntry } from "../../../core/credits/low_credits.ts";

/** Returns the balance after the crossing entry. Each number is the amount of an entry. */
function crossing(threshold: number | null, before: number, ...amounts: number[]) {
  let balance = before;
  const entries = amounts.map((amount) => ({ amount, balanceAfter: balance += amount }));
  return crossingEntry(threshold, entries)?.balanceAfter;
}

test.each<[string, number | undefined, number | undefined]>([
  ["to the threshold", crossing(5, 6, -1), 5],
  ["still above the threshold", crossing(5, 7, -1), undefined],
  ["from the threshold to below it", crossing(5, 5, -1), undefined],
  ["across the threshold in the middle of a batch", crossing(5, 7, -1, -1, -1), 5],
  ["to zero with the threshold 1", crossing(1, 2, -1, -1), 1],
  ["up to the threshold by a refund", crossing(5, 4, 1), undefined],
  ["above the threshold by a grant", crossing(5, 4, 9), undefined],
  ["across the threshold again after a refund", crossing(5, 5, 1, -1), 5],
  ["without entries", crossing(5, 6), undefined],
  ["without a threshold", crossing(null, 6, -1, -1), undefined],
])("a balance that moves %s", (_, found, expected) => {
  expect(found).toBe(expected);
});
