import { hkdfSync } from "node:crypto";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { ReportingTokenClaims, ReportingTokenSigner } from "../../core/mod.ts";

const algorithm = "HS256";
const issuer = "appointment-booking";
const audience = "appointment-booking/reporting";
// Ours has some 300 characters; longer texts are not worth decoding.
const maxLength = 4096;

/**
 * Signs with a key made from the secret of the sessions, for this alone: by key and by audience, no session's
 * token is a reporting token, nor the other way round. `now` is the clock by which tokens expire.
 */
export function createReportingTokenSigner(
  sessionSecret: string,
  now: () => Temporal.Instant,
): ReportingTokenSigner {
  const key = new Uint8Array(hkdfSync("sha256", sessionSecret, "", audience, 32));
  return {
    sign({ tokenId, organizationId, issuedAt, expiresAt }) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(String(organizationId))
        .setJti(String(tokenId))
        .setIssuedAt(secondsOf(issuedAt));
      if (expiresAt) token.setExpirationTime(secondsOf(expiresAt));
      return token.sign(key);
    },
    async verify(token) {
      if (token.length > maxLength) return undefined;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: new Date(now().epochMilliseconds),
          requiredClaims: ["sub", "jti", "iat"],
        });
        return claimsOf(payload);
      } catch {
        return undefined;
      }
    },
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

function secondsOf({ epochMilliseconds }: Temporal.Instant): number {
  return Math.floor(epochMilliseconds / 1000);
}

function instantOf(seconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(seconds * 1000);
}
