import type { ServerResponse } from "node:http";
import type { JWTPayload } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProviderAccess } from "../../../core/ports.ts";
import { createIdentityClient } from "../../../gateway/sso/mod.ts";
import { perFile } from "../../support/per_file.ts";
import { refusalOf } from "../../core/refusal.ts";
import { client, startProvider } from "./provider.ts";

const provider = await perFile(startProvider());
let identities: ReturnType<typeof createIdentityClient>;
let access: ProviderAccess;

const secrets = { state: "a state", nonce: "a nonce", verifier: "v".repeat(43) };
const redirectUri = "https://desk.example/sso/callback";

beforeEach(() => {
  Object.assign(provider, {
    instead: () => false,
    claims: {},
    description: {},
    hasForeignKey: false,
    requests: [],
  });
  identities = createIdentityClient({ allowsPrivateNetwork: true });
  access = {
    organizationId: 1,
    issuer: provider.issuer,
    clientId: client.id,
    clientSecret: client.secret,
    groupsClaim: "groups",
  };
});
afterEach(() => identities.close());

const addressOf = (isProof = false) =>
  identities.signInAddress(access, { ...secrets, redirectUri, isProof });

async function signIn(answer: Record<string, string> = {}, more: Partial<typeof secrets> = {}) {
  const url = provider.authorize(await addressOf(), answer);
  return await identities.identityOf(access, { ...secrets, ...more, url });
}

const instead = (at: string, answer: (response: ServerResponse) => void) => {
  provider.instead = (path, response) => {
    if (path !== at) return false;
    answer(response);
    return true;
  };
};

test("an identity is issuer and subject, with the session, the groups and the time of the proof", async () => {
  provider.claims = { sid: "s1", groups: ["desk", 7, "leads"], auth_time: 1_700_000_000 };
  expect(await signIn()).toEqual({
    issuer: provider.issuer,
    subject: "ada",
    sid: "s1",
    groups: ["desk", "leads"],
    authenticatedAt: Temporal.Instant.from("2023-11-14T22:13:20Z"),
  });
  provider.claims = { groups: "desk", email: "ada@clinic.example" };
  expect(await signIn()).toMatchObject({ sid: null, groups: ["desk"], authenticatedAt: null });
});

test("an identity has the first 1,000 groups of the token", async () => {
  const groups = Array.from({ length: 1001 }, (_, i) => `group ${i}`);
  provider.claims = { groups };
  expect((await signIn())?.groups).toEqual(groups.slice(0, 1000));
});

test.each<[string, JWTPayload]>([
  ["a session with a NUL character", { sid: "a\0" }],
  ["a session of 256 characters", { sid: "a".repeat(256) }],
  ["a time of the proof that is no time", { auth_time: 1e300 }],
])("an identity has no value for %s", async (_, claims) => {
  provider.claims = claims;
  expect(await signIn()).toMatchObject({ subject: "ada", sid: null, authenticatedAt: null });
});

test("a sign-in asks for a code with PKCE, and a proof for a new sign-in", async () => {
  const asked = Object.fromEntries(new URL(await addressOf()).searchParams);
  expect(asked).toMatchObject({
    client_id: client.id,
    response_type: "code",
    scope: "openid",
    code_challenge_method: "S256",
    redirect_uri: redirectUri,
  });
  expect(asked).not.toHaveProperty("max_age");
  const proof = new URL(await addressOf(true)).searchParams;
  expect([proof.get("max_age"), proof.get("prompt")]).toEqual(["0", "login"]);
});

describe("an answer is invalid", () => {
  test("with another state, verifier or code, or an error", async () => {
    expect(await signIn({ state: "another" })).toBeUndefined();
    expect(await signIn({}, { verifier: "w".repeat(43) })).toBeUndefined();
    expect(await signIn({ code: "another" })).toBeUndefined();
    expect(await signIn({ error: "access_denied" })).toBeUndefined();
  });

  test("with a code that was used", async () => {
    const url = provider.authorize(await addressOf());
    expect(await identities.identityOf(access, { ...secrets, url })).toBeDefined();
    expect(await identities.identityOf(access, { ...secrets, url })).toBeUndefined();
  });

  test.each<[string, JWTPayload]>([
    ["nonce", { nonce: "another" }],
    ["issuer", { iss: "https://other.example" }],
    ["audience", { aud: "another" }],
    ["end", { exp: 1_700_000_000 }],
    ["subject of 256 characters", { sub: "a".repeat(256) }],
    ["subject with a NUL character", { sub: "a\0" }],
    ["subject with half of a surrogate pair", { sub: "a\ud800" }],
    ["authorized party", { azp: "another" }],
    ["start, which is in the future", { iat: 4_000_000_000, exp: 4_000_000_300 }],
  ])("with another %s", async (_, claims) => {
    provider.claims = claims;
    expect(await signIn()).toBeUndefined();
  });

  test("with a signature by another key", async () => {
    provider.hasForeignKey = true;
    expect(await signIn()).toBeUndefined();
  });
});

describe("a provider that", () => {
  const unavailable = async (attempt: () => Promise<unknown>) =>
    expect((await refusalOf(attempt)).code).toBe("SERVICE_UNAVAILABLE");

  test.each(["/.well-known/openid-configuration", "/token", "/keys"])(
    "fails, redirects or sends too much at %s is away",
    async (at) => {
      const answers: ((response: ServerResponse) => void)[] = [
        (response) => response.writeHead(500).end(),
        (response) => response.writeHead(302, { location: `${provider.issuer}/elsewhere` }).end(),
        (response) =>
          response.writeHead(200, { "content-type": "application/json" })
            .end(`{"a":"${"a".repeat(70_000)}"}`),
        (response) => response.writeHead(200, { "content-type": "application/json" }).end("{"),
        (response) => response.destroy(),
      ];
      for (const answer of answers) {
        instead(at, answer);
        await unavailable(() => signIn());
      }
      expect(provider.requests).not.toContain("/elsewhere");
      instead("", () => {});
      expect(await signIn()).toMatchObject({ subject: "ada" });
    },
  );

  test("hangs is away after 5 s, also with a byte now and then, and keeps no other organization waiting", async () => {
    const timers: NodeJS.Timeout[] = [];
    instead("/.well-known/openid-configuration", (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      timers.push(setInterval(() => response.write(" "), 200));
    });
    const startedAt = performance.now();
    const hanging = Array.from({ length: 4 }, () => unavailable(addressOf));
    // A fifth call of the organization does not wait.
    await unavailable(addressOf);
    expect(performance.now() - startedAt).toBeLessThan(2000);
    await using other = await startProvider();
    const elsewhere = { ...access, organizationId: 2, issuer: other.issuer };
    await identities.signInAddress(elsewhere, { ...secrets, redirectUri, isProof: false });
    expect(performance.now() - startedAt).toBeLessThan(4000);
    await Promise.all(hanging);
    expect(performance.now() - startedAt).toBeLessThan(8000);
    for (const timer of timers) clearInterval(timer);
  });

  test("has a private address is not asked", async () => {
    const strict = createIdentityClient({ allowsPrivateNetwork: false });
    expect(await strict.refusalOf(access)).toMatchObject({ key: "providerInvalid" });
    expect(provider.requests).toEqual([]);
    await strict.close();
  });

  test.each([
    "http://login.example",
    "https://a@login.example",
    "https://login.example/?a",
    "text",
  ])(
    "has the issuer %s is refused",
    async (issuer) => {
      expect(await identities.refusalOf({ ...access, issuer })).toMatchObject({ key: "httpsUrl" });
    },
  );

  test.each<[string, Record<string, unknown>]>([
    ["no authorization endpoint", { authorization_endpoint: undefined }],
    ["an authorization endpoint without TLS", { authorization_endpoint: "http://login.example" }],
    ["no token endpoint", { token_endpoint: undefined }],
    ["no keys", { jwks_uri: 7 }],
    ["no authentication by a client secret", {
      token_endpoint_auth_methods_supported: ["private_key_jwt"],
    }],
    ["authentication methods that are no list", { token_endpoint_auth_methods_supported: 7 }],
    ["another issuer", { issuer: "https://other.example" }],
  ])("describes itself with %s is refused and away", async (_, description) => {
    provider.description = description;
    expect(await identities.refusalOf(access)).toMatchObject({ key: "providerInvalid" });
    await unavailable(signIn);
  });

  // Its tokens name the issuer without the slash, so no sign-in would work.
  test("has its issuer with another slash at the end is refused", async () => {
    const issuer = `${access.issuer}/`;
    expect(await identities.refusalOf({ ...access, issuer })).toMatchObject({
      key: "providerInvalid",
    });
  });

  test("is asked for its description once by calls at the same time", async () => {
    await Promise.all(Array.from({ length: 4 }, () => addressOf()));
    expect(provider.requests).toEqual(["/.well-known/openid-configuration"]);
  });

  test("is asked for its description once in ten minutes", async () => {
    await signIn();
    await signIn();
    expect(provider.requests.filter((path) => path !== "/token")).toHaveLength(2);
  });
});

describe("a logout token", () => {
  const events = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const right = { sub: "ada", sid: "s1", jti: "one", events };
  const logout = async (claims: object) =>
    identities.logoutOf(access, await provider.sign({ ...claims }));

  test("names a session, a subject, itself and its time", async () => {
    const found = await logout(right);
    expect(found).toMatchObject({ sid: "s1", subject: "ada", tokenId: "one" });
    expect(found!.issuedAt.until(Temporal.Now.instant()).total("seconds")).toBeLessThan(60);
  });

  test.each<[string, object]>([
    ["without the event", { ...right, events: {} }],
    ["with a nonce", { ...right, nonce: "a" }],
    ["without an id", { ...right, jti: undefined }],
    ["without session and subject", { ...right, sub: undefined, sid: undefined }],
    ["with an event that is no object", {
      ...right,
      events: { "http://schemas.openid.net/event/backchannel-logout": "yes" },
    }],
    ["with a subject that is a number", { ...right, sub: 7 }],
    ["with a subject with a NUL character", { ...right, sub: "a\0" }],
    ["with a session of 256 characters", { ...right, sid: "a".repeat(256) }],
    ["with an id that is an object", { ...right, jti: {} }],
    ["with a start that is no time", { ...right, iat: 1e300 }],
  ])("is invalid %s", async (_, claims) => {
    expect(await logout(claims)).toBeUndefined();
  });

  test("is invalid without a signature of the provider", async () => {
    const token = await provider.sign(right);
    const changed = `${token.slice(0, -8)}AAAAAAAA`;
    expect(await identities.logoutOf(access, changed)).toBeUndefined();
    expect(await identities.logoutOf(access, "text")).toBeUndefined();
    expect(await identities.logoutOf({ ...access, clientId: "another" }, token)).toBeUndefined();
  });
});
