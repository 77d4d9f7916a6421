import { expect, test } from "vitest";
import { limitsAt, openApi, refusalOf } from "./support.ts";

const names = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"];
const headersOf = (response: Response) => names.map((name) => response.headers.get(name));

test.each(
  [
    ["a success", "GET", "/api/v1/departments", "full", 200],
    ["a 404 of a resource", "GET", "/api/v1/departments/99", "full", 404],
    ["a 400", "GET", "/api/v1/appointments?page=x", "full", 400],
    ["a 403", "GET", "/api/v1/appointments", "writer", 403],
  ] as const,
)("%s has the headers of the key's limit", async (_, method, path, key, status) => {
  const api = await openApi();
  api.ports.hourlyLimits = limitsAt({ limit: 50, remaining: 7, resetSeconds: 12 });
  const response = await api.send(method, path, { key });
  expect(response.status).toBe(status);
  expect(headersOf(response)).toEqual(["50", "7", "12", null]);
});

test("a request over the limit is answered 429 with Retry-After before its scope is checked", async () => {
  const api = await openApi();
  api.ports.hourlyLimits = limitsAt({
    limit: 50,
    remaining: 0,
    resetSeconds: 12,
    isAllowed: false,
  });
  const response = await api.send("GET", "/api/v1/appointments", { key: "writer" });
  expect(headersOf(response)).toEqual(["50", "0", "12", "12"]);
  expect(await refusalOf(response)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
});

test("Retry-After is at least a second", async () => {
  const api = await openApi();
  api.ports.hourlyLimits = limitsAt({ remaining: 0, resetSeconds: 0, isAllowed: false });
  const response = await api.send("GET", "/api/v1/departments");
  expect(headersOf(response).slice(2)).toEqual(["0", "1"]);
});

test("a request without a valid key is not counted and its answer has no limit headers", async () => {
  const api = await openApi();
  const none = [null, null, null, null];
  const counted: string[] = [];
  api.ports.hourlyLimits = {
    count: (key) => {
      counted.push(key.lineageId);
      return limitsAt({}).count(key);
    },
  };
  expect(headersOf(await api.send("GET", "/api/v1/departments", { key: null }))).toEqual(none);
  expect(headersOf(await api.send("GET", "/api/v1/nothing"))).toEqual(none);
  expect(counted).toEqual([]);
  await api.send("GET", "/api/v1/departments");
  expect(counted).toHaveLength(1);
});
