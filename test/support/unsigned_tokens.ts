import type { SessionTokens } from "../../rest-adapter/http/mod.ts";

const prefix = "unsigned-";

/** Tokens that anybody could make, for tests that are not about them; on Web APIs, so that Deno runs it. */
export const unsignedTokens: SessionTokens = {
  sign: async ({ sessionId }) => prefix + sessionId,
  verify: async (token) => token.startsWith(prefix) ? token.slice(prefix.length) : undefined,
};
