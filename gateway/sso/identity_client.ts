import { createLocalJWKSet } from "jose/jwks/local";
import { jwtVerify } from "jose/jwt/verify";
import type { JSONWebKeySet, JWTPayload } from "jose";
import * as client from "openid-client";
import {
  DomainError,
  type IdentityClient,
  type ProviderAccess,
  say,
  type SignedInIdentity,
} from "../../core/mod.ts";
import { type BoundedFetch, createProviderFetch, type FetchOptions } from "./bounded_fetch.ts";

/** What a provider publishes is read again after this time. */
const keptMs = 10 * 60_000;
/** The keys of a provider are read again for an unknown key, but not more often than this. */
const keyPauseMs = 30_000;
const maxKept = 500;
/** The calls of one organization that may wait for its provider at a time in one process. */
const maxAtOnce = 4;
const maxGroups = 1000;
/** How many seconds the clock of a provider may differ. */
const clockTolerance = 30;
const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

interface Published {
  metadata: client.ServerMetadata;
  readAtMs: number;
  keys?: { set: JSONWebKeySet; readAtMs: number };
}

/** Creates the client. What providers publish is kept for ten minutes. */
export function createIdentityClient(
  options: FetchOptions,
): IdentityClient & { close(): Promise<void> } {
  const requests = createProviderFetch(options);
  const kept = new Map<string, Published>();
  /** What is being read now. Calls at the same time share one request. */
  const reading = new Map<string, Promise<Published>>();
  const running = new Map<number, number>();

  /** Runs a call within the bounds of its organization. `undefined` of an invalid answer stays. */
  async function call<T>(
    { organizationId }: ProviderAccess,
    work: (fetch: BoundedFetch) => Promise<T>,
  ): Promise<T> {
    const count = running.get(organizationId) ?? 0;
    if (count >= maxAtOnce) throw away();
    running.set(organizationId, count + 1);
    try {
      return await work(requests.begin());
    } finally {
      const left = running.get(organizationId)! - 1;
      if (left > 0) running.set(organizationId, left);
      else running.delete(organizationId);
    }
  }

  async function publishedBy({ issuer }: ProviderAccess, fetch: BoundedFetch): Promise<Published> {
    const present = kept.get(issuer);
    if (present && performance.now() - present.readAtMs < keptMs) return present;
    const running = reading.get(issuer) ??
      readPublished(issuer, fetch).finally(() => reading.delete(issuer));
    reading.set(issuer, running);
    return await running;
  }

  async function readPublished(issuer: string, fetch: BoundedFetch): Promise<Published> {
    try {
      const found = await client.discovery(new URL(issuer), "none", undefined, client.None(), {
        [client.customFetch]: fetch as client.CustomFetch,
        timeout: 0,
      });
      const read = { metadata: found.serverMetadata(), readAtMs: performance.now() };
      if (!isUsable(read.metadata, issuer)) throw new Error("A provider cannot be used");
      kept.delete(issuer);
      if (kept.size >= maxKept) kept.delete(kept.keys().next().value!);
      kept.set(issuer, read);
      return read;
    } catch (error) {
      throw away(error);
    }
  }

  async function configurationOf(provider: ProviderAccess, fetch: BoundedFetch) {
    const published = await publishedBy(provider, fetch);
    const { metadata } = published;
    const methods = metadata.token_endpoint_auth_methods_supported;
    // Basic is the default of the standard, for a provider that names none.
    const authenticate = !methods || methods.includes("client_secret_basic")
      ? client.ClientSecretBasic
      : client.ClientSecretPost;
    const configuration = new client.Configuration(
      metadata,
      provider.clientId,
      {},
      authenticate(provider.clientSecret),
    );
    configuration[client.customFetch] = fetch as client.CustomFetch;
    configuration.timeout = 0;
    return { configuration, published };
  }

  /** Verifies a token of a provider. Reads the keys again if one is unknown. */
  async function verify(
    { issuer, clientId }: ProviderAccess,
    { token, published, fetch }: { token: string; published: Published; fetch: BoundedFetch },
  ): Promise<JWTPayload | undefined> {
    const { jwks_uri: address } = published.metadata;
    if (address === undefined) throw away();
    const check = async (set: JSONWebKeySet) =>
      (await jwtVerify(token, createLocalJWKSet(set), {
        issuer,
        audience: clientId,
        clockTolerance,
        // A symmetric algorithm would let whoever knows the client secret sign.
        algorithms: ["RS256", "PS256", "ES256", "EdDSA", "Ed25519", "RS384", "RS512", "ES384"],
      })).payload;
    const { keys } = published;
    const isOld = !keys || performance.now() - keys.readAtMs >= keyPauseMs;
    if (keys) {
      try {
        return await check(keys.set);
      } catch (error) {
        if (
          !isOld ||
          !(error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY")
        ) {
          return undefined;
        }
      }
    }
    let set: JSONWebKeySet;
    try {
      const answer = await fetch(address, {});
      if (answer.status !== 200) throw new Error(`The keys of a provider: ${answer.status}`);
      set = await answer.json() as JSONWebKeySet;
      createLocalJWKSet(set);
    } catch (error) {
      throw away(error);
    }
    published.keys = { set, readAtMs: performance.now() };
    return await check(set).catch(() => undefined);
  }

  return {
    async refusalOf(provider) {
      const url = URL.parse(provider.issuer);
      if (
        url?.protocol !== "https:" || url.username !== "" || url.search !== "" || url.hash !== ""
      ) {
        return say("httpsUrl");
      }
      try {
        await call(provider, (fetch) => publishedBy(provider, fetch));
        return undefined;
      } catch (error) {
        if (error instanceof DomainError) return say("providerInvalid");
        throw error;
      }
    },
    signInAddress: (provider, { state, nonce, verifier, redirectUri, isProof }) =>
      call(provider, async (fetch) => {
        const { configuration } = await configurationOf(provider, fetch);
        return client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: "openid",
          response_type: "code",
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(isProof && { max_age: "0", prompt: "login" }),
        }).href;
      }),
    identityOf: (provider, { url, state, nonce, verifier }) =>
      call(provider, async (fetch) => {
        const { configuration, published } = await configurationOf(provider, fetch);
        let tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>;
        try {
          tokens = await client.authorizationCodeGrant(configuration, new URL(url), {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          });
        } catch (error) {
          if (isInvalid(error)) return undefined;
          throw away(error);
        }
        // openid-client trusts the connection to the token endpoint. The signature is checked as well.
        const token = tokens.id_token!;
        const claims = await verify(provider, { token, published, fetch });
        return claims && identityIn(claims, provider);
      }),
    logoutOf: (provider, token) =>
      call(provider, async (fetch) => {
        const published = await publishedBy(provider, fetch);
        const claims = await verify(provider, { token, published, fetch });
        return claims && logoutIn(claims);
      }),
    close: () => requests.close(),
  };
}

/** Returns whether a description is of this issuer and has what a sign-in needs. openid-client checks less. */
function isUsable(metadata: client.ServerMetadata, issuer: string): boolean {
  const { authorization_endpoint, token_endpoint, jwks_uri } = metadata;
  const methods: unknown = metadata.token_endpoint_auth_methods_supported;
  return metadata.issuer === issuer &&
    [authorization_endpoint, token_endpoint, jwks_uri].every(isHttps) &&
    (methods === undefined || Array.isArray(methods) &&
        ["client_secret_basic", "client_secret_post"].some((one) => methods.includes(one)));
}

function isHttps(address: unknown): boolean {
  return typeof address === "string" && URL.parse(address)?.protocol === "https:";
}

function identityIn(
  { sub, sid, auth_time: time, iat, azp, ...claims }: JWTPayload,
  { issuer, clientId, groupsClaim }: ProviderAccess,
): SignedInIdentity | undefined {
  const issuedAt = instantOf(iat);
  const isForUs = azp === undefined || azp === clientId;
  if (!isText(sub) || !isForUs || !issuedAt || isFuture(issuedAt)) return undefined;
  const groups = groupsClaim === null ? [] : [claims[groupsClaim]].flat();
  return {
    issuer,
    subject: sub,
    sid: isText(sid) ? sid : null,
    groups: groups.filter((one) => typeof one === "string").slice(0, maxGroups),
    authenticatedAt: instantOf(time) ?? null,
  };
}

/** OpenID Connect Back-Channel Logout 2.4. */
function logoutIn({ sub, sid, jti, iat, nonce, events }: JWTPayload) {
  const event = (events as Record<string, unknown> | null | undefined)?.[logoutEvent];
  const isEvent = typeof event === "object" && event !== null;
  const issuedAt = instantOf(iat);
  if (!isEvent || nonce !== undefined || !isText(jti) || !issuedAt) return undefined;
  const areTexts = [sub, sid].every((one) => one === undefined || isText(one));
  if (!areTexts || sub === undefined && sid === undefined) return undefined;
  return { sid: sid as string | undefined, subject: sub, tokenId: jti, issuedAt };
}

/**
 * Returns whether a claim is a text that can be stored. A subject has at most 255 characters (OpenID Connect Core 2).
 * Postgres stores no NUL, and no half of a surrogate pair.
 */
function isText(claim: unknown): claim is string {
  return typeof claim === "string" && claim !== "" && claim.length <= 255 &&
    !claim.includes("\0") && claim.isWellFormed();
}

/** Returns the instant of a claim; undefined if it is not a number of seconds until the year 9999. */
function instantOf(seconds: unknown): Temporal.Instant | undefined {
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds < 253_402_300_800)) return undefined;
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(seconds) * 1000);
}

function isFuture(instant: Temporal.Instant): boolean {
  return instant.epochMilliseconds > Date.now() + clockTolerance * 1000;
}

/** The codes of an answer that is complete and wrong. Any other error is the provider's: it may be right later. */
const invalid: ReadonlySet<unknown> = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
]);

/** Returns whether an answer is wrong, or says that the person or the provider has refused. */
function isInvalid(error: unknown): boolean {
  if (error instanceof client.AuthorizationResponseError) return true;
  if (error instanceof client.ResponseBodyError) return error.status < 500;
  return error instanceof client.ClientError && invalid.has(error.code);
}

function away(cause?: unknown): DomainError {
  const error = new DomainError("SERVICE_UNAVAILABLE", say("providerAway"));
  error.cause = cause;
  return error;
}
