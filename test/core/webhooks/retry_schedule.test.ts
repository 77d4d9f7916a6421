import * as fc from "fast-check";
import { expect, test } from "vitest";
import { healthStatusOf } from "../../../core/webhooks/health.ts";
import {
  hasOutlivedEvent,
  maxAttempts,
  nextAttemptAt,
} from "../../../core/webhooks/retry_schedule.ts";

const created = Temporal.Instant.from("2026-03-05T14:30:00Z");

test("a delivery that keeps failing at once is tried at 0, 1, 6, 36 and 156 minutes, and no more", () => {
  const minutes = [];
  let at: Temporal.Instant | null = created;
  for (let attempt = 1; at !== null; attempt += 1) {
    minutes.push(at.since(created).total("minutes"));
    at = nextAttemptAt(attempt, at);
  }
  expect(minutes).toEqual([0, 1, 6, 36, 156]);
  expect(maxAttempts).toBe(5);
});

test("each delay counts from when the attempt before it was made, however late that was", () => {
  fc.assert(fc.property(fc.nat(86_400_000), fc.constantFrom(1, 2, 3, 4), (lateMs, attempt) => {
    const triedAt = created.add({ milliseconds: lateMs });
    expect(nextAttemptAt(attempt, triedAt)!.since(triedAt).total("minutes"))
      .toBe([1, 5, 30, 120][attempt - 1]);
  }));
});

test.each([5, 6, 100])("after attempt %i there is none", (attempt) => {
  expect(nextAttemptAt(attempt, created)).toBeNull();
});

test.each([0, -1, 1.5, NaN])("attempt %d is a defect of the caller", (attempt) => {
  expect(() => nextAttemptAt(attempt, created)).toThrow(RangeError);
});

test("an attempt can be made up to 24 h after the event, and not a moment later", () => {
  expect(hasOutlivedEvent(created, created)).toBe(false);
  expect(hasOutlivedEvent(created, Temporal.Instant.from("2026-03-06T14:30:00Z"))).toBe(false);
  expect(hasOutlivedEvent(created, Temporal.Instant.from("2026-03-06T14:30:00.000000001Z")))
    .toBe(true);
});

test.each([
  [0, "HEALTHY"],
  [1, "DEGRADED"],
  [4, "DEGRADED"],
  [5, "FAILING"],
  [1000, "FAILING"],
])("after %i failures in a row a webhook is %s", (failures, status) => {
  expect(healthStatusOf(failures)).toBe(status);
});
