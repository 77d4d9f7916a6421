import { createSignedTokens, secondsOf } from "./signed_tokens.ts";
import { hkdfSync } from "node:crypto";
import type { JWTPayload } from "jose";
import type { ReportingTokenClaims, ReportingTokenSigner } from "../../core/mod.ts";

/** The texts that staff's cookies hold; each names a session and proves that this service said so. */
export interface SessionTokens {
  sign(session: { sessionId: string; expiresAt: Temporal.Instant }): Promise<string>;
  /** The session's id; undefined for a token that is expired or not ours. Never throws. */
  verify(token: string): Promise<string | undefined>;
}

/** Signs with the secret; `now` is the clock by which tokens expire. */
export function createSessionTokens(
  sessionSecret: string,
  now: () => Temporal.Instant,
): SessionTokens {
  const tokens = createSignedTokens({
    key: new TextEncoder().encode(sessionSecret),
    audience: "appointment-booking/session",
    // Without `exp` a token that never expires would pass.
    required: ["exp", "sid"],
    read: ({ sid }) => typeof sid === "string" && sid !== "" ? sid : undefined,
    now,
  });
  return {
    sign: ({ sessionId, expiresAt }) => tokens.sign({ sid: sessionId, exp: secondsOf(expiresAt) }),
    verify: (token) => tokens.verify(token),
  };
}

const audience = "appointment-booking/reporting";

/**
 * Signs with a key made from the secret of the sessions, for this alone: by key and by audience, no session's
 * token is a reporting token, nor the other way round. `now` is the clock by which tokens expire.
 */
export function createReportingTokenSigner(
  sessionSecret: string,
  now: () => Temporal.Instant,
): ReportingTokenSigner {
  const key = new Uint8Array(hkdfSync("sha256", sessionSecret, "", audience, 32));
  const required = ["sub", "jti", "iat"];
  const tokens = createSignedTokens({ key, audience, required, read: claimsOf, now });
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
