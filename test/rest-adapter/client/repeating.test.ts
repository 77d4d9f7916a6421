import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  BookingApiError,
  BookingClient,
  BookingConnectionError,
  BookingServerError,
} from "../../../rest-adapter/client/mod.ts";

/** What a request is answered with: a status with headers, a lost connection, or a body. */
type Reply =
  | { status: number; headers?: Record<string, string>; body?: object; text?: string }
  | "lost";

const refused = (status: number, code: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: { error: { code, message: `Refused with ${code}` } },
});
const made = { status: 201, body: { id: 7 }, headers: { "X-Credits-Remaining": "41" } };
const booking = { departmentId: 1, dateTime: "2027-03-08T10:00", name: "Ada" };

/** A client whose requests get these replies, one after the other; the last one for good. */
function clientWith(replies: readonly Reply[], more: object = {}) {
  const requests: Request[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    requests.push(request);
    init?.signal?.throwIfAborted();
    const reply = replies[Math.min(requests.length, replies.length) - 1]!;
    if (reply === "lost") throw new TypeError("fetch failed");
    const { status, headers = {}, body, text = body ? JSON.stringify(body) : null } = reply;
    return new Response(text, { status, headers });
  };
  const options = { apiKey: "mk_test_1", baseUrl: "https://booking.example/", fetch, ...more };
  return { client: new BookingClient(options), requests };
}

/** Waits for a promise while timers run without delay. Returns its outcome and the waited milliseconds. */
async function settled<T>(promise: Promise<T>) {
  const started = Date.now();
  const outcome = promise.then((value) => ({ value }), (error: unknown) => ({ error }));
  let isOver = false;
  void outcome.then(() => isOver = true);
  while (!isOver) await vi.advanceTimersByTimeAsync(50);
  return { ...await outcome as { value?: T; error?: unknown }, waitedMs: Date.now() - started };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a creation", () => {
  test("is sent with the key, a JSON body and an Idempotency-Key of its own", async () => {
    const { client, requests } = clientWith([made]);
    const { value } = await settled(client.appointments.create(booking));
    expect(value).toEqual({ id: 7, creditsRemaining: 41 });
    const [request] = requests;
    expect([request!.method, request!.url]).toEqual([
      "POST",
      "https://booking.example/api/v1/appointments",
    ]);
    expect(request!.headers.get("X-API-Key")).toBe("mk_test_1");
    expect(request!.headers.get("Content-Type")).toBe("application/json");
    expect(await request!.json()).toEqual(booking);
    const other = clientWith([made]);
    await settled(other.client.appointments.create(booking));
    const keys = [request, other.requests[0]].map((one) => one!.headers.get("Idempotency-Key"));
    expect(new Set(keys).size).toBe(2);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each<[string, Reply]>([
    ["a lost connection", "lost"],
    ["503", refused(503, "SERVICE_UNAVAILABLE")],
    ["429", refused(429, "RATE_LIMIT_EXCEEDED", { "Retry-After": "1" })],
  ])("is repeated after %s with the same Idempotency-Key", async (_, fault) => {
    const { client, requests } = clientWith([fault, fault, made]);
    const { value } = await settled(client.appointments.create(booking));
    expect(value).toMatchObject({ id: 7 });
    expect(requests).toHaveLength(3);
    expect(new Set(requests.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(1);
  });

  test("keeps the Idempotency-Key of its caller, also for moves, holds and the waiting list", async () => {
    const { client, requests } = clientWith([made]);
    const keyed = { idempotencyKey: "order-7" };
    await settled(client.appointments.create(booking, keyed));
    await settled(client.appointments.reschedule(7, { dateTime: "2027-03-08T11:00" }, keyed));
    await settled(client.holds.create(booking, keyed));
    const dates = { departmentId: 1, fromDate: "2027-03-08", toDate: "2027-03-09" };
    await settled(client.waitlist.join(dates, keyed));
    expect(requests.map(({ headers }) => headers.get("Idempotency-Key")))
      .toEqual(["order-7", "order-7", "order-7", "order-7"]);
    expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
      "/api/v1/appointments",
      "/api/v1/appointments/7/reschedule",
      "/api/v1/holds",
      "/api/v1/waitlist",
    ]);
  });

  test.each([500, 502, 503, 504, 520])("is sent again with its key after %i", async (status) => {
    const page = { status, text: "<html>Bad gateway</html>" };
    const { client, requests } = clientWith([page, refused(status, "CODE"), made]);
    const { value } = await settled(client.appointments.create(booking));
    expect(value).toEqual({ id: 7, creditsRemaining: 41 });
    const keys = requests.map(({ headers }) => headers.get("Idempotency-Key"));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
  });

  test.each([400, 401, 402, 403, 404, 409])("is not repeated after %i", async (status) => {
    const { client, requests } = clientWith([refused(status, "CODE"), made]);
    const { error } = await settled(client.appointments.create(booking));
    expect(error).toBeInstanceOf(BookingApiError);
    expect(error).toMatchObject({ status, code: "CODE", message: "Refused with CODE" });
    expect(requests).toHaveLength(1);
  });
});

test("a refusal has the fields, the id of the request and the time to wait", async () => {
  const details = [{ field: "name", message: "Is required" }];
  const { client } = clientWith([{
    status: 400,
    headers: { "X-Request-Id": "r-1", "Retry-After": "7" },
    body: { error: { code: "VALIDATION_ERROR", message: "See name", details } },
  }]);
  const { error } = await settled(client.key());
  expect(error).toMatchObject({ details, requestId: "r-1", retryAfterSeconds: 7 });
});

test("an answer of something else than the service is a refusal with the code UNKNOWN", async () => {
  const { client } = clientWith([{ status: 404 }]);
  const { error } = await settled(client.key());
  expect(error).toMatchObject({
    status: 404,
    code: "UNKNOWN",
    details: [],
    requestId: null,
    retryAfterSeconds: null,
  });
});

describe.each<[string, string]>([
  ["the page of a proxy", "<html>Sign in</html>"],
  ["nothing", ""],
  ["a JSON text", '"ok"'],
])("a success with %s", (_, text) => {
  const page = { status: 200, text };

  test("is no answer, so the request is sent again", async () => {
    const { client, requests } = clientWith([page, made]);
    const { value } = await settled(client.appointments.create(booking));
    expect(value).toEqual({ id: 7, creditsRemaining: 41 });
    expect(requests).toHaveLength(2);
  });

  test("is thrown in the end, by every method", async () => {
    const { client } = clientWith([page], { maxAttempts: 1 });
    const day = { startDate: "2027-03-08", endDate: "2027-03-08" };
    const calls: (() => Promise<unknown>)[] = [
      () => client.appointments.create(booking),
      () => client.departments.slots(1, day),
      () => client.events.list(),
      () => client.test.miss(7),
    ];
    // A cancellation has no body.
    if (text !== "") calls.push(() => client.appointments.cancel(7));
    for (const call of calls) {
      expect((await settled(call())).error).toBeInstanceOf(BookingConnectionError);
    }
  });
});

test.each<[string, object, string]>([
  ["a key that no header can have", { apiKey: "mk_live_1\n2" }, "apiKey must be"],
  ["an empty key", { apiKey: "" }, "apiKey must be"],
  ["an address with a query", { baseUrl: "https://booking.example?key=mk_live_1" }, "baseUrl"],
  ["an address with a password", { baseUrl: "https://me:mk_live_1@booking.example" }, "baseUrl"],
])("%s is refused when the client is made, and not shown", (_, options, said) => {
  let thrown: unknown;
  try {
    clientWith([made], options);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(TypeError);
  expect((thrown as Error).message).toContain(said);
  expect((thrown as Error).message).not.toContain("mk_live_1");
});

const notIds: unknown[] = ["../holds/55", "55", "1?x=1", 0, -1, 1.5, NaN, 2 ** 53, null, undefined];

test.each(notIds)("the id %j is refused, and nothing is sent", async (value) => {
  const { client, requests } = clientWith([{ status: 200, body: {} }]);
  const id = value as number;
  const day = { startDate: "2027-03-08", endDate: "2027-03-08" };
  const calls: (() => Promise<unknown>)[] = [
    () => client.appointments.get(id),
    () => client.appointments.cancel(id),
    () => client.appointments.reschedule(id, { dateTime: "2027-03-08T10:00" }),
    () => client.departments.get(id),
    () => client.departments.availability(id, { dateTime: "2027-03-08T10:00" }),
    () => client.departments.slots(id, day),
    () => client.holds.get(id),
    () => client.holds.release(id),
    () => client.waitlist.get(id),
    () => client.waitlist.leave(id),
    () => client.test.complete(id),
    () => client.test.miss(id),
    () => client.test.cancel(id),
  ];
  for (const call of calls) expect((await settled(call())).error).toBeInstanceOf(TypeError);
  expect(requests).toEqual([]);
});

test("a value of a query is escaped", async () => {
  const { client, requests } = clientWith([{ status: 200, body: {} }]);
  await settled(client.appointments.list({ externalUserId: "a&size=1#?/../ü" }));
  expect(Object.fromEntries(new URL(requests[0]!.url).searchParams))
    .toEqual({ externalUserId: "a&size=1#?/../ü" });
});

test("an Idempotency-Key that no header can have is the caller's mistake, and not sent", async () => {
  const { client, requests } = clientWith([made]);
  const { error } = await settled(client.appointments.create(booking, { idempotencyKey: "☎" }));
  expect(error).toBeInstanceOf(TypeError);
  expect(requests).toEqual([]);
});

test.each([301, 302, 307, 308])("a redirect with %i is not followed", async (status) => {
  const moved = { status, headers: { Location: "https://other.example/" } };
  const { client, requests } = clientWith([moved]);
  const { error } = await settled(client.appointments.create(booking));
  // Following it would give the key to another host, and would make a creation a GET.
  expect(requests.map(({ redirect }) => redirect)).toEqual(["manual"]);
  expect(error).toBeInstanceOf(BookingApiError);
  expect(error).toMatchObject({ status, code: "UNKNOWN" });
  expect((error as Error).message).toContain("https://other.example/");
});

test("it waits as long as Retry-After says, and otherwise longer each time", async () => {
  const said = clientWith([refused(503, "SERVICE_UNAVAILABLE", { "Retry-After": "2" }), made]);
  const { waitedMs } = await settled(said.client.key());
  expect(waitedMs).toBeGreaterThanOrEqual(2000);
  expect(waitedMs).toBeLessThan(2200);
  const unsaid = clientWith(["lost"]);
  const lost = await settled(unsaid.client.key());
  expect(lost.error).toBeInstanceOf(BookingConnectionError);
  expect(unsaid.requests).toHaveLength(4);
  // 0.25, 0.5 and 1 s, each by chance up to half of it less.
  expect(lost.waitedMs).toBeGreaterThan(850);
  expect(lost.waitedMs).toBeLessThan(2000);
});

test("a Retry-After of more than a minute is thrown at once", async () => {
  const limited = refused(429, "RATE_LIMIT_EXCEEDED", { "Retry-After": "3400" });
  const { client, requests } = clientWith([limited, made]);
  const { error, waitedMs } = await settled(client.key());
  expect(error).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 3400 });
  expect(requests).toHaveLength(1);
  expect(waitedMs).toBeLessThan(200);
});

test("a fault of the service has a type of its own, because the outcome is not known", async () => {
  for (const status of [500, 502, 503]) {
    const { client } = clientWith([refused(status, "CODE")]);
    const { error } = await settled(client.test.complete(7));
    expect(error).toBeInstanceOf(BookingServerError);
    expect(error).toMatchObject({ name: "BookingServerError", status, code: "CODE" });
  }
  const { client } = clientWith([refused(409, "CONFLICT")]);
  expect((await settled(client.test.complete(7))).error).not.toBeInstanceOf(BookingServerError);
});

describe("a Retry-After", () => {
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

  test.each<[string, () => string, number, number]>([
    ["that is a date", () => inSeconds(20), 19, 21],
    ["that is a date of the past", () => inSeconds(-60), 0.1, 0.5],
    ["that is negative", () => "-5", 0.1, 0.5],
    ["of no seconds", () => "0", 0.1, 0.5],
    ["that is no time", () => "soon", 0.1, 0.5],
    ["with a fraction", () => "1.5", 0.1, 0.5],
  ])("%s is waited for like this", async (_, text, atLeast, atMost) => {
    vi.setSystemTime("2026-03-01T08:00:00Z");
    const limited = refused(503, "SERVICE_UNAVAILABLE", { "Retry-After": text() });
    const { client, requests } = clientWith([limited, made]);
    const { waitedMs } = await settled(client.key());
    expect(requests).toHaveLength(2);
    expect(waitedMs / 1000).toBeGreaterThanOrEqual(atLeast);
    expect(waitedMs / 1000).toBeLessThanOrEqual(atMost);
  });

  test.each(["99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "of %s is thrown at once",
    async (text) => {
      const { client, requests } = clientWith([refused(503, "X", { "Retry-After": text }), made]);
      const { error } = await settled(client.key());
      expect((error as BookingServerError).retryAfterSeconds).toBeGreaterThan(3600);
      expect(requests).toHaveLength(1);
    },
  );
});

test("it gives up after the attempts that the options allow", async () => {
  const { client, requests } = clientWith([refused(503, "SERVICE_UNAVAILABLE")], {
    maxAttempts: 2,
  });
  const { error } = await settled(client.appointments.get(7));
  expect(error).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(requests).toHaveLength(2);
});

test.each<[string, Reply, number]>([
  ["a lost connection", "lost", 1],
  ["503", refused(503, "SERVICE_UNAVAILABLE"), 1],
  ["502", { status: 502, text: "<html>Bad gateway</html>" }, 1],
  ["429", refused(429, "RATE_LIMIT_EXCEEDED", { "Retry-After": "1" }), 2],
])("after %s, an act without an Idempotency-Key is sent %s times", async (_, fault, sent) => {
  const { client, requests } = clientWith([fault, { status: 200, body: { id: 7 } }]);
  await settled(client.test.complete(7));
  expect(requests).toHaveLength(sent);
  expect(requests[0]!.url).toBe("https://booking.example/api/v1/test/appointments/7/complete");
});

test("a signal ends a call, also while it waits to repeat a request", async () => {
  const stop = new AbortController();
  const limited = refused(429, "RATE_LIMIT_EXCEEDED", { "Retry-After": "30" });
  const { client, requests } = clientWith([limited]);
  const call = settled(client.key({ signal: stop.signal }));
  await vi.advanceTimersByTimeAsync(100);
  stop.abort(new Error("The page was left"));
  expect(await call).toMatchObject({ error: { message: "The page was left" } });
  expect(requests).toHaveLength(1);
  const { error } = await settled(client.key({ signal: AbortSignal.abort(new Error("Before")) }));
  expect(error).toMatchObject({ message: "Before" });
});

test("a 304 that nobody asked for is a refusal", async () => {
  const { client } = clientWith([{ status: 304 }]);
  const day = { startDate: "2027-03-08", endDate: "2027-03-08" };
  const { error } = await settled(client.departments.slots(1, day));
  expect(error).toMatchObject({ status: 304, code: "UNKNOWN" });
});

test("ending a hold or an entry fails if something else than the service answers 404", async () => {
  const { client } = clientWith([{ status: 404, text: "No such page" }]);
  for (const end of [client.holds.release, client.waitlist.leave]) {
    const { error } = await settled(end(3));
    expect(error).toMatchObject({ status: 404, code: "UNKNOWN" });
  }
});

test("ending a hold that has ended is no error", async () => {
  const { client, requests } = clientWith(["lost", refused(404, "HOLD_NOT_FOUND")]);
  expect(await settled(client.holds.release(3))).not.toHaveProperty("error");
  expect(requests.map(({ method }) => method)).toEqual(["DELETE", "DELETE"]);
});
