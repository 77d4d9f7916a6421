import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { createSsoHandler } from "../../../gateway/sso/mod.ts";
import { createSessionTokens } from "../../../gateway/security/session_tokens.ts";
import { saveProvider } from "../../support/audit_cases/sso_cases.ts";
import { answerOf } from "../../support/in_memory/identity_providers.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";

const publicUrl = "https://desk.example";
const now = () => Temporal.Instant.from("2026-03-01T08:00:00Z");

let ports: ReturnType<typeof createInMemoryPorts>;
let handle: ReturnType<typeof createSsoHandler>;
let path: string;
let link: string;
let defects: unknown[];

beforeEach(async () => {
  ports = createInMemoryPorts({ now });
  const application = createApplication(ports);
  const { organizationId } = await seedOrganization(application, {});
  const caller = staffOf(organizationId, { role: "OWNER" });
  path = (await saveProvider({ application, caller })).path;
  const { id } = ports.memory.staffUsers[0]!;
  link = (await application.staff.createSsoLink(caller, { id })).link;
  defects = [];
  handle = handlerAt(publicUrl);
});

function handlerAt(url: string | undefined) {
  const sessionTokens = createSessionTokens("s".repeat(32), now);
  const onDefect = (error: unknown) => void defects.push(error);
  return createSsoHandler(createApplication(ports), { publicUrl: url, sessionTokens, onDefect });
}

function call(target: string, init: RequestInit = {}) {
  return handle(new Request(new URL(target, publicUrl), init), { ipAddress: "203.0.113.7" });
}

const cookiesOf = (response: Response) =>
  response.headers.getSetCookie().map((one) => one.split(";")[0]!).join("; ");
const goal = (response: Response) => [response.status, response.headers.get("Location")];

async function start(target = path, cookie = "") {
  const begun = await call(target, { headers: { Cookie: cookie } });
  return { begun, address: begun.headers.get("Location")!, cookie: cookiesOf(begun) };
}

async function signIn(target = link, answer: object = {}, before = "") {
  const { address, cookie } = await start(target, before);
  const { pathname, search } = new URL(answerOf(address, answer));
  const headers = { Cookie: [before, cookie].filter(Boolean).join("; ") };
  return await call(`${pathname}${search}`, { headers });
}

test("a sign-in goes to the provider with a cookie of ten minutes, and comes back with a session", async () => {
  const { begun } = await start();
  expect(begun.status).toBe(303);
  expect(begun.headers.get("Location")).toMatch(
    /^https:\/\/login\.example\/authorize\?state=\w{64}&redirect_uri=https%3A%2F%2Fdesk.example%2Fsso%2F\d+%2Fcallback$/,
  );
  expect(begun.headers.get("Set-Cookie"))
    .toMatch(/^sso=[^;]+; Max-Age=600; Path=\/sso; HttpOnly; SameSite=Lax; Secure$/);
  expect(begun.headers.get("Cache-Control")).toBe("no-store");
  const ended = await signIn();
  expect(goal(ended)).toEqual([303, "/"]);
  const cookies = ended.headers.getSetCookie();
  expect(cookies[0]).toMatch(/^__Host-session=/);
  expect(cookies.at(-1)).toMatch(/^sso=; Max-Age=0;/);
  // The sign-in page reads it, so it is not HttpOnly.
  expect(cookies).toContain(
    `sso_path=${path}; Max-Age=34560000; Path=/; SameSite=Lax; Secure`,
  );
  expect(ports.memory.sessions).toMatchObject([{ ssoSubject: "ada" }]);
});

test("a proof of the present session begins no session", async () => {
  const session = (await signIn()).headers.getSetCookie()[0]!.split(";")[0]!;
  const answer = { authenticatedAt: now().toString() };
  const proved = await signIn("/sso/prove", answer, session);
  expect(goal(proved)).toEqual([303, "/?sso=proved"]);
  expect(cookiesOf(proved)).toBe("sso=");
  expect(ports.memory.sessions).toHaveLength(1);
  expect(goal(await call("/sso/prove"))).toEqual([303, "/?sso=refused"]);
});

describe("a refusal", () => {
  test("is a redirect to the sign-in page, without a session", async () => {
    const { address, cookie } = await start();
    const { pathname, search } = new URL(answerOf(address));
    const refused = [
      // No link, no cookie, a changed cookie.
      await signIn(path),
      await call(`${pathname}${search}`),
      await call(`${pathname}${search}`, { headers: { Cookie: `${cookie}x` } }),
      await call(`${pathname}${search}`, { headers: { Cookie: "sso=%" } }),
    ];
    for (const one of refused) expect(goal(one)).toEqual([303, "/?sso=refused"]);
    const unknown = await call("/sso/1-unknown", { headers: { Cookie: `sso_path=${path}` } });
    expect(goal(unknown)).toEqual([303, "/?sso=taken"]);
    expect(cookiesOf(unknown)).toBe("sso=");
    expect(ports.memory.sessions).toEqual([]);
    expect(defects).toEqual([]);
  });

  test("of an address without a provider removes it from the sign-in page", async () => {
    ports.memory.identityProviders = [];
    const response = await call(path, { headers: { Cookie: `sso_path=${path}` } });
    expect(response.headers.getSetCookie()[1]).toMatch(/^sso_path=; Max-Age=0; Path=\/;/);
  });

  test("without PUBLIC_URL does not depend on the Host of the request", async () => {
    handle = handlerAt(undefined);
    expect(goal(await call(path))).toEqual([303, "/?sso=taken"]);
  });

  test("of a defect is reported and says nothing", async () => {
    ports.identityProviders.find = async () => {
      throw new Error("secret text");
    };
    const response = await call(path);
    expect(goal(response)).toEqual([303, "/?sso=away"]);
    expect(defects).toHaveLength(1);
  });

  test("of another method is 405", async () => {
    const response = await call(path, { method: "DELETE" });
    expect([response.status, response.headers.get("Allow")]).toEqual([405, "GET"]);
  });
});

describe("a logout", () => {
  const logout = (body: BodyInit) => call(`${path}/logout`, { method: "POST", body });

  test("by the back channel needs a logout token in a form", async () => {
    await signIn();
    const token = JSON.stringify({ subject: "ada", tokenId: "one", issuedAt: now().toString() });
    for (
      const body of [
        token,
        new URLSearchParams({ token }),
        new URLSearchParams({ logout_token: "no" }),
      ]
    ) {
      expect((await logout(body)).status).toBe(400);
    }
    expect(ports.memory.sessions).toHaveLength(1);
    expect((await logout(new URLSearchParams({ logout_token: token }))).status).toBe(200);
    expect(ports.memory.sessions).toEqual([]);
  });

  test("by the front channel needs issuer and session", async () => {
    await signIn(link, { sid: "s1" });
    const at = (query: string) => call(`${path}/logout?${query}`);
    expect((await at("sid=s1")).status).toBe(200);
    expect(ports.memory.sessions).toHaveLength(1);
    const ended = await at(`iss=${encodeURIComponent("https://login.example")}&sid=s1`);
    expect(ended.headers.get("Content-Security-Policy"))
      .toBe("default-src 'none'; frame-ancestors https:");
    expect(ports.memory.sessions).toEqual([]);
  });
});
