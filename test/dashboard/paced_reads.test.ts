import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PacedReads } from "../../gateway/dashboard/api/paced_reads.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const done: string[][] = [];
  return { done, reads: new PacedReads(30_000, (paths) => void done.push([...paths])) };
}

test("the first change is read at once, and the changes of the pause together at its end", () => {
  const { done, reads } = open();
  reads.request(["reports"]);
  vi.advanceTimersByTime(0);
  expect(done).toEqual([["reports"]]);
  for (let second = 1; second < 30; second += 1) {
    vi.advanceTimersByTime(1000);
    reads.request(second % 2 === 0 ? ["reports"] : ["visits"]);
  }
  expect(done).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([["reports"], ["visits", "reports"]]);
});

test("without a change nothing is read", () => {
  const { done, reads } = open();
  reads.request([]);
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([]);
});

test("nothing is read after a stop", () => {
  const { done, reads } = open();
  reads.request(["reports"]);
  reads.stop();
  vi.advanceTimersByTime(60_000);
  expect(done).toEqual([]);
});
