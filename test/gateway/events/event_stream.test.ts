import { expect, test } from "vitest";
import { DomainError } from "../../../core/mod.ts";
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

test("a reader whose right has changed is sent to read everything again, and the stream ends", async () => {
  const changes = { next: () => new Promise<never>(() => {}), close() {} };
  let ends = 0;
  const { body } = openEventStream(changes, {
    heartbeatMs: 5,
    right: async () => "changed",
    onEnd: () => void (ends += 1),
  });
  expect(await new Response(body).text()).toBe("event: refresh\nid: 0\ndata: {}\n\n");
  expect(ends).toBe(1);
});

test("a stream whose changes cannot be read ends and releases its place", async () => {
  let closed = 0;
  let ends = 0;
  const { body } = openEventStream({
    next: () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "away")),
    close: () => void (closed += 1),
  }, { heartbeatMs: 1000, right: async () => "same", onEnd: () => void (ends += 1) });
  expect(await new Response(body).text()).toBe("");
  expect([closed, ends]).toEqual([1, 1]);
});
