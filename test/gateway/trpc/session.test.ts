import { TRPCClientError } from "@trpc/client";
import { describe, expect, test } from "vitest";
import { createRestHandler } from "../../../rest-adapter/mod.ts";
import { createHeldTurns } from "../../support/held_turns.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";
import { openTrpc, password, refusalOf } from "./support.ts";

const publicUrl = "https://book.example.com";
const unauthenticated = { status: 401, code: "UNAUTHENTICATED" };
const forbidden = { status: 403, code: "FORBIDDEN" };

// rest-adapter tests the cookie, the limit of sign-ins and the end of a session. Both surfaces share that code.
test("a sign-in gives the cookie and the session of REST, and either surface ends it", async () => {
  const api = await openTrpc();
  const rest = createRestHandler(api.application, { sessionTokens: unsignedTokens });
  const call = (Cookie: string, method = "GET") =>
    rest(new Request("http://api.test/api/staff/session", { method, headers: { Cookie } }));
  const browser = await api.signedInAs("ADMIN");
  expect(browser.cookie).toMatch(/^session=unsigned-/);
  const current = await browser.client.session.current.query();
  const {
    mustChangePassword,
    departmentIds,
    mustAddFactor: _,
    hasFactor: __,
    bySso: ___,
    ...user
  } = current.user;
  expect(await (await call(browser.cookie)).json()).toEqual({
    organization: current.organization,
    user,
  });
  expect([mustChangePassword, departmentIds]).toEqual([false, null]);
  await browser.client.session.signOut.mutate();
  expect((await call(browser.cookie)).status).toBe(401);
  const again = await api.signedInAs("ADMIN");
  await call(again.cookie, "DELETE");
  expect(refusalOf(await again.call("query", "session.current"))).toEqual(unauthenticated);
});

test("a sign-in is counted with the caller's address, and ends the browser's previous session", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("STAFF");
  const before = Object.assign(api.newBrowser(), { cookie: browser.cookie });
  const attempts: unknown[] = [];
  api.ports.signInLimits = {
    attempt: async (attempt) => {
      attempts.push(attempt);
      return { isAllowed: true, retryAfterSeconds: 0 };
    },
    forgive: async () => {},
    countFailure: async () => 1,
  };
  const { email } = await api.newUser("OWNER");
  browser.sending.ipAddress = "198.51.100.1";
  await browser.client.session.signIn.mutate({ email, password });
  expect(attempts).toEqual([{ email, ipAddress: "198.51.100.1" }]);
  expect((await browser.client.session.current.query()).user.role).toBe("OWNER");
  expect(refusalOf(await before.call("query", "session.current"))).toEqual(unauthenticated);
});

// rest-adapter tests which origins are foreign.
test("every mutation of a page of another site is 403 and changes nothing; its queries are answered without CORS headers", async () => {
  const api = await openTrpc({ publicUrl });
  const browser = await api.signedInAs("ADMIN");
  const { email } = await api.newUser("STAFF");
  const newKey = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
  const contents = () => JSON.stringify([api.ports.memory.sessions, api.ports.memory.apiKeys]);
  const before = contents();
  for (const headers of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }]) {
    browser.sending.headers = headers;
    for (
      const [name, input] of [
        ["apiKeys.create", newKey],
        ["session.signIn", { email, password }],
        ["session.signOut", undefined],
        ["session.current", undefined],
        ["nothing", undefined],
      ] as const
    ) {
      const answer = await browser.call("mutation", name, input);
      expect(refusalOf(answer)).toEqual(forbidden);
      expect(answer.response.headers.has("Set-Cookie")).toBe(false);
    }
    const { response } = await browser.call("query", "apiKeys.list");
    expect(response.status).toBe(200);
    expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
  }
  expect(contents()).toBe(before);
  browser.sending.headers = { Origin: publicUrl };
  expect((await browser.call("mutation", "apiKeys.create", newKey)).response.status).toBe(200);
});

test("a client's error has the code and the faults, by its type", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  const error = await browser.client.apiKeys.revoke.mutate({ id: 99 }).catch((error) => error);
  expect(error).toBeInstanceOf(TRPCClientError);
  expect(error.data).toEqual({
    code: "NOT_FOUND",
    httpStatus: 404,
    appCode: "API_KEY_NOT_FOUND",
    reason: { key: "apiKeyNotFound" },
  });
});

describe("a read that waits for its turn is refused", () => {
  /** Opens the procedures with turns that are held back, and signs an ADMIN in. */
  async function openHeld() {
    const api = await openTrpc();
    const turns = createHeldTurns();
    api.ports.heavyWork = turns;
    const { id, email } = await api.newUser("ADMIN");
    const browser = api.newBrowser();
    await browser.client.session.signIn.mutate({ email, password });
    const owner = { ...api.own.caller, role: "OWNER" as const };
    const demote = () => api.application.staff.setStaffUserRole(owner, { id, role: "STAFF" });
    return { ...api, turns, browser, demote };
  }

  test("if its session ends meanwhile", async () => {
    const { turns, browser } = await openHeld();
    const answer = browser.call("query", "departments.list");
    await turns.waiting(1);
    await browser.client.session.signOut.mutate();
    turns.release();
    expect(refusalOf(await answer)).toEqual(unauthenticated);
  });

  test("unless the role that is left is enough for it", async () => {
    const { turns, browser, demote } = await openHeld();
    const answer = browser.call("query", "departments.list");
    await turns.waiting(1);
    await demote();
    turns.release();
    expect((await answer).response.status).toBe(200);
  });

  test("with the reads of its batch, which have waited for it", async () => {
    const { turns, browser, demote } = await openHeld();
    const batch = [
      browser.batching.apiKeys.list.query(),
      browser.batching.departments.list.query({}),
    ];
    const answers = Promise.allSettled(batch);
    await turns.waiting(1);
    await demote();
    turns.release();
    const refused = { reason: { data: { appCode: "FORBIDDEN" } } };
    expect(await answers).toMatchObject([refused, refused]);
  });
});

describe("a change is refused if its session ends", () => {
  /** Holds the calls of a port back until `release`, and says when the first one waits. */
  function heldBack<A extends unknown[], R>(original: (...args: A) => Promise<R>) {
    const { promise: waits, resolve: begin } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    async function call(...args: A): Promise<R> {
      begin();
      await released;
      return await original(...args);
    }
    return { call, waits, release };
  }

  const grace = { email: "grace@clinic.example", name: "Grace", role: "ADMIN" };
  const passwords = { currentPassword: password, newPassword: "another long password" };
  const hook = { url: "https://example.org/new", events: ["APPOINTMENT_CREATED"] };

  test.each<
    [string, "hashPassword" | "refuseUrl", (ids: { user: number; hook: number }) => object]
  >([
    ["staff.invite", "hashPassword", () => grace],
    ["staff.resetPassword", "hashPassword", ({ user: id }) => ({ id })],
    ["session.changePassword", "hashPassword", () => passwords],
    ["webhooks.create", "refuseUrl", () => hook],
    ["webhooks.update", "refuseUrl", ({ hook: id }) => ({ id, url: hook.url })],
  ])("while %s waits for %s", async (name, port, inputOf) => {
    const api = await openTrpc();
    const browser = await api.signedInAs("OWNER");
    const ids = { user: (await api.newUser("STAFF")).id, hook: (await api.own.newWebhook()).id };
    const contents = () => JSON.stringify([api.ports.memory.staffUsers, api.ports.memory.webhooks]);
    const before = contents();
    const held = heldBack(api.ports[port] as (...args: unknown[]) => Promise<unknown>);
    Object.assign(api.ports, { [port]: held.call });
    const answer = browser.call("mutation", name, inputOf(ids));
    await held.waits;
    await browser.client.session.signOut.mutate();
    held.release();
    expect(refusalOf(await answer)).toEqual(unauthenticated);
    expect(contents()).toBe(before);
  });
});
