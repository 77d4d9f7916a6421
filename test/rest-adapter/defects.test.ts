import { expect, test } from "vitest";
import { DomainError } from "../../core/mod.ts";
import { openApi, refusalOf } from "./support.ts";

const secret = "duplicate key value violates unique constraint appointments_pkey";

test.each<[string, unknown]>([
  ["an error", new Error(secret)],
  ["an error with a code", Object.assign(new TypeError(secret), { code: "VALIDATION_ERROR" })],
  ["a text", secret],
  ["undefined", undefined],
])(
  "a thrown %s is answered 500 without its content, and reported to the host in full",
  async (_, thrown) => {
    const api = await openApi();
    // oxlint-disable-next-line prefer-promise-reject-errors -- the answer must hide every thrown value
    api.ports.appointments.list = () => Promise.reject(thrown);
    const headers = { "X-Request-Id": "call-1" };
    const response = await api.send("GET", "/api/v1/appointments?externalUserId=u", { headers });
    expect(response.status).toBe(500);
    expect(response.headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
    const text = await response.text();
    expect(JSON.parse(text).error.code).toBe("INTERNAL_ERROR");
    expect(text + JSON.stringify([...response.headers])).not.toContain("duplicate");
    const about = { requestId: "call-1", method: "GET", path: "/api/v1/appointments" };
    expect(api.defects).toEqual([{ error: thrown, about }]);
  },
);

test("a defect before the caller is known is answered 500", async () => {
  const api = await openApi();
  api.ports.apiKeys.findCaller = () => Promise.reject(new Error(secret));
  const response = await api.send("GET", "/api/v1/departments");
  expect(response.headers.has("X-Organization-Time-Zone")).toBe(false);
  expect(await refusalOf(response)).toEqual({ status: 500, code: "INTERNAL_ERROR" });
  expect(api.defects).toHaveLength(1);
  expect(api.entries).toEqual([]);
});

const away = () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Try again shortly"));

test("SERVICE_UNAVAILABLE is answered 503 with Retry-After and not reported as a defect", async () => {
  const api = await openApi();
  api.ports.gate.book = away;
  const refused = await api.book();
  expect(refused.headers.get("Retry-After")).toBe("1");
  expect(await refusalOf(refused)).toEqual({ status: 503, code: "SERVICE_UNAVAILABLE" });
  api.ports.apiKeys.findCaller = away;
  const unknown = await api.book();
  expect(unknown.headers.get("Retry-After")).toBe("1");
  expect(await refusalOf(unknown)).toEqual({ status: 503, code: "SERVICE_UNAVAILABLE" });
  expect(api.defects).toEqual([]);
});

test("an error thrown by a port that must not throw is answered with the error body", async () => {
  const api = await openApi();
  api.ports.usageLog = {
    record() {
      throw new Error(secret);
    },
    noteUse() {},
  };
  const response = await api.send("GET", "/api/v1/departments");
  expect(await refusalOf(response)).toEqual({ status: 500, code: "INTERNAL_ERROR" });
  expect(api.defects).toHaveLength(1);
});
