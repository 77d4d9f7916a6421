import { hkdfSync } from "node:crypto";
import type { JWTPayload } from "jose";
import type { ReportingTokenClaims, ReportingTokenSigner } from "../../core/mod.ts";
import { createSignedTokens, secondsOf } from "./signed_tokens.ts";

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
