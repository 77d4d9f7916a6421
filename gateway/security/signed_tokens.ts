import type { JWTPayload } from "jose";
// Not "jose" itself, which loads encryption and key sets as well.
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";

/** Signs and verifies one kind of token. `T` is the content of a token. */
export interface SignedTokens<T> {
  sign(claims: JWTPayload): Promise<string>;
  /** Returns the content of a token, or undefined if it is expired, changed, of another kind or foreign. Never throws. */
  verify(token: string): Promise<T | undefined>;
}

const algorithm = "HS256";
const issuer = "appointment-booking";
// Our tokens have about 300 characters. Much longer texts are not decoded.
const maxLength = 4096;

/**
 * Creates JWTs of one audience. The audience separates the kinds: a token of one surface is invalid on the others. A token
 * is invalid without all `required` claims, or if `read` returns undefined. The first key signs, and all verify. `now` is
 * the clock for their expiry.
 */
export function createSignedTokens<T>(
  { keys, audience, required, read, now }: {
    keys: readonly Uint8Array[];
    audience: string;
    required: string[];
    read(payload: JWTPayload): T | undefined;
    now(): Temporal.Instant;
  },
): SignedTokens<T> {
  return {
    sign: (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: "JWT" })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(keys[0]!),
    async verify(token) {
      if (token.length > maxLength) return undefined;
      for (const key of keys) {
        try {
          const { payload } = await jwtVerify(token, key, {
            algorithms: [algorithm],
            issuer,
            audience,
            currentDate: new Date(now().epochMilliseconds),
            requiredClaims: required,
          });
          return read(payload);
        } catch {
          // Another key may have signed it.
        }
      }
      return undefined;
    },
  };
}

/** Returns an instant in whole seconds, as tokens have it. Rounds down. */
export function secondsOf({ epochMilliseconds }: Temporal.Instant): number {
  return Math.floor(epochMilliseconds / 1000);
}
