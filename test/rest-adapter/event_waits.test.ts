import { describe, expect, test } from "vitest";
import { errorOf, openApi, refusalOf } from "./support.ts";

const wait = "/api/v1/events?after=latest&wait=20";

/** Opens the adapter with calls that wait for the next event. */
async function openWaits(count: number, key: "full" | "reader" = "full") {
  const api = await openApi();
  const { eventFeed, memory } = api.ports;
  const { promise: areWaiting, resolve } = Promise.withResolvers<void>();
  const { wait: waitInFeed } = eventFeed;
  let begun = 0;
  eventFeed.wait = (...given) => {
    begun += 1;
    if (begun === count) resolve();
    return waitInFeed(...given);
  };
  const waiting = Promise.all(Array.from({ length: count }, () => api.send("GET", wait, { key })));
  await areWaiting;
  const ofKey = memory.apiKeys.find(({ id }) => id === api.keys[key].id)!;
  return { ...api, waiting, ofKey };
}

describe("an event does not reach a call whose key meanwhile", () => {
  test("lost the scope of the feed", async () => {
    const { waiting, ofKey, book } = await openWaits(1, "reader");
    ofKey.scopes = ["WRITE_APPOINTMENTS"];
    await book();
    const [response] = await waiting;
    expect(response!.status).toBe(403);
    expect((await errorOf(response!)).code).toBe("INSUFFICIENT_SCOPE");
  });

  test("may not be used from this network any more", async () => {
    const { waiting, ofKey, book } = await openWaits(1, "reader");
    ofKey.allowedNetworks = ["198.51.100.0/24"];
    await book();
    const [response] = await waiting;
    expect(await refusalOf(response!)).toEqual({ status: 403, code: "FORBIDDEN" });
  });

  test("was revoked", async () => {
    const { waiting, ofKey, book } = await openWaits(1, "reader");
    ofKey.revoke(Temporal.Now.instant());
    await book();
    const [response] = await waiting;
    expect(response!.status).toBe(401);
    expect((await errorOf(response!)).code).toBe("INVALID_API_KEY");
  });
});

test("a call for which no place is free is refused with the seconds that it wanted to wait", async () => {
  const { waiting, send, book } = await openWaits(100);
  const response = await send("GET", "/api/v1/events?after=latest&wait=7");
  expect(response.status).toBe(429);
  expect(response.headers.get("Retry-After")).toBe("7");
  expect((await errorOf(response)).message).toMatch(/^Too many requests wait for events: .* 100 /);
  await book();
  expect((await waiting).map(({ status }) => status)).toEqual(Array(100).fill(200));
});
