import { describe, expect, test } from "vitest";
import { openApi } from "./support.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const calls = [
  ["GET", "/api/v1/departments", "full", 200],
  ["DELETE", "/api/v1/appointments/9", "full", 404],
  ["GET", "/api/v1/departments", null, 401],
  ["GET", "/api/v1/nothing", "full", 404],
  ["PUT", "/api/v1/appointments", "full", 405],
  ["HEAD", "/api/v1/appointments", "full", 405],
  ["OPTIONS", "/api/v1/appointments", "full", 405],
  ["GET", "/openapi.json", null, 200],
] as const;

describe("every response", () => {
  test.each(calls)("to %s %s (key %s) is %i with the common headers", async (...call) => {
    const [method, path, key, status] = call;
    const api = await openApi();
    const response = await api.send(method, path, { key });
    expect(response.status).toBe(status);
    expect(response.headers.get("X-Request-Id")).toMatch(uuid);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    const again = await api.send(method, path, { key, headers: { "X-Request-Id": "call-1.a_B" } });
    expect(again.headers.get("X-Request-Id")).toBe("call-1.a_B");
  });
});

describe("X-Request-Id", () => {
  test.each(["a", "A-1._b", "x".repeat(128)])(
    "of the caller '%s' is repeated in the response",
    async (id) => {
      const api = await openApi();
      const response = await api.send("GET", "/api/v1/departments", {
        headers: { "X-Request-Id": id },
      });
      expect(response.headers.get("X-Request-Id")).toBe(id);
    },
  );

  test.each(["", "a b", "a,b", "é", "x".repeat(129), '{"a":1}'])(
    "of the caller '%s' is replaced by a new id",
    async (id) => {
      const api = await openApi();
      const response = await api.send("GET", "/api/v1/departments", {
        headers: { "X-Request-Id": id },
      });
      expect(response.headers.get("X-Request-Id")).toMatch(uuid);
    },
  );
});

test("X-Organization-Time-Zone is in every response to a valid key and in no other response", async () => {
  const api = await openApi();
  const zoneAt = async (path: string, key: "full" | "writer" | null = "full") =>
    (await api.send("GET", path, { key })).headers.get("X-Organization-Time-Zone");
  expect(await zoneAt("/api/v1/departments")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/departments/9")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/appointments", "writer")).toBe("Europe/Oslo");
  expect(await zoneAt("/api/v1/departments", null)).toBeNull();
});
