import * as fc from "fast-check";
import { expect, test } from "vitest";
import { healthStatusOf } from "../../../core/webhooks/webhook.ts";
import { nextAttemptAt } from "../../../core/webhooks/delivery_queue.ts";

const created = Temporal.Instant.from("2026-03-05T14:30:00Z");

test.each(
  [
    ["HTTP", [0, 1, 6, 36, 156]],
    ["EMAIL", [0, 5, 65, 305, 1025]],
  ] as const,
)(
  "a delivery by %s that always fails is attempted after %j minutes, and then no more",
  (channel, expected) => {
    const minutes = [];
    let at: Temporal.Instant | null = created;
    for (let attempt = 1; at !== null; attempt += 1) {
      minutes.push(at.since(created).total("minutes"));
      at = nextAttemptAt(attempt, at, channel);
    }
    expect(minutes).toEqual(expected);
  },
);

test("each delay counts from the start of the previous attempt, even if that was late", () => {
  fc.assert(fc.property(fc.nat(86_400_000), fc.constantFrom(1, 2, 3, 4), (lateMs, attempt) => {
    const triedAt = created.add({ milliseconds: lateMs });
    expect(nextAttemptAt(attempt, triedAt)!.since(triedAt).total("minutes"))
      .toBe([1, 5, 30, 120][attempt - 1]);
  }));
});

test.each([5, 6, 100])("there is no attempt after attempt %i", (attempt) => {
  expect(nextAttemptAt(attempt, created)).toBeNull();
});

test.each([0, -1, 1.5, NaN])("the attempt number %d throws a RangeError", (attempt) => {
  expect(() => nextAttemptAt(attempt, created)).toThrow(RangeError);
});

test.each([
  [0, "HEALTHY"],
  [1, "DEGRADED"],
  [4, "DEGRADED"],
  [5, "FAILING"],
  [1000, "FAILING"],
])("after %i failures in a row the health of a webhook is %s", (failures, status) => {
  expect(healthStatusOf(failures)).toBe(status);
});
