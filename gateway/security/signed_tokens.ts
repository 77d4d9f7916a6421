import { type JWTPayload, jwtVerify, SignJWT } from "jose";

/** Makes the texts of one kind of token and knows its own again; `T` is what one says. */
export interface SignedTokens<T> {
  sign(claims: JWTPayload): Promise<string>;
  /** What a token says; undefined for one that is expired, changed, of another kind or not ours. Never throws. */
  verify(token: string): Promise<T | undefined>;
}

const algorithm = "HS256";
const issuer = "appointment-booking";
// Ours have some 300 characters; longer texts are not worth decoding.
const maxLength = 4096;

/**
 * JWTs of one audience, which tells the kinds apart: a token of one surface opens no other. One without each of
 * the `required` claims is none, nor one that `read` cannot read. `now` is the clock by which they expire.
 */
export function createSignedTokens<T>(
  { key, audience, required, read, now }: {
    key: Uint8Array;
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
        .sign(key),
    async verify(token) {
      if (token.length > maxLength) return undefined;
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
        return undefined;
      }
    },
  };
}

/** An instant as tokens say it, cut off to whole seconds. */
export function secondsOf({ epochMilliseconds }: Temporal.Instant): number {
  return Math.floor(epochMilliseconds / 1000);
}
