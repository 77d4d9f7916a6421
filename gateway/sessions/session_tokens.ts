import { createSignedTokens, secondsOf } from "./signed_tokens.ts";

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
