import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendToLog, readLog, type SegmentResult, sumOf } from "../../support/million/log.ts";
import { commonFaults, planSegment, stageFaults } from "../../support/million/plan.ts";

const size = { acts: 2500, faults: 4 };

test("a segment's plan depends on the seed and its number alone, and 250 segments have 1,000 faults", () => {
  expect(planSegment(5, 3, size)).toEqual(planSegment(5, 3, size));
  expect(planSegment(6, 3, size)).not.toEqual(planSegment(5, 3, size));
  const segments = Array.from({ length: 250 }, (_, i) => planSegment(1, i + 1, size));
  const faults = segments.flatMap((segment) => segment.faults);
  expect(faults.length).toBeGreaterThanOrEqual(1000);
  for (const { at } of faults) expect(at).toBeLessThanOrEqual(size.acts);
  const all = new Set<string>([...Object.values(stageFaults).flat(), ...commonFaults]);
  expect(new Set(faults.map(({ fault }) => fault))).toEqual(all);
});

test("the log keeps a line for each segment, counts differences by class, and ignores an incomplete line", () => {
  const folder = mkdtempSync(join(tmpdir(), "million-"));
  try {
    const path = join(folder, "new", "segments.jsonl");
    expect(readLog(path, 1)).toEqual([]);
    const result: SegmentResult = {
      segment: 1,
      seed: 1,
      stage: "pair",
      acknowledged: { created: 5, moved: 4, cancelled: 3, archived: 2, completed: 1 },
      refused: 1,
      unknown: 2,
      unavailable: 3,
      connectionsLost: 4,
      faults: { "primary killed": 2, "Redis killed": 1 },
      events: 15,
      deliveries: 16,
      found: ["lost: a", "doubled: b", "webhook: c", "ledger: d", "feed: e", "feed: f"],
      seconds: 60,
    };
    const made = { commit: "abc", date: "2026-11-27" };
    appendToLog(path, result, made);
    appendToLog(path, { ...result, seed: 2 }, made);
    appendToLog(path, { ...result, segment: 2, found: [] }, made);
    appendFileSync(path, '{"segment":3,"se');
    appendToLog(path, { ...result, segment: 3, found: [] }, made);
    const log = readLog(path, 1);
    expect(log.map(({ segment }) => segment)).toEqual([1, 2, 3]);
    expect(log[0]!.found).toEqual({
      lost: 1,
      doubled: 1,
      refused: 0,
      books: 1,
      audit: 0,
      feed: 2,
      webhooks: 1,
    });
    expect(sumOf(log)).toEqual({
      segments: 3,
      acknowledged: 45,
      faults: 9,
      unavailable: 9,
      unknown: 6,
      found: 6,
      seconds: 180,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
