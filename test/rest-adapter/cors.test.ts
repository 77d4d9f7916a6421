import { expect, test } from "vitest";
import { openApi } from "./support.ts";

const origin = "https://app.example.com";
const preflight = { Origin: origin, "Access-Control-Request-Method": "POST" };
const corsNames = (response: Response) =>
  [...response.headers.keys()].filter((name) => /^access-control|^vary$/.test(name));

test("a preflight from a configured origin is answered 204 with the methods of the path", async () => {
  const api = await openApi({ corsOrigins: ["https://other.example.com", origin] });
  const response = await api.send("OPTIONS", "/api/v1/appointments", {
    key: null,
    headers: preflight,
  });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  expect(response.headers.get("Access-Control-Allow-Methods")).toBe("POST, GET, HEAD");
  expect(response.headers.get("Access-Control-Allow-Headers")).toBe(
    "X-API-Key, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id",
  );
  expect(response.headers.get("Vary")).toBe("Origin");
  expect(response.headers.get("X-Request-Id")).toMatch(/./);
});

test.each([
  ["GET", "/api/v1/departments", 200],
  ["GET", "/api/v1/departments/9", 404],
  ["GET", "/api/v1/nothing", 404],
  ["PUT", "/api/v1/departments", 405],
  ["GET", "/openapi.json", 200],
])("a page of a configured origin may read the answer to %s %s", async (method, path, status) => {
  const api = await openApi({ corsOrigins: [origin] });
  const response = await api.send(method, path, { headers: { Origin: origin } });
  expect(response.status).toBe(status);
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  expect(response.headers.get("Vary")).toMatch(/^Origin\b/);
  const exposed = response.headers.get("Access-Control-Expose-Headers")?.split(", ");
  expect(exposed).toEqual(expect.arrayContaining([
    "X-Request-Id",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
    "Retry-After",
    "X-Organization-Time-Zone",
    "Idempotent-Replayed",
    "X-Credits-Remaining",
    "ETag",
  ]));
});

test("the configured origin * allows every origin", async () => {
  const api = await openApi({ corsOrigins: ["*"] });
  const response = await api.send("GET", "/api/v1/departments", { headers: { Origin: origin } });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe("*");
  const first = await api.send("OPTIONS", "/api/v1/departments", { headers: preflight });
  expect(first.status).toBe(204);
});

test.each([
  ["nothing is configured", [], origin],
  ["the origin is another", [origin], "https://app.example.com.evil.test"],
  ["the origin differs in its port", [origin], `${origin}:8443`],
  ["the origin is opaque", [origin], "null"],
])("no CORS header is sent and a preflight is answered 405 if %s", async (_, corsOrigins, from) => {
  const api = await openApi({ corsOrigins });
  const headers = { ...preflight, Origin: from };
  const response = await api.send("GET", "/api/v1/departments", { headers });
  expect(response.status).toBe(200);
  expect(corsNames(response).filter((name) => name !== "vary")).toEqual([]);
  const refused = await api.send("OPTIONS", "/api/v1/departments", { headers });
  expect(refused.status).toBe(405);
  expect(corsNames(refused).filter((name) => name !== "vary")).toEqual([]);
});

test("OPTIONS without a preflight header is answered 405, and a preflight for an unknown path 404", async () => {
  const api = await openApi({ corsOrigins: [origin] });
  const plain = await api.send("OPTIONS", "/api/v1/departments", { headers: { Origin: origin } });
  expect(plain.status).toBe(405);
  const unknown = await api.send("OPTIONS", "/api/v1/nothing", { headers: preflight });
  expect(unknown.status).toBe(404);
});
