import { describe, expect, test } from "vitest";
import { DomainError, type ErrorCode } from "../../../core/mod.ts";
import { trpcCodeOf } from "../../../gateway/trpc/errors.ts";
import { getStatusCodeFromKey } from "@trpc/server/unstable-core-do-not-import";
import { answerOf, type Browser, openTrpc, refusalOf } from "./support.ts";
import { type Refused, statusOfCode } from "../../../rest-adapter/http/mod.ts";

const post = (
  body: NonNullable<RequestInit["body"]>,
  headers: Record<string, string> = {},
): RequestInit => ({
  method: "POST",
  body,
  headers: { "Content-Type": "application/json", ...headers },
});
const ask = async (browser: Browser, path: string, init?: RequestInit) =>
  await answerOf(await browser.fetch(`http://api.test/trpc${path}`, init));
const invalid = (field: string) => ({ status: 400, code: "VALIDATION_ERROR", fields: [field] });

test("every code has the status that REST has for it", () => {
  for (const [code, trpcCode] of Object.entries(trpcCodeOf)) {
    const status = statusOfCode[code as keyof typeof statusOfCode];
    expect([code, getStatusCodeFromKey(trpcCode)]).toEqual([code, status]);
  }
});

describe("a body", () => {
  test.each([
    ["that is no JSON", "{", {}],
    ["that is no UTF-8", new Uint8Array([0x22, 0xff, 0x22]), {}],
    ["of plain text", "{}", { "Content-Type": "text/plain" }],
  ])("%s is 400 on `body`", async (_, body, headers) => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    for (const name of ["apiKeys.create", "apiKeys.revoke", "session.signOut", "session.signIn"]) {
      expect(refusalOf(await ask(browser, `/${name}`, post(body, headers))))
        .toEqual(invalid("body"));
    }
    expect(api.ports.memory.apiKeys).toHaveLength(2);
  });

  test("of more than 64 KiB is 413, and a procedure without input needs none", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const json = JSON.stringify({ name: "x".repeat(70_000) });
    for (const name of ["apiKeys.create", "session.signIn"]) {
      const answer = await ask(browser, `/${name}`, post(json));
      expect(refusalOf(answer)).toEqual({ status: 413, code: "PAYLOAD_TOO_LARGE" });
      expect(answer.error?.data).not.toHaveProperty("details");
    }
    expect((await ask(browser, "/session.signOut", { method: "POST" })).data).toEqual({});
  });

  test("is read after the session and the role", async () => {
    const api = await openTrpc();
    const broken = post("{", { "Content-Type": "text/plain" });
    const codes = [];
    for (const browser of [api.newBrowser(), await api.signedInAs("STAFF")]) {
      codes.push(refusalOf(await ask(browser, "/apiKeys.create", broken)).code);
    }
    expect(codes).toEqual(["UNAUTHENTICATED", "FORBIDDEN"]);
  });
});

test.each(["{", "%", "undefined"])(
  "an input of %s in a query is 400",
  async (input) => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    for (const name of ["appointments.byId", "apiKeys.list", "session.current"]) {
      const answer = await ask(browser, `/${name}?input=${input}`);
      expect(refusalOf(answer)).toEqual(invalid("input"));
    }
  },
);

test.each([
  "/nothing",
  "/",
  "/apiKeys.nothing",
  "/constructor",
  "/apiKeys.__proto__",
  "/%zz",
  "/apiKeys.list,apiKeys.list",
  "/apiKeys/list",
])("%s is no procedure, signed in or not, by any method", async (path) => {
  const api = await openTrpc();
  for (const browser of [api.newBrowser(), await api.signedInAs("OWNER")]) {
    for (const method of ["GET", "POST", "PUT", "DELETE"]) {
      const answer = await ask(browser, path, { method });
      expect(refusalOf(answer)).toEqual({ status: 404, code: "NOT_FOUND" });
      expect(answer.error?.message).toBe("There is no procedure with this name");
    }
  }
});

test("a defect is hidden from the caller and logged with its procedure and request", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  const defect = Object.assign(new TypeError("relation api_keys does not exist"), {
    code: "42P01",
  });
  api.ports.apiKeys.list = () => Promise.reject(defect);
  browser.sending.headers = { "X-Request-Id": "call-1" };
  const { response, error } = await browser.call("query", "apiKeys.list");
  expect(response.status).toBe(500);
  expect(error).toEqual({
    message: "The service failed to process this request. Try again later.",
    code: -32_603,
    data: { code: "INTERNAL_SERVER_ERROR", httpStatus: 500, appCode: "INTERNAL_ERROR" },
  });
  const about = { requestId: "call-1", method: "GET", path: "/trpc/apiKeys.list" };
  expect(api.defects).toEqual([{ error: defect, about }]);
  expect(api.defects[0]!.error).toBe(defect);
});

test("a defect before any procedure, or one that is no Error, is hidden too", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  for (const thrown of ["disk on fire", null, { sql: "select 1" }]) {
    // What must not be thrown can be.
    // oxlint-disable-next-line prefer-promise-reject-errors
    api.ports.sessions.find = () => Promise.reject(thrown);
    const { response, error } = await browser.call("query", "apiKeys.list");
    expect([response.status, error?.data["appCode"]]).toEqual([500, "INTERNAL_ERROR"]);
    expect(JSON.stringify(error)).not.toMatch(/fire|select/);
  }
  expect(api.defects).toHaveLength(3);
});

test.each<[ErrorCode, number, string | null]>([
  ["SERVICE_UNAVAILABLE", 503, "1"],
  ["CONFLICT", 409, null],
  ["MISSING_API_KEY", 401, null],
])("%s is %i with Retry-After %s and no details", async (code, status, retryAfter) => {
  const api = await openTrpc();
  const browser = await api.signedInAs("STAFF");
  api.ports.gate.book = () => Promise.reject(new DomainError(code, "Not now"));
  const { response, error } = await browser.call(
    "mutation",
    "appointments.create",
    api.own.newBooking,
  );
  expect(response.status).toBe(status);
  expect(response.headers.get("Retry-After")).toBe(retryAfter);
  expect(error).toMatchObject({ message: "Not now", data: { appCode: code, httpStatus: status } });
  expect(error?.data).not.toHaveProperty("details");
});

test("null in an optional input is absence", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  const inputs: [string, object][] = [
    ["appointments.list", { page: null, size: null, status: null, departmentId: null, sort: null }],
    ["audit.list", { page: null, action: null, environment: null, startDate: null }],
    ["departments.list", { page: null, size: null, search: null }],
    ["credits.ledger", { page: null, size: null, startDate: null }],
    ["usage.logs", { page: null, apiKeyId: null, statusCode: null, endDate: null }],
    ["desk.calendar", { from: "2026-03-05", days: null, departmentId: null }],
  ];
  for (const [name, input] of inputs) {
    const without = Object.entries(input).filter(([, value]) => value !== null);
    const answers = [
      await browser.call("query", name, input),
      await browser.call("query", name, Object.fromEntries(without)),
    ];
    expect([name, answers[0]!.error]).toEqual([name, undefined]);
    expect(answers[0]!.data).toEqual(answers[1]!.data);
  }
  const made = { name: "Eye Care", address: null, slotInterval: null, bookingWindow: null };
  expect((await browser.call("mutation", "departments.create", made)).error).toBeUndefined();
});

test("HEAD of a query is answered like GET, and 401 says how to sign in", async () => {
  const api = await openTrpc();
  const { cookie } = await api.signedInAs("STAFF");
  const head = await api.send("/session.current", { method: "HEAD", headers: { Cookie: cookie } });
  expect([head.status, head.headers.get("X-Organization-Time-Zone")]).toEqual([200, "Europe/Oslo"]);
  const refused = await api.send("/session.current", { method: "HEAD" });
  expect([refused.status, refused.headers.get("WWW-Authenticate")])
    .toEqual([401, 'Cookie realm="staff"']);
});

describe("every response", () => {
  const wanted = {
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "x-request-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
  };

  test.each<[string, RequestInit, number]>([
    ["/session.current", {}, 200],
    ["/session.current,apiKeys.nothing?batch=1", {}, 207],
    ["/session.current", { headers: { Cookie: "" } }, 401],
    ["/apiKeys.create", post("{}", { "Sec-Fetch-Site": "cross-site" }), 403],
    ["/nothing", {}, 404],
    ["/session.current", { method: "DELETE" }, 405],
    [`/${Array(21).fill("session.current").join(",")}?batch=1`, {}, 400],
    // Without its input, it would list everything.
    ["/appointments.list?Input=%7B%22status%22%3A%22MISSED%22%7D", {}, 400],
    ["/session.current?input=1&input=2", {}, 400],
  ])("to %s %j, %i, has the common headers and none of CORS", async (path, init, status) => {
    const api = await openTrpc({ publicUrl: "https://book.example.com" });
    const browser = await api.signedInAs("ADMIN");
    browser.sending.headers = {
      ...(new Headers(init.headers).has("Cookie") && { Cookie: "" }),
    };
    const response = await browser.fetch(`http://api.test/trpc${path}`, {
      ...init,
      headers: { Origin: "https://book.example.com", ...init.headers as Record<string, string> },
    });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject(wanted);
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("has the zone and the limit if the caller is signed in", async () => {
    const api = await openTrpc();
    api.ports.staffLimits = {
      count: async () => ({ limit: 1200, remaining: 7, resetSeconds: 12, isAllowed: true }),
    };
    const staff = await api.signedInAs("STAFF");
    const known = {
      "x-ratelimit-limit": "1200",
      "x-ratelimit-remaining": "7",
      "x-ratelimit-reset": "12",
      "x-organization-time-zone": "Europe/Oslo",
    };
    for (const path of ["/session.current", "/apiKeys.list", "/appointments.byId?input=%7B%7D"]) {
      const { response } = await ask(staff, path);
      expect(Object.fromEntries(response.headers)).toMatchObject(known);
      expect(response.headers.has("Retry-After")).toBe(false);
    }
    const { response } = await ask(api.newBrowser(), "/session.current");
    expect(Object.keys(known).filter((name) => response.headers.has(name))).toEqual([]);
  });
});

test("an error after the caller has hung up is not a defect", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("STAFF");
  const { promise: waits, resolve } = Promise.withResolvers<void>();
  api.ports.heavyWork = {
    enter: ({ signal }) =>
      new Promise((_resolve, reject) => {
        signal!.addEventListener("abort", () => reject(signal!.reason));
        resolve();
      }),
    nextTurn: () => Promise.resolve(),
  };
  const hangingUp = new AbortController();
  const answer = ask(browser, "/departments.list", { signal: hangingUp.signal });
  await waits;
  hangingUp.abort();
  await answer;
  expect(api.defects).toEqual([]);
});

test("the host gets the code of a refused call and the id of the user, also of one call in a batch", async () => {
  const api = await openTrpc();
  const { id: staffUserId, email, password } = await api.newUser("STAFF");
  const browser = api.newBrowser();
  await browser.client.session.signIn.mutate({ email, password });
  const refused: Refused[] = [];
  const send = (path: string) =>
    api.handle(
      new Request(`http://api.test/trpc${path}`, { headers: { Cookie: browser.cookie } }),
      {
        ipAddress: "203.0.113.7",
        onRefused: (one) => void refused.push(one),
      },
    );
  await send("/session.current,apiKeys.list?batch=1");
  await send("/nothing");
  expect(refused).toEqual([
    { code: "FORBIDDEN", staffUserId },
    { code: "NOT_FOUND" },
  ]);
});
