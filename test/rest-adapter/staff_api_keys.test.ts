import { expect, test } from "vitest";
import { seedOrganization } from "../support/in_memory/seed_organization.ts";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const path = "/api-keys";
const wanted = { name: "Kiosk", environment: "TEST", scopes: ["READ_APPOINTMENTS"] };

async function opened() {
  const api = await openStaffApi();
  return { api, browser: await api.signedInAs("ADMIN") };
}

type MadeKey = Record<string, unknown> & { key: string };

/** Returns whether the public API accepts a key. */
async function works({ send }: StaffApi, key: string): Promise<boolean> {
  const response = await send("GET", "/api/v1/departments", { headers: { "X-API-Key": key } });
  if (response.status === 200) return true;
  expect(await refusalOf(response)).toEqual({ status: 401, code: "INVALID_API_KEY" });
  return false;
}

test("GET /api-keys returns every key of the organization by id, revoked keys too, without plaintexts", async () => {
  const { api, browser } = await opened();
  await seedOrganization(api.application, { keys: { theirs: {} } });
  await api.application.revokeApiKey({ id: api.keys.reader.id });
  const { organizationId } = api;
  const use = { organizationId, apiKeyId: api.keys.test.id, timestamp: api.ports.now() };
  api.ports.usageLog!.noteUse(use);
  const response = await browser.send("GET", path);
  expect(response.status).toBe(200);
  const text = await response.text();
  const keyed = (name: keyof typeof api.keys, more: object) => ({
    id: api.keys[name].id,
    name,
    maskedKey: `${api.keys[name].key.slice(0, 8)}****${api.keys[name].key.slice(-4)}`,
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
    rateLimitPerHour: 1000,
    isActive: true,
    createdAt: "2026-03-01T09:00:00",
    lastUsedAt: null,
    ...more,
  });
  expect(JSON.parse(text)).toEqual([
    keyed("full", {}),
    keyed("reader", { scopes: ["READ_APPOINTMENTS"], isActive: false }),
    keyed("writer", { scopes: ["WRITE_APPOINTMENTS"] }),
    keyed("test", { environment: "TEST", lastUsedAt: "2026-03-01T09:00:00" }),
  ]);
  for (const { key } of Object.values(api.keys)) expect(text).not.toContain(key);
});

test("POST /api-keys is answered 201 with the key object and its plaintext, which is never shown again", async () => {
  const { api, browser } = await opened();
  const own = { key: "mk_live_mine", id: 1, organizationId: 99, isActive: false };
  const response = await browser.send("POST", path, { json: { ...wanted, ...own } });
  expect(response.status).toBe(201);
  const { key, ...apiKey } = (await response.json()) as MadeKey;
  expect(apiKey).toEqual({
    id: 5,
    ...wanted,
    maskedKey: `mk_test_****${key.slice(-4)}`,
    rateLimitPerHour: 1000,
    isActive: true,
    createdAt: "2026-03-01T09:00:00",
    lastUsedAt: null,
  });
  expect(await works(api, key)).toBe(true);
  const list = await (await browser.send("GET", path)).text();
  expect(list).not.toContain(key);
  expect(JSON.parse(list).at(-1)).toEqual(apiKey);
});

test("DELETE /api-keys/{id} is answered 200 with the revoked key, which no longer works, also when repeated", async () => {
  const { api, browser } = await opened();
  const { id, key } = api.keys.full;
  const first = await browser.send("DELETE", `${path}/${id}`);
  expect(first.status).toBe(200);
  const revoked = await first.json();
  expect(revoked).toMatchObject({ id, name: "full", isActive: false });
  expect(revoked).not.toHaveProperty("key");
  expect(await works(api, key)).toBe(false);
  const again = await browser.send("DELETE", `${path}/${id}`);
  expect([again.status, await again.json()]).toEqual([200, revoked]);
});

test("POST /api-keys/{id}/rotate is answered 201 with a new key; the old key no longer works", async () => {
  const { api, browser } = await opened();
  const { id, key: oldKey } = api.keys.reader;
  api.pass({ minutes: 5 });
  const response = await browser.send("POST", `${path}/${id}/rotate`);
  expect(response.status).toBe(201);
  const { key, ...apiKey } = (await response.json()) as MadeKey;
  expect(apiKey).toEqual({
    id: 5,
    name: "reader",
    maskedKey: `mk_live_****${key.slice(-4)}`,
    environment: "LIVE",
    scopes: ["READ_APPOINTMENTS"],
    rateLimitPerHour: 1000,
    isActive: true,
    createdAt: "2026-03-01T09:05:00",
    lastUsedAt: null,
  });
  expect([await works(api, oldKey), await works(api, key)]).toEqual([false, true]);
});
