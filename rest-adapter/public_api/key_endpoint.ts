import { scopes } from "../../core/mod.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { ownKeySchema } from "./wire_schemas.ts";

/** Returns the caller's own key (rest-adapter/README.md 9.3). */
export const getOwnKeyEndpoint: PublicEndpoint = {
  method: "GET",
  path: "/api/v1/key",
  operationId: "getKey",
  tag: "Extensions",
  summary: "Read your own key",
  description:
    "Returns what belongs to the key of this request: its name, environment, scopes and limit, the organization, " +
    "and the credits that are left.",
  scopes,
  request: {},
  success: { status: 200, description: "The key", body: ownKeySchema },
  refusals: [],
  async handle({ application, caller, limit }) {
    const { organization, creditBalance, ...key } = await application.getOwnKey(caller);
    const rateLimit = limit &&
      { limit: limit.limit, remaining: limit.remaining, resetSeconds: limit.resetSeconds };
    return {
      status: 200,
      body: { ...key, rateLimit: rateLimit ?? null, organization, creditBalance },
    };
  },
};
