import { expect, test } from "vitest";
import { limitsAt, openApi } from "./support.ts";

test("a key reads its own name, environment, scopes, limit, organization and credits", async () => {
  const api = await openApi();
  api.ports.hourlyLimits = limitsAt({ limit: 50, remaining: 7, resetSeconds: 60 });
  api.setBalance(41);
  const read = async (key: "full" | "reader" | "test") =>
    await (await api.send("GET", "/api/v1/key", { key })).json();
  const full = await read("full");
  const { name, timeZone } = api.ports.memory.organizations[0]!;
  expect(full).toEqual({
    name: expect.stringMatching(/./),
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
    rateLimit: { limit: 50, remaining: 7, resetSeconds: 60 },
    organization: { name, timeZone },
    creditBalance: 41,
  });
  expect(await read("reader")).toMatchObject({ scopes: ["READ_APPOINTMENTS"] });
  const ofTest = await read("test");
  expect(ofTest.environment).toBe("TEST");
  expect(ofTest.creditBalance).not.toBe(41);
});

test("a creation answers the credits that are left, and a replay, which costs none, does not", async () => {
  const api = await openApi();
  api.setBalance(2);
  const headers = { "Idempotency-Key": "k" };
  const remaining = async () =>
    (await api.book({}, { headers })).headers.get("X-Credits-Remaining");
  expect(await remaining()).toBe("1");
  expect(await remaining()).toBeNull();
  const other = { dateTime: "2026-03-05T15:00" };
  expect((await api.book(other)).headers.get("X-Credits-Remaining")).toBe("0");
  expect((await api.book(other)).headers.has("X-Credits-Remaining")).toBe(false);
});
