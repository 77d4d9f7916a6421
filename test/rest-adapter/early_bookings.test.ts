import { expect, test } from "vitest";
import { noteCollectedBody } from "../../rest-adapter/http/json_body.ts";
import { errorOf, limitsAt, openApi, refusalOf } from "./support.ts";

/** An API whose gate notes what it was asked for. Its key has been valid once. */
async function openCounted() {
  const api = await openApi();
  await api.send("GET", "/api/v1/departments");
  const { gate, apiKeys } = api.ports;
  const { findCaller } = apiKeys;
  /** For each request at the gate, whether it came before its caller was checked. */
  const early: boolean[] = [];
  const begun = Promise.withResolvers<void>();
  const { book } = gate;
  gate.book = (scope, request) => {
    early.push(request.isConfirmed !== undefined);
    begun.resolve();
    return book(scope, request);
  };
  api.entries.length = 0;
  return {
    ...api,
    early,
    create(more: object = {}) {
      const request = new Request("http://api.test/api/v1/appointments", {
        method: "POST",
        headers: { "X-API-Key": api.keys.full.key, "Content-Type": "application/json" },
      });
      noteCollectedBody(request, new TextEncoder().encode(JSON.stringify(api.bookingBody(more))));
      return api.handle(request, { ipAddress: "203.0.113.7" });
    },
    booked: () => api.ports.memory.appointments.length,
    /** Holds the next check of a key back until `end` is called. `hasBegun` waits until the gate has the request. */
    holdCheck() {
      const ended = Promise.withResolvers<void>();
      apiKeys.findCaller = async (keyHash) => {
        await ended.promise;
        return findCaller(keyHash);
      };
      return { end: ended.resolve, hasBegun: () => begun.promise };
    },
  };
}

test("a creation starts while its key is being checked, and books after the check", async () => {
  const api = await openCounted();
  const check = api.holdCheck();
  const answer = api.create();
  await check.hasBegun();
  expect(api.booked()).toBe(0);
  check.end();
  expect((await answer).status).toBe(201);
  expect([api.booked(), api.early]).toEqual([1, [true]]);
  expect(api.entries).toMatchObject([{ statusCode: 201, creditsConsumed: 1 }]);
});

test("a key that was revoked since its last request books nothing", async () => {
  const api = await openCounted();
  const check = api.holdCheck();
  const answer = api.create();
  await check.hasBegun();
  await api.application.revokeApiKey({ id: api.keys.full.id });
  check.end();
  expect(await refusalOf(await answer)).toEqual({ status: 401, code: "INVALID_API_KEY" });
  expect([api.booked(), api.entries, api.defects]).toEqual([0, [], []]);
});

test("a key over its limit books nothing, and its next request waits for the check", async () => {
  const api = await openCounted();
  api.ports.hourlyLimits = limitsAt({ remaining: 0, isAllowed: false });
  for (const started of [1, 1]) {
    expect(await refusalOf(await api.create())).toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    expect([api.booked(), api.early.length]).toEqual([0, started]);
  }
  api.ports.hourlyLimits = limitsAt({});
  expect((await api.create()).status).toBe(201);
  expect((await api.create()).status).toBe(201);
  expect(api.early).toEqual([true, false, true]);
});

test("a creation whose check is slow is repeated after it", async () => {
  const api = await openCounted();
  const check = api.holdCheck();
  const answer = api.create();
  await check.hasBegun();
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(api.booked()).toBe(0);
  check.end();
  expect((await answer).status).toBe(201);
  expect([api.booked(), api.early]).toEqual([1, [true, false]]);
});

test("a creation is repeated for a caller who has changed since the last request", async () => {
  const api = await openCounted();
  const check = api.holdCheck();
  const answer = api.create();
  await check.hasBegun();
  api.ports.memory.organizations[0]!.timeZone = "Pacific/Auckland";
  check.end();
  const response = await answer;
  expect(response.headers.get("X-Organization-Time-Zone")).toBe("Pacific/Auckland");
  expect(await response.json()).toMatchObject({ createdAt: "2026-03-01T21:00:00" });
  expect([api.booked(), api.early]).toEqual([1, [true, false]]);
});

test("a body that was not collected is read after the check", async () => {
  const api = await openCounted();
  expect((await api.book()).status).toBe(201);
  expect(api.early).toEqual([false]);
});

test("a fault of an early creation is reported once", async () => {
  const api = await openCounted();
  const answer = await api.create({ name: "" });
  expect((await errorOf(answer)).code).toBe("VALIDATION_ERROR");
  expect(api.entries).toMatchObject([{ statusCode: 400 }]);
});
