import { expect, test } from "vitest";
import { openEventStream } from "../../../gateway/events/event_stream.ts";

test("the session is checked at every heartbeat interval, also while something changes all the time", async () => {
  const noChange = { changes: [], isIncomplete: true, position: 1, concernsStaff: false };
  const changes = {
    next: async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return noChange;
    },
    close() {},
  };
  let checks = 0;
  const { body } = openEventStream(changes, {
    heartbeatMs: 20,
    right: async () => (checks += 1) < 3 ? "same" : "none",
    onEnd() {},
  });
  let events = 0;
  for await (const _ of body) events += 1;
  expect(checks).toBe(3);
  expect(events).toBeGreaterThan(0);
});
