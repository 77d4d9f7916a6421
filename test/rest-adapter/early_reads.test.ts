import { expect, test } from "vitest";
import { limitsAt, openApi, refusalOf } from "./support.ts";

/** An API whose reads of appointments are counted, and with an appointment. Its key has been valid once. */
async function openBooked() {
  const api = await openApi();
  const booked = await api.book();
  const { id } = await booked.json() as { id: number };
  const { appointments, apiKeys } = api.ports;
  const { find } = appointments;
  const { findCaller } = apiKeys;
  let reads = 0;
  appointments.find = (...refs) => {
    reads += 1;
    return find(...refs);
  };
  api.entries.length = 0;
  return {
    ...api,
    path: `/api/v1/appointments/${id}`,
    reads: () => reads,
    /** Holds the next check of a key back until `end` is called. `hasBegun` waits until it and an early read have begun. */
    holdCheck() {
      const begun = Promise.withResolvers<void>();
      const ended = Promise.withResolvers<void>();
      apiKeys.findCaller = async (keyHash) => {
        begun.resolve();
        await ended.promise;
        return findCaller(keyHash);
      };
      return { end: ended.resolve, hasBegun: () => begun.promise.then(turn) };
    },
  };
}

const turn = () => new Promise((resolve) => setTimeout(resolve));

test("a read starts while its key is being checked, and is answered after the check", async () => {
  const api = await openBooked();
  const check = api.holdCheck();
  let isAnswered = false;
  const answer = api.send("GET", api.path).then((response) => {
    isAnswered = true;
    return response;
  });
  await check.hasBegun();
  expect([api.reads(), isAnswered]).toEqual([1, false]);
  check.end();
  expect((await answer).status).toBe(200);
  expect(api.reads()).toBe(1);
  expect(api.entries).toMatchObject([{ statusCode: 200, apiKeyId: api.keys.full.id }]);
});

test("a key that was revoked since its last request gets 401 alone, although the read has started", async () => {
  const api = await openBooked();
  let counted = 0;
  api.ports.hourlyLimits = {
    count: async (caller) => {
      counted += 1;
      return limitsAt({}).count(caller);
    },
  };
  const check = api.holdCheck();
  const answer = api.send("GET", api.path);
  await check.hasBegun();
  await api.application.revokeApiKey({ id: api.keys.full.id });
  check.end();
  const response = await answer;
  expect(response.headers.get("X-RateLimit-Limit")).toBeNull();
  expect(response.headers.get("X-Organization-Time-Zone")).toBeNull();
  expect(await refusalOf(response)).toEqual({ status: 401, code: "INVALID_API_KEY" });
  expect([api.reads(), counted, api.entries]).toEqual([1, 0, []]);
});

test("a read is repeated for a caller who has changed since the last request", async () => {
  const api = await openBooked();
  const check = api.holdCheck();
  const answer = api.send("GET", api.path);
  await check.hasBegun();
  api.ports.memory.organizations[0]!.timeZone = "Pacific/Auckland";
  check.end();
  const response = await answer;
  expect(response.headers.get("X-Organization-Time-Zone")).toBe("Pacific/Auckland");
  expect(await response.json()).toMatchObject({ createdAt: "2026-03-01T21:00:00" });
  expect(api.reads()).toBe(2);
});

test("a key over its limit gets 429 although the read has started", async () => {
  const api = await openBooked();
  api.ports.hourlyLimits = limitsAt({ remaining: 0, isAllowed: false });
  const response = await api.send("GET", api.path);
  expect(await refusalOf(response)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
  expect(api.entries).toMatchObject([{ statusCode: 429 }]);
});

test("no read starts for a key that lacks the scope, is unknown, or was never checked", async () => {
  const api = await openBooked();
  const unknown = { "X-API-Key": api.keys.full.key.replace(/.{3}$/, "000") };
  await api.send("GET", "/api/v1/departments", { key: "writer" });
  const statuses = [
    await api.send("GET", api.path, { key: "writer" }),
    await api.send("GET", api.path, { headers: unknown }),
  ].map(({ status }) => status);
  expect([statuses, api.reads()]).toEqual([[403, 401], 0]);
  const check = api.holdCheck();
  const answer = api.send("GET", api.path, { key: "reader" });
  await check.hasBegun();
  expect(api.reads()).toBe(0);
  check.end();
  expect((await answer).status).toBe(200);
});

test("a failed early read is a fault of its request, and of no request that is refused", async () => {
  const api = await openBooked();
  api.ports.appointments.find = async () => {
    throw new Error("broken");
  };
  expect((await api.send("GET", api.path)).status).toBe(500);
  expect(api.defects).toHaveLength(1);
  await api.application.revokeApiKey({ id: api.keys.full.id });
  expect((await api.send("GET", api.path)).status).toBe(401);
  expect(api.defects).toHaveLength(1);
});
