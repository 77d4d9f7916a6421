import { createSignedTokens, secondsOf } from "./signed_tokens.ts";
import { hkdfSync } from "node:crypto";
import type { JWTPayload } from "jose";
import { z } from "zod";
import type { BrowserTokens } from "../../rest-adapter/http/mod.ts";
import type { ReportingTokenClaims, ReportingTokenSigner } from "../../core/ports.ts";

/** The signed tokens in staff cookies. Each token names a session. */
export interface SessionTokens {
  sign(session: { sessionId: string; expiresAt: Temporal.Instant }): Promise<string>;
  /** Returns the session's id, or undefined for an expired or foreign token. Never throws. */
  verify(token: string): Promise<string | undefined>;
  browsers: BrowserTokens;
}

/** The secret that signs, and one whose tokens are still valid while secrets are rotated. */
export type SigningSecret = string | readonly [current: string, previous: string];

/** Creates session tokens. `now` is the clock for their expiry. */
export function createSessionTokens(
  sessionSecret: SigningSecret,
  now: () => Temporal.Instant,
): SessionTokens {
  const tokens = createSignedTokens({
    keys: [sessionSecret].flat().map((secret) => new TextEncoder().encode(secret)),
    audience: "appointment-booking/session",
    // Without `exp` a token that never expires would pass.
    required: ["exp", "sid"],
    read: ({ sid }) => typeof sid === "string" && sid !== "" ? sid : undefined,
    now,
  });
  return {
    sign: ({ sessionId, expiresAt }) => tokens.sign({ sid: sessionId, exp: secondsOf(expiresAt) }),
    verify: (token) => tokens.verify(token),
    browsers: createBrowserTokens(sessionSecret, now),
  };
}

const browserAudience = "appointment-booking/browser";
const browserClaims = z.object({ bid: z.string(), users: z.array(z.string()) });

/** Creates the tokens of known browsers, with a key of their own. A token has no end: the browser forgets it. */
function createBrowserTokens(
  sessionSecret: SigningSecret,
  now: () => Temporal.Instant,
): BrowserTokens {
  const tokens = createSignedTokens({
    keys: derivedKeys(sessionSecret, browserAudience),
    audience: browserAudience,
    required: ["bid", "users"],
    read(payload) {
      const { data } = browserClaims.safeParse(payload);
      return data && { id: data.bid, users: data.users };
    },
    now,
  });
  return {
    sign: ({ id: bid, users }) => tokens.sign({ bid, users: [...users] }),
    verify: (token) => tokens.verify(token),
  };
}

/** Returns the keys of one kind of token, from the secret and the previous one. */
export function derivedKeys(sessionSecret: SigningSecret, audience: string): Uint8Array[] {
  return [sessionSecret].flat()
    .map((secret) => new Uint8Array(hkdfSync("sha256", secret, "", audience, 32)));
}

const audience = "appointment-booking/reporting";

/**
 * Creates the signer of reporting tokens. Its key is derived from the session secret. Key and audience differ from those
 * of session tokens, so neither kind passes as the other. `now` is the clock for their expiry.
 */
export function createReportingTokenSigner(
  sessionSecret: SigningSecret,
  now: () => Temporal.Instant,
): ReportingTokenSigner {
  const keys = derivedKeys(sessionSecret, audience);
  const required = ["sub", "jti", "iat"];
  const tokens = createSignedTokens({ keys, audience, required, read: claimsOf, now });
  return {
    sign: ({ tokenId, organizationId, issuedAt, expiresAt }) =>
      tokens.sign({
        sub: String(organizationId),
        jti: String(tokenId),
        iat: secondsOf(issuedAt),
        ...(expiresAt && { exp: secondsOf(expiresAt) }),
      }),
    verify: (token) => tokens.verify(token),
  };
}

function claimsOf({ sub, jti, iat, exp }: JWTPayload): ReportingTokenClaims | undefined {
  const [organizationId, tokenId] = [idOf(sub), idOf(jti)];
  if (organizationId === undefined || tokenId === undefined) return undefined;
  return {
    organizationId,
    tokenId,
    issuedAt: instantOf(iat!),
    expiresAt: exp === undefined ? null : instantOf(exp),
  };
}

function idOf(text: unknown): number | undefined {
  return typeof text === "string" && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
}
