import { describe, expect, test } from "vitest";
import { createHeldTurns } from "../../support/held_turns.ts";
import { staffOf } from "../../support/staff_callers.ts";
import type { Refused } from "../../../rest-adapter/http/mod.ts";
import { openGraphql } from "./support.ts";
import { perFile } from "../../support/per_file.ts";

const graphql = await perFile(openGraphql({ timeZone: "Europe/Oslo" }));

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const basic = (text: string) => ({ authorization: `Basic ${btoa(text)}` });
const ask = (headers: Record<string, string>) =>
  graphql.ask("{ organization { name } }", {}, headers);
const unknown = "The reporting token is unknown, revoked or expired";

async function refusalTo(headers: Record<string, string>) {
  const { status, body } = await ask(headers);
  expect(body.data).toBeUndefined();
  expect(body.errors).toHaveLength(1);
  return [status, body.errors![0]!.extensions!["code"], body.errors![0]!.message];
}

describe("a reporting token", () => {
  test("reads its organization, and its use is noted", async () => {
    const { status, body, headers } = await ask(bearer(graphql.token));
    expect([status, body]).toEqual([200, { data: { organization: { name: "Test" } } }]);
    expect(headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
    const [token] = await graphql.application.listReportingTokens(graphql.own.organizationId);
    expect(token!.lastUsedAt).not.toBeNull();
  });

  test.each([["that is no token", "x"], ["of 20,000 characters", "x".repeat(20_000)]])(
    "%s is refused in the same words",
    async (_, token) => {
      expect(await refusalTo(bearer(token))).toEqual([401, "UNAUTHENTICATED", unknown]);
    },
  );
});

describe("Basic credentials", () => {
  test.each(["", "analyst@example.com", "Ädä"])(
    "of the user %j have the token as password",
    async (user) => {
      const { status, body } = await ask(basic(`${user}:${graphql.token}`));
      expect([status, body]).toEqual([200, { data: { organization: { name: "Test" } } }]);
    },
  );

  test.each([
    ["another password", basic("tool:x")],
    ["the token as user name", basic("TOKEN:")],
    ["no password", basic("TOKEN")],
    ["no Base64", { authorization: "Basic %" }],
  ])("with %s are refused in the same words, also with a session", async (_, { authorization }) => {
    const cookie = await graphql.signedIn("ADMIN");
    const sent = authorization.replace(btoa("TOKEN:"), btoa(`${graphql.token}:`))
      .replace(btoa("TOKEN"), btoa(graphql.token));
    expect(await refusalTo({ cookie, authorization: sent }))
      .toEqual([401, "UNAUTHENTICATED", unknown]);
  });

  test("are offered by a 401, but not to a browser", async () => {
    const offered = async (headers: Record<string, string>) =>
      (await ask(headers)).headers.get("WWW-Authenticate");
    const both = 'Bearer realm="token", Basic realm="token"';
    expect(await offered({})).toBe(both);
    expect(await offered(basic("tool:x"))).toBe(both);
    for (const browser of [{ origin: "https://a.example" }, { "sec-fetch-site": "none" }]) {
      expect(await offered(browser)).toBe('Bearer realm="token"');
    }
  });
});

test("two different Authorization headers are refused, also with a session", async () => {
  const cookie = await graphql.signedIn("ADMIN");
  const authorization = `Bearer ${graphql.token}, Bearer x`;
  expect(await refusalTo({ cookie, authorization })).toEqual([401, "UNAUTHENTICATED", unknown]);
});

describe("an API key", () => {
  const refused = [
    401,
    "UNAUTHENTICATED",
    expect.stringMatching(/^GraphQL does not accept API keys\. Send a reporting token/),
  ];

  test("is refused as X-API-Key, as Bearer and as Basic, with what is needed instead", async () => {
    const { key } = await graphql.application.createApiKey(graphql.own.organizationId, {
      name: "Website",
      environment: "LIVE",
      scopes: ["READ_APPOINTMENTS"],
    });
    expect(await refusalTo({ "X-API-Key": key })).toEqual(refused);
    expect(await refusalTo(bearer(key))).toEqual(refused);
    expect(await refusalTo(basic(`key:${key}`))).toEqual(refused);
  });
});

describe("a session", () => {
  test.each(["ADMIN", "OWNER"] as const)("of an %s reads", async (role) => {
    const { status, body } = await ask({ cookie: await graphql.signedIn(role) });
    expect([status, body]).toEqual([200, { data: { organization: { name: "Test" } } }]);
  });

  test("of a STAFF is FORBIDDEN", async () => {
    const answer = await ask({ cookie: await graphql.signedIn("STAFF") });
    expect([answer.status, answer.body]).toEqual([403, {
      errors: [{
        message: "This operation needs the role ADMIN or OWNER",
        extensions: { code: "FORBIDDEN" },
      }],
    }]);
    expect(answer.headers.get("X-Organization-Time-Zone")).toBe("Europe/Oslo");
  });

  test("with a one-time password is PASSWORD_CHANGE_REQUIRED", async () => {
    const cookie = await graphql.signedIn("OWNER", { isOneTime: true });
    expect((await refusalTo({ cookie })).slice(0, 2)).toEqual([403, "PASSWORD_CHANGE_REQUIRED"]);
  });

  test("that is missing or has ended is UNAUTHENTICATED", async () => {
    const refused = [401, "UNAUTHENTICATED", expect.stringContaining("no valid session")];
    expect(await refusalTo({ cookie: `session=unsigned-${crypto.randomUUID()}` })).toEqual(refused);
    expect(await refusalTo({ cookie: "session=x" })).toEqual(refused);
  });

  test.each([{ "sec-fetch-site": "cross-site" }, { origin: "https://evil.example" }])(
    "does not read for another site's page (%j)",
    async (headers) => {
      const cookie = await graphql.signedIn("ADMIN");
      expect((await refusalTo({ cookie, ...headers })).slice(0, 2)).toEqual([403, "FORBIDDEN"]);
      // A token is not sent by itself.
      expect((await ask({ ...bearer(graphql.token), ...headers })).status).toBe(200);
    },
  );
});

test("a token takes precedence over a session, also if it is refused", async () => {
  const cookie = await graphql.signedIn("ADMIN");
  expect((await ask({ cookie, ...bearer("x") })).status).toBe(401);
  const staff = await graphql.signedIn("STAFF");
  expect((await ask({ cookie: staff, ...bearer(graphql.token) })).status).toBe(200);
});

test("without credentials it is 401 before anything is read of the request", async () => {
  const needed = expect.stringMatching(/^GraphQL requires authentication\. Send a reporting token/);
  expect(await refusalTo({})).toEqual([401, "UNAUTHENTICATED", needed]);
  const body = new ReadableStream({
    pull() {
      throw new Error("the body was read");
    },
  }, { highWaterMark: 0 });
  const streamed = { duplex: "half" };
  const inits: RequestInit[] = [
    { method: "POST", body, ...streamed },
    { method: "POST", body: "{" },
    { method: "PUT" },
    { headers: { accept: "text/html" } },
  ];
  for (const init of inits) {
    const { status, headers } = await graphql.send(init);
    expect([status, headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer realm="token", Basic realm="token"',
    ]);
  }
  expect(graphql.defects).toEqual([]);
});

describe("a query that waits for its turn is refused, and reads nothing,", () => {
  /** Opens GraphQL with turns that are held back, and counts the readings. */
  async function openHeld() {
    const turns = createHeldTurns();
    let readings = 0;
    const held = await openGraphql({}, {
      heavyWork: turns,
      replaced: (application) => ({
        openReports(...reading) {
          readings += 1;
          return application.openReports(...reading);
        },
      }),
    });
    /** Asks, takes the right away while the query waits, and returns the refusal. */
    async function refusalAfter(
      headers: Record<string, string>,
      takeRight: () => Promise<unknown>,
    ) {
      const asked = held.ask("{ organization { name } }", {}, headers);
      await turns.waiting(1);
      await takeRight();
      turns.release();
      const { status, body } = await asked;
      expect([body.data ?? null, readings]).toEqual([null, 0]);
      return [status, body.errors![0]!.extensions!["code"]];
    }
    return { ...held, refusalAfter };
  }

  test("if its reporting token is revoked meanwhile", async () => {
    await using held = await openHeld();
    const { application, own: { organizationId } } = held;
    const [token] = await application.listReportingTokens(organizationId);
    const refusal = await held.refusalAfter(
      bearer(held.token),
      () => application.revokeReportingToken(token!.id),
    );
    expect(refusal).toEqual([401, "UNAUTHENTICATED"]);
  });

  test("if its session loses the role meanwhile", async () => {
    await using held = await openHeld();
    const cookie = await held.signedIn("ADMIN");
    const { application, own: { organizationId } } = held;
    const owner = staffOf(organizationId, { role: "OWNER" });
    const users = await application.staff.listStaffUsers(owner);
    const admin = users.find(({ role }) => role === "ADMIN")!;
    const refusal = await held.refusalAfter(
      { cookie },
      () => application.staff.setStaffUserRole(owner, { id: admin.id, role: "STAFF" }),
    );
    expect(refusal).toEqual([403, "FORBIDDEN"]);
  });
});

test("the host gets the code of a refused query and the id of the staff user, and nothing of an answered one", async () => {
  const refused: Refused[] = [];
  const send = (query: string, headers: Record<string, string>) =>
    graphql.handle(
      new Request("http://api.test/graphql", {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify({ query }),
      }),
      { ipAddress: "203.0.113.7", onRefused: (one) => void refused.push(one) },
    );
  const cookie = await graphql.signedIn("STAFF");
  await send("{ organization { name } }", bearer(graphql.token));
  expect(refused).toEqual([]);
  await send("{ organization { name } }", bearer("x"));
  await send("{ nothing }", bearer(graphql.token));
  await send("{ organization { name } }", { Cookie: cookie });
  expect(refused).toEqual([
    { code: "UNAUTHENTICATED" },
    { code: expect.stringMatching(/INVALID|VALIDATION/) },
    { code: "FORBIDDEN", staffUserId: expect.any(Number) },
  ]);
});
