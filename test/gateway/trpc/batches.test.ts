import { describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { defaults } from "../limits/defaults.ts";
import { answerOf, type Browser, openTrpc, password, refusalOf } from "./support.ts";

const ask = (browser: Browser, names: string[], init?: RequestInit) =>
  browser.fetch(`http://api.test/trpc/${names.join(",")}?batch=1`, init);
const post = (body: unknown): RequestInit => ({
  method: "POST",
  body: JSON.stringify(body),
  headers: { "Content-Type": "application/json" },
});
const answersOf = async (response: Response) =>
  await response.json() as { result?: { data: unknown }; error?: { data: { appCode: string } } }[];
const refusedBatch = { status: 400, code: "VALIDATION_ERROR", fields: ["batch"] };

test("calls made at once are one request, each with its own answer", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("STAFF");
  const { id } = await api.own.book();
  browser.requests = 0;
  const [session, appointment, keys] = await Promise.allSettled([
    browser.batching.session.current.query(),
    browser.batching.appointments.byId.query({ id }),
    browser.batching.apiKeys.list.query(),
  ]);
  expect(browser.requests).toBe(1);
  expect(session).toMatchObject({ value: { user: { role: "STAFF" } } });
  expect(appointment).toMatchObject({ value: { id, name: "Ada Lovelace" } });
  expect(keys).toMatchObject({ reason: { data: { appCode: "FORBIDDEN", httpStatus: 403 } } });
});

test("a batch looks its session up once and notes its activity once", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  const { find, touch } = api.ports.sessions;
  const done: string[] = [];
  api.ports.sessions.find = (id) => {
    done.push("find");
    return find(id);
  };
  api.ports.sessions.touch = (id, at) => {
    done.push("touch");
    return touch(id, at);
  };
  api.pass({ minutes: 2 });
  const response = await ask(browser, Array<string>(20).fill("apiKeys.list"));
  expect(response.status).toBe(200);
  expect(done).toEqual(["find", "touch"]);
});

test("a batch without a session is 401 in each call", async () => {
  const api = await openTrpc();
  const response = await ask(api.newBrowser(), ["session.current", "nothing", "apiKeys.list"]);
  const codes = (await answersOf(response)).map(({ error }) => error?.data.appCode);
  expect(codes).toEqual(["UNAUTHENTICATED", "NOT_FOUND", "UNAUTHENTICATED"]);
});

describe("a batch of queries that is posted", () => {
  test("is answered byte for byte like the one in an address", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    const { id } = await api.own.book();
    const names = ["appointments.byId", "session.current", "nothing", "appointments.byId"];
    const inputs = { 0: { id }, 3: { id: 0 } };
    const target = `http://api.test/trpc/${names.join(",")}?batch=1&input=`;
    const gotten = await browser.fetch(target + encodeURIComponent(JSON.stringify(inputs)));
    const posted = await ask(browser, names, post(inputs));
    expect([posted.status, await posted.text()]).toEqual([gotten.status, await gotten.text()]);
    const unread = await ask(browser, ["session.current", "session.current"], { method: "POST" });
    expect((await answersOf(unread)).map(({ result }) => result !== undefined))
      .toEqual([true, true]);
  });

  test.each<[string, RequestInit, number, string]>([
    ["inputs that are no object", post([1]), 400, "VALIDATION_ERROR"],
    ["a broken body", { ...post({}), body: "{" }, 400, "VALIDATION_ERROR"],
    ["a body above 64 KiB", post({ 0: "x".repeat(70_000) }), 413, "PAYLOAD_TOO_LARGE"],
  ])("with %s is refused in each call", async (_, init, status, code) => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    const response = await ask(browser, ["appointments.list", "appointments.byId"], init);
    expect(response.status).toBe(status);
    const codes = (await answersOf(response)).map(({ error }) => error?.data.appCode);
    expect(codes).toEqual([code, code]);
  });

  test("from a page of another site is refused", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    browser.sending.headers = { "Sec-Fetch-Site": "cross-site" };
    const answer = await answerOf(await ask(browser, ["appointments.list"], post({ 0: {} })));
    expect(refusalOf(answer)).toEqual({ status: 403, code: "FORBIDDEN" });
  });
});

describe("a batch", () => {
  test("of 20 calls is answered, and of 21 refused as a whole with its number of calls", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const calls = Array<string>(20).fill("session.current");
    expect(await answersOf(await ask(browser, calls))).toHaveLength(20);
    const answer = await answerOf(await ask(browser, [...calls, "session.current"]));
    expect(refusalOf(answer)).toEqual(refusedBatch);
    expect(answer.error?.data["details"]).toEqual([
      { field: "batch", message: "Must have at most 20 calls, but has 21" },
    ]);
  });

  test("of queries and mutations is refused as a whole, by either method", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const { id } = await api.own.newKey();
    const names = ["apiKeys.list", "apiKeys.revoke"];
    for (const init of [undefined, post({ 1: { id } })]) {
      expect(refusalOf(await answerOf(await ask(browser, names, init)))).toEqual(refusedBatch);
    }
    expect(api.ports.memory.apiKeys.every(({ isActive }) => isActive)).toBe(true);
  });

  test("of mutations continues after a refused mutation", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    const inputs = {
      0: api.own.newBooking,
      1: { ...api.own.newBooking, name: "" },
      2: api.own.newBooking,
    };
    const names = Array<string>(3).fill("appointments.create");
    const response = await ask(browser, names, post(inputs));
    expect(response.status).toBe(207);
    const codes = (await answersOf(response)).map(({ error }) => error?.data.appCode);
    expect(codes).toEqual([undefined, "VALIDATION_ERROR", undefined]);
    expect(api.balanceOf(api.own.organizationId)).toBe(98);
  });

  test("is never streamed", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const headers = { "trpc-accept": "application/jsonl", Accept: "application/jsonl" };
    const response = await ask(browser, ["session.current", "apiKeys.list"], { headers });
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await answersOf(response)).toHaveLength(2);
  });
});

describe("signing in", () => {
  test("alone in a batch works", async () => {
    const api = await openTrpc();
    const { email } = await api.newUser("STAFF");
    const browser = api.newBrowser();
    await browser.batching.session.signIn.mutate({ email, password });
    expect(await browser.client.session.current.query()).toMatchObject({ user: { email } });
  });

  test.each([
    ["itself", ["session.signIn", "session.signIn"]],
    ["a mutation", ["appointments.create", "session.signIn"]],
    ["signing out", ["session.signIn", "session.signOut"]],
    ["nothing known", ["session.signIn", "nothing"]],
    ["a query", ["session.signIn", "session.current"]],
    ["a passkey", ["session.signInWithPasskey", "session.current"]],
  ])("together with %s is refused as a whole, and no attempt is made", async (_, names) => {
    const api = await openTrpc();
    const { email } = await api.newUser("STAFF");
    let attempts = 0;
    api.ports.signInLimits = {
      attempt: async () => {
        attempts += 1;
        return { isAllowed: true, retryAfterSeconds: 0 };
      },
      forgive: async () => undefined,
      countFailure: async () => 1,
    };
    const inputs = Object.fromEntries(names.map((_, i) => [i, { email, password }]));
    const response = await ask(api.newBrowser(), names, post(inputs));
    expect(refusalOf(await answerOf(response))).toEqual(refusedBatch);
    expect(response.headers.has("Set-Cookie")).toBe(false);
    expect([attempts, api.ports.memory.sessions]).toEqual([0, []]);
  });
});

describe("the limit on a staff user's requests", () => {
  test("counts each call of a batch, and refuses those beyond it alone", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const { staffLimits } = await openLimits({ ...defaults, staffRequestsPerMinute: 5 });
    api.ports.staffLimits = staffLimits;
    const response = await ask(browser, Array<string>(7).fill("apiKeys.list"));
    expect(response.status).toBe(207);
    const codes = (await answersOf(response)).map(({ error }) => error?.data.appCode ?? "");
    expect(codes.toSorted()).toEqual([
      ...Array<string>(5).fill(""),
      "RATE_LIMIT_EXCEEDED",
      "RATE_LIMIT_EXCEEDED",
    ]);
    const { headers } = response;
    expect([headers.get("X-RateLimit-Limit"), headers.get("X-RateLimit-Remaining")]).toEqual([
      "5",
      "0",
    ]);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(50);
    const next = await browser.call("query", "session.current");
    expect(refusalOf(next)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
  });

  test("counts a call that reads many days as one request for each of them", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("ADMIN");
    const { staffLimits } = await openLimits({ ...defaults, staffRequestsPerMinute: 50 });
    api.ports.staffLimits = staffLimits;
    const range = { id: 1, from: "2026-03-01", to: "2026-03-31" };
    const { response } = await browser.call("query", "departments.range", range);
    expect(response.headers.get("X-RateLimit-Remaining")).toBe("19");
  });

  test("counts refused calls, but no unknown procedure and no call without a session", async () => {
    const api = await openTrpc();
    const counted: number[] = [];
    const browser = await api.signedInAs("STAFF");
    api.ports.staffLimits = {
      count: async (staffUserId) => {
        counted.push(staffUserId);
        return { limit: 9, remaining: 9, resetSeconds: 1, isAllowed: true };
      },
    };
    await ask(browser, ["apiKeys.list", "nothing", "appointments.byId"]);
    expect(counted).toHaveLength(2);
    await browser.call("query", "apiKeys.create", {});
    await browser.call("query", "nothing");
    await ask(api.newBrowser(), ["apiKeys.list"]);
    browser.sending.headers = { "Sec-Fetch-Site": "cross-site" };
    await browser.call("mutation", "session.signOut");
    expect(counted).toHaveLength(2);
  });
});
