import { expect, test } from "vitest";
import { standbyState } from "../../../gateway/persistence/reporting/standby_state.ts";

const heartbeat = { timeline: "00000002", sentMs: 50_000, writtenMs: 1_000_000 };
/** 3 s after the heartbeat. */
const present = { timeline: "00000002", monotonicMs: 53_000, databaseMs: 1_003_000 };
const limit = { maxLagSeconds: 60 };
const standby = { isInRecovery: true, heartbeat };

test("a standby that shows a heartbeat of this process is as far behind as the heartbeat is old", () => {
  expect(standbyState(standby, present, limit)).toEqual({ isUsable: true, lagMs: 3000 });
});

test.each([
  [
    "a server that accepts writes",
    { isInRecovery: false, heartbeat },
    present,
    "it is not a standby",
  ],
  [
    "a standby of another database",
    { isInRecovery: true, heartbeat: null },
    present,
    "it does not show the heartbeat of this process",
  ],
  [
    "a standby of the primary before a promotion",
    standby,
    { ...present, timeline: "00000003" },
    "it has not followed the last promotion",
  ],
])("%s is refused", (_, answer, present, reason) => {
  expect(standbyState(answer, present, limit)).toEqual({ isUsable: false, reason, lagMs: null });
});

test("a standby at the limit is used, and one beyond it is refused", () => {
  const after = (ms: number) => ({ ...present, monotonicMs: 50_000 + ms });
  expect(standbyState(standby, after(60_000), limit)).toEqual({ isUsable: true, lagMs: 60_000 });
  expect(standbyState(standby, after(60_001), limit)).toEqual({
    isUsable: false,
    reason: "it is 60 s behind the primary, and the limit is 60 s",
    lagMs: 60_001,
  });
});

test.each([
  ["the database's clock was set back", { monotonicMs: 63_000, databaseMs: 900_000 }],
  ["this machine was suspended", { monotonicMs: 50_100, databaseMs: 1_013_000 }],
])("the lag is not underestimated when %s", (_, clocks) => {
  expect(standbyState(standby, { ...present, ...clocks }, limit)).toEqual({
    isUsable: true,
    lagMs: 13_000,
  });
});
