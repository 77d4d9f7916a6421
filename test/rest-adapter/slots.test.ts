import { expect, test } from "vitest";
import { createHeldTurns } from "../support/held_turns.ts";
import { openApi, refusalOf } from "./support.ts";

const path = "/api/v1/departments/1/slots?startDate=2026-03-05&endDate=2026-03-06";

test("the slots have a weak tag, and 304 answers whoever has them", async () => {
  const api = await openApi();
  const first = await api.send("GET", path);
  const { slots } = await first.json();
  expect(slots).toHaveLength(2 * 48);
  expect(first.headers.get("Cache-Control")).toBe("private, no-cache");
  const etag = first.headers.get("ETag")!;
  expect(etag).toMatch(/^W\/"[\w-]{22}"$/);
  for (const known of [etag, etag.slice(2), `"x", ${etag}`, "*"]) {
    const again = await api.send("GET", path, { headers: { "If-None-Match": known } });
    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("ETag")).toBe(etag);
    expect(again.headers.has("Content-Type")).toBe(false);
  }
  await api.book();
  const changed = await api.send("GET", path, { headers: { "If-None-Match": etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(etag);
  expect((await changed.json()).slots[29]).toEqual({
    slotTime: "2026-03-05T14:30:00",
    available: true,
    remainingSlots: 1,
    unavailabilityReason: null,
  });
  // An answer without a body is recorded too.
  expect(api.entries.map(({ statusCode }) => statusCode)).toEqual([
    200,
    304,
    304,
    304,
    304,
    201,
    200,
  ]);
});

test("numbers and booleans of the query are read", async () => {
  const api = await openApi();
  const [worker] = api.byWorker.workerIds;
  const listed = async (query: string) =>
    await api.send(
      "GET",
      `/api/v1/departments/${api.byWorker.id}/slots?startDate=2026-03-05&endDate=2026-03-05${query}`,
    );
  expect((await (await listed(`&workerId=${worker}&onlyAvailable=true`)).json()).slots)
    .toHaveLength(48);
  expect((await listed("&workerId=x")).status).toBe(400);
  expect((await listed("&onlyAvailable=1")).status).toBe(400);
});

test("a long list is refused if the key is revoked while it waits for its turn", async () => {
  const api = await openApi();
  const turns = createHeldTurns();
  api.ports.heavyWork = turns;
  await api.application.updateDepartment(api.dental.id, { slotInterval: 10 });
  const asked = api.send("GET", path.replace("2026-03-06", "2026-04-01"));
  await turns.waiting(1);
  await api.application.revokeApiKey({ id: api.keys.full.id });
  turns.release();
  expect(await refusalOf(await asked)).toEqual({ status: 401, code: "INVALID_API_KEY" });
});
