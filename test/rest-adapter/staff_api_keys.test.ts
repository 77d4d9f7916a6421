import { describe, expect, test } from "vitest";
import { seedOrganization } from "../support/in_memory_ports.ts";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { type CallOptions, errorOf, refusalOf } from "./support.ts";

const path = "/api-keys";
const wanted = { name: "Kiosk", environment: "TEST", scopes: ["READ_APPOINTMENTS"] };
const notFound = { status: 404, code: "API_KEY_NOT_FOUND" };

async function opened() {
  const api = await openStaffApi();
  return { api, browser: await api.signedInAs("ADMIN") };
}

/** Returns whether the public API accepts a key. */
async function works({ send }: StaffApi, key: string): Promise<boolean> {
  const response = await send("GET", "/api/v1/departments", { headers: { "X-API-Key": key } });
  if (response.status === 200) return true;
  expect(await refusalOf(response)).toEqual({ status: 401, code: "INVALID_API_KEY" });
  return false;
}

describe("GET /api-keys", () => {
  test("returns every key of the organization by id, revoked keys too, without plaintexts", async () => {
    const { api, browser } = await opened();
    await api.application.revokeApiKey({ id: api.keys.reader.id });
    await api.send("GET", "/api/v1/departments", { key: "test" });
    api.ports.usageLog!.noteUse({ apiKeyId: api.keys.test.id, timestamp: api.ports.now() });
    const response = await browser.send("GET", path);
    expect(response.status).toBe(200);
    const text = await response.text();
    const both = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"];
    const keyed = (name: keyof typeof api.keys, more: object) => ({
      id: api.keys[name].id,
      name,
      maskedKey: `${api.keys[name].key.slice(0, 8)}****${api.keys[name].key.slice(-4)}`,
      environment: "LIVE",
      scopes: both,
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

  test("returns no key of another organization", async () => {
    const { api } = await opened();
    const other = await seedOrganization(api.application, { keys: { theirs: {} } });
    const user = await api.newUser("OWNER", {
      password: "a password of theirs",
      organization: other.organizationId,
    });
    const theirs = await (await (await api.signedIn(user)).send("GET", path)).json();
    expect(theirs).toMatchObject([{ id: other.keys.theirs.id, name: "theirs" }]);
    const ours = (await (await api.signedInAs("ADMIN")).send("GET", path)).json();
    expect(await ours).toHaveLength(4);
  });
});

describe("POST /api-keys", () => {
  test("is answered 201 with the key object and its plaintext, which works and is never shown again", async () => {
    const { api, browser } = await opened();
    const response = await browser.send("POST", path, { json: wanted });
    expect(response.status).toBe(201);
    const { key, ...apiKey } = (await response.json()) as Record<string, unknown> & { key: string };
    expect(key).toMatch(/^mk_test_[0-9A-Za-z]{42}$/);
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

  test("accepts a limit, trims the name, and ignores repeated scopes and unknown fields", async () => {
    const { browser } = await opened();
    const both = ["WRITE_APPOINTMENTS", "READ_APPOINTMENTS", "WRITE_APPOINTMENTS"];
    const json = { name: "  Web ", environment: "LIVE", scopes: both, rateLimitPerHour: 1_000_000 };
    const response = await browser.send("POST", path, {
      json: { ...json, key: "mk_live_mine", id: 1, organizationId: 99, isActive: false },
    });
    expect(await response.json()).toMatchObject({
      id: 5,
      name: "Web",
      key: expect.stringMatching(/^mk_live_\w{42}$/),
      scopes: ["WRITE_APPOINTMENTS", "READ_APPOINTMENTS"],
      rateLimitPerHour: 1_000_000,
      isActive: true,
    });
    const plain = await browser.send("POST", path, { json: { ...wanted, rateLimitPerHour: null } });
    expect(await plain.json()).toMatchObject({ rateLimitPerHour: 1000 });
  });

  test.each<[string, CallOptions, string[]]>([
    ["an empty object", { json: {} }, ["name", "environment", "scopes"]],
    ["everything wrong", {
      json: { name: " ", environment: "live", scopes: [], rateLimitPerHour: 0 },
    }, ["name", "environment", "scopes", "rateLimitPerHour"]],
    ["other types", {
      json: { name: 1, environment: ["LIVE"], scopes: "READ_APPOINTMENTS", rateLimitPerHour: "9" },
    }, ["name", "environment", "scopes", "rateLimitPerHour"]],
    ["a name of 256 characters", { json: { ...wanted, name: "n".repeat(256) } }, ["name"]],
    ["a name with NUL", { json: { ...wanted, name: "a\0b" } }, ["name"]],
    ["an unknown scope", { json: { ...wanted, scopes: ["READ_APPOINTMENTS", "ADMIN"] } }, [
      "scopes",
    ]],
    ["a limit too large", { json: { ...wanted, rateLimitPerHour: 1_000_001 } }, [
      "rateLimitPerHour",
    ]],
    ["half a request", { json: { ...wanted, rateLimitPerHour: 1.5 } }, ["rateLimitPerHour"]],
    ["an array", { json: [wanted] }, ["body"]],
    ["bad JSON", { body: "{", headers: { "Content-Type": "application/json" } }, ["body"]],
    ["a text", { body: JSON.stringify(wanted), headers: { "Content-Type": "text/plain" } }, [
      "body",
    ]],
    ["no type", { body: new TextEncoder().encode(JSON.stringify(wanted)) }, ["body"]],
    ["nothing", {}, ["body"]],
  ])(
    "with %s is refused with VALIDATION_ERROR and every invalid field",
    async (_, sent, fields) => {
      const { api, browser } = await opened();
      const response = await browser.send("POST", path, sent);
      expect(await refusalOf(response)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
      expect(api.ports.memory.apiKeys).toHaveLength(4);
    },
  );
});

describe("DELETE /api-keys/{id}", () => {
  test("is answered 200 with the revoked key, which no longer works; repeating it answers the same", async () => {
    const { api, browser } = await opened();
    const { id, key } = api.keys.full;
    expect(await works(api, key)).toBe(true);
    const first = await browser.send("DELETE", `${path}/${id}`);
    expect(first.status).toBe(200);
    const revoked = await first.json();
    expect(revoked).toMatchObject({ id, name: "full", isActive: false });
    expect(revoked).not.toHaveProperty("key");
    expect(await works(api, key)).toBe(false);
    api.pass({ minutes: 1 });
    const again = await browser.send("DELETE", `${path}/${id}`);
    expect([again.status, await again.json()]).toEqual([200, revoked]);
  });
});

describe("POST /api-keys/{id}/rotate", () => {
  test("is answered 201 with a new key of the same kind; the old key no longer works", async () => {
    const { api, browser } = await opened();
    const { id, key: oldKey } = api.keys.reader;
    api.pass({ minutes: 5 });
    const response = await browser.send("POST", `${path}/${id}/rotate`);
    expect(response.status).toBe(201);
    const { key, ...apiKey } = (await response.json()) as Record<string, unknown> & { key: string };
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
    expect(key).toMatch(/^mk_live_[0-9A-Za-z]{42}$/);
    expect([await works(api, oldKey), await works(api, key)]).toEqual([false, true]);
    const list = (await (await browser.send("GET", path)).json()) as { id: number }[];
    expect(list.find((one) => one.id === id)).toMatchObject({ isActive: false });
  });

  test("keeps the hourly window: requests of the old key count for the new key", async () => {
    const { api, browser } = await opened();
    const remaining = async (key: string) => {
      const headers = { "X-API-Key": key };
      const response = await api.send("GET", "/api/v1/departments", { headers });
      return Number(response.headers.get("X-RateLimit-Remaining"));
    };
    const before = await remaining(api.keys.full.key);
    const response = await browser.send("POST", `${path}/${api.keys.full.id}/rotate`);
    const { key } = (await response.json()) as { key: string };
    expect(await remaining(key)).toBe(before - 1);
  });

  test("of a revoked or rotated key is refused with 409 CONFLICT", async () => {
    const { api, browser } = await opened();
    await browser.send("DELETE", `${path}/${api.keys.full.id}`);
    await browser.send("POST", `${path}/${api.keys.test.id}/rotate`);
    for (const { id } of [api.keys.full, api.keys.test]) {
      const response = await browser.send("POST", `${path}/${id}/rotate`);
      expect(await refusalOf(response)).toEqual({ status: 409, code: "CONFLICT" });
    }
    expect(api.ports.memory.apiKeys).toHaveLength(5);
  });
});

const changes = [["DELETE", ""], ["POST", "/rotate"]] as const;

test.each(changes)(
  "%s /api-keys/{id}%s answers 404 to malformed and unknown ids",
  async (method, end) => {
    const { api, browser } = await opened();
    for (
      const id of [
        "0",
        "-1",
        "01",
        "1.0",
        "abc",
        "%20",
        "1%2F2",
        "2147483648",
        "9".repeat(30),
        "99",
      ]
    ) {
      expect(await refusalOf(await browser.send(method, `${path}/${id}${end}`))).toEqual(notFound);
    }
    expect(api.ports.memory.apiKeys.every(({ isActive }) => isActive)).toBe(true);
  },
);

test.each(changes)(
  "%s /api-keys/{id}%s answers another organization's id exactly as an unknown id",
  async (method, end) => {
    const { api, browser } = await opened();
    const { keys } = await seedOrganization(api.application, { keys: { theirs: {} } });
    const theirs = await browser.send(method, `${path}/${keys.theirs.id}${end}`);
    const unknown = await browser.send(method, `${path}/99${end}`);
    expect(theirs.status).toBe(404);
    expect(await errorOf(theirs)).toEqual(await errorOf(unknown));
    expect(await works(api, keys.theirs.key)).toBe(true);
  },
);

test.each([
  ["DELETE", `${path}/1`],
  ["POST", `${path}/1/rotate`],
  ["DELETE", "/session"],
])(
  "%s %s needs no body: it accepts none or any JSON, and refuses everything else",
  async (...call) => {
    const [method, path] = call;
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    const onBody = { status: 400, code: "VALIDATION_ERROR", fields: ["body"] };
    const taken: CallOptions[] = [
      {},
      { json: {} },
      { json: { any: "thing" } },
      { body: "" },
      { headers: form },
    ];
    for (const sent of taken) {
      const { browser } = await opened();
      expect((await browser.send(method, path, sent)).status).toBeLessThan(300);
    }
    const refused: CallOptions[] = [
      { body: "x" },
      { body: "a=b", headers: form },
      { body: "{}", headers: { "Content-Type": "text/plain" } },
      { body: new Uint8Array([1]) },
    ];
    for (const sent of refused) {
      const { api, browser } = await opened();
      expect(await refusalOf(await browser.send(method, path, sent))).toEqual(onBody);
      expect(api.ports.memory.apiKeys.every(({ isActive }) => isActive)).toBe(true);
      expect((await browser.send("GET", "/session")).status).toBe(200);
    }
  },
);
