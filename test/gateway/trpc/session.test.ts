import { TRPCClientError } from "@trpc/client";
import { describe, expect, test } from "vitest";
import { openLimits } from "../../../gateway/limits/mod.ts";
import { createRestHandler } from "../../../rest-adapter/mod.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";
import { defaults } from "../limits/defaults.ts";
import { openTrpc, password, refusalOf, type TrpcApi } from "./support.ts";

const publicUrl = "https://book.example.com";
const wish = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
const unauthenticated = { status: 401, code: "UNAUTHENTICATED" };
const forbidden = { status: 403, code: "FORBIDDEN" };

/** The staff REST API over the same use cases. */
function restOf({ application }: TrpcApi) {
  const handle = createRestHandler(application, { sessionTokens: unsignedTokens });
  return (path: string, cookie: string, init: RequestInit = {}) => {
    const headers = { Cookie: cookie, ...init.headers as Record<string, string> };
    return handle(new Request(`http://api.test/api/staff${path}`, { ...init, headers }));
  };
}

describe("signing in", () => {
  test("gives the cookie and the session of REST, and either surface ends it", async () => {
    const api = await openTrpc();
    const rest = restOf(api);
    const browser = await api.signedInAs("ADMIN");
    expect(browser.cookie).toMatch(/^session=unsigned-/);
    const current = await browser.client.session.current.query();
    const { mustChangePassword, ...user } = current.user;
    expect(await (await rest("/session", browser.cookie)).json()).toEqual({ ...current, user });
    expect(mustChangePassword).toBe(false);
    await browser.client.session.signOut.mutate();
    expect((await rest("/session", browser.cookie)).status).toBe(401);
    const again = await api.signedInAs("ADMIN");
    await rest("/session", again.cookie, { method: "DELETE" });
    expect(refusalOf(await again.call("query", "session.current"))).toEqual(unauthenticated);
  });

  test.each<[string | undefined, RegExp]>([
    [undefined, /^session=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/],
    [publicUrl, /^__Host-session=[\w-]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
  ])("at the public URL %s gives the cookie of REST", async (publicUrl, form) => {
    const api = await openTrpc(publicUrl === undefined ? {} : { publicUrl });
    const { email } = await api.newUser("STAFF");
    const browser = api.newBrowser();
    const begun = await browser.call("mutation", "session.signIn", { email, password });
    expect(begun.response.headers.getSetCookie()).toEqual([expect.stringMatching(form)]);
    const ended = await browser.call("mutation", "session.signOut");
    expect(ended.response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax/),
    ]);
  });

  test("again in the same browser ends the session before it; failing leaves it", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    const before = api.newBrowser();
    before.cookie = browser.cookie;
    const { email } = await api.newUser("OWNER");
    const failed = await browser.call("mutation", "session.signIn", { email, password: "wrong" });
    expect(refusalOf(failed)).toEqual({ status: 401, code: "INVALID_CREDENTIALS" });
    expect(failed.response.headers.has("Set-Cookie")).toBe(false);
    expect((await before.client.session.current.query()).user.role).toBe("STAFF");
    await browser.client.session.signIn.mutate({ email, password });
    expect((await browser.client.session.current.query()).user.role).toBe("OWNER");
    expect(refusalOf(await before.call("query", "session.current"))).toEqual(unauthenticated);
  });

  test("is 429 after 5 failures from one address, over REST and here together", async () => {
    const api = await openTrpc();
    const { signInLimits } = await openLimits(defaults);
    api.ports.signInLimits = signInLimits;
    const { email } = await api.newUser("STAFF");
    const rest = createRestHandler(api.application, { sessionTokens: unsignedTokens });
    const attempt = (given: string, ipAddress = "203.0.113.7") => {
      const browser = api.newBrowser();
      browser.sending.ipAddress = ipAddress;
      return browser.call("mutation", "session.signIn", { email, password: given });
    };
    for (let failures = 0; failures < 3; failures += 1) {
      expect((await attempt("wrong")).response.status).toBe(401);
    }
    for (let failures = 0; failures < 2; failures += 1) {
      const request = new Request("http://api.test/api/staff/session", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ email, password: "wrong" }),
      });
      expect((await rest(request, { ipAddress: "203.0.113.7" })).status).toBe(401);
    }
    const refused = await attempt(password);
    expect(refusalOf(refused)).toEqual({ status: 429, code: "RATE_LIMIT_EXCEEDED" });
    expect(refused.error?.data["code"]).toBe("TOO_MANY_REQUESTS");
    expect(Number(refused.response.headers.get("Retry-After"))).toBeGreaterThan(14 * 60);
    expect((await attempt(password, "198.51.100.1")).response.status).toBe(200);
  });
});

describe("a session", () => {
  test("is prolonged by calls, except background calls of a page", async () => {
    const api = await openTrpc();
    const browser = await api.signedInAs("STAFF");
    for (const headers of [{}, { "X-Background-Request": "false" }]) {
      api.pass({ minutes: 20 });
      browser.sending.headers = headers;
      await browser.client.session.current.query();
    }
    browser.sending.headers = { "X-Background-Request": "true" };
    api.pass({ minutes: 20 });
    await browser.client.session.current.query();
    api.pass({ minutes: 10 });
    expect(refusalOf(await browser.call("query", "session.current"))).toEqual(unauthenticated);
  });
});

describe("a mutation by a page of another site", () => {
  const foreign: Record<string, string>[] = [
    { "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
    { "Sec-Fetch-Site": "cross-site", Origin: publicUrl },
    { Origin: "https://evil.example" },
    { Origin: "null" },
  ];
  const own: Record<string, string>[] = [
    {},
    { "Sec-Fetch-Site": "same-origin" },
    { Origin: publicUrl },
    { Origin: "http://api.test" },
  ];

  test.each(foreign)(
    "with %j is 403 and changes nothing; one of our own goes through",
    async (headers) => {
      const api = await openTrpc({ publicUrl });
      const browser = await api.signedInAs("ADMIN");
      const { email } = await api.newUser("STAFF");
      browser.sending.headers = headers;
      const before = JSON.stringify([api.ports.memory.sessions, api.ports.memory.apiKeys]);
      for (
        const [name, input] of [
          ["apiKeys.create", wish],
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
      expect(JSON.stringify([api.ports.memory.sessions, api.ports.memory.apiKeys])).toBe(before);
      for (const headers of own) {
        browser.sending.headers = headers;
        const answer = await browser.call("mutation", "apiKeys.create", wish);
        expect(answer.response.status).toBe(200);
      }
    },
  );

  test("is refused, but a query is answered without CORS headers", async () => {
    const api = await openTrpc({ publicUrl });
    const browser = await api.signedInAs("ADMIN");
    for (const headers of foreign) {
      browser.sending.headers = headers;
      const { response } = await browser.call("query", "apiKeys.list");
      expect(response.status).toBe(200);
      expect(response.headers.has("Access-Control-Allow-Origin")).toBe(false);
    }
  });
});

test("a client's error has the code and the faults, by its type", async () => {
  const api = await openTrpc();
  const browser = await api.signedInAs("ADMIN");
  const error = await browser.client.apiKeys.revoke.mutate({ id: 99 }).catch((error) => error);
  expect(error).toBeInstanceOf(TRPCClientError);
  expect(error.data).toEqual({ code: "NOT_FOUND", httpStatus: 404, appCode: "API_KEY_NOT_FOUND" });
});
