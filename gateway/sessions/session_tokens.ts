import { jwtVerify, SignJWT } from "jose";

/** The texts that staff's cookies hold; each names a session and proves that this service said so. */
export interface SessionTokens {
  sign(session: { sessionId: string; expiresAt: Temporal.Instant }): Promise<string>;
  /** The session's id; undefined for a token that is expired or not ours. Never throws. */
  verify(token: string): Promise<string | undefined>;
}

const algorithm = "HS256";
const issuer = "appointment-booking";
// A token of the reporting surface must not open a session, nor the other way round.
const audience = "appointment-booking/session";
// Ours has some 300 characters; longer texts are not worth decoding.
const maxLength = 4096;

/** Signs with the secret; `now` is the clock by which tokens expire. */
export function createSessionTokens(
  sessionSecret: string,
  now: () => Temporal.Instant,
): SessionTokens {
  const key = new TextEncoder().encode(sessionSecret);
  return {
    sign: ({ sessionId, expiresAt }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(Math.floor(expiresAt.epochMilliseconds / 1000))
        .sign(key),
    async verify(token) {
      if (token.length > maxLength) return undefined;
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: new Date(now().epochMilliseconds),
          // Without it a token that never expires would pass.
          requiredClaims: ["exp", "sid"],
        });
        const { sid } = payload;
        return typeof sid === "string" && sid !== "" ? sid : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
