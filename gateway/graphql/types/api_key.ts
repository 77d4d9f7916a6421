import type { ListedApiKey } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { EnvironmentType, ScopeType } from "./enums.ts";

/** A key of the public API, revoked or not. A field may resolve to its REST id. */
export const ApiKeyType = builder.loadableNodeRef("ApiKey", {
  id: { resolve: ({ id }: ListedApiKey) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("apiKeys", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

ApiKeyType.implement({
  description: "An API key of the public API. The key itself is never shown.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    name: t.exposeString("name", { description: "The name." }),
    maskedKey: t.exposeString("maskedKey", {
      description: "The start and the end of the key: `mk_live_****a1B2`.",
    }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment that the key books in.",
    }),
    scopes: t.expose("scopes", { type: [ScopeType], description: "The permissions of the key." }),
    rateLimitPerHour: t.exposeInt("rateLimitPerHour", {
      description: "The maximum number of requests per hour.",
    }),
    isActive: t.boolean({
      description: "False after the key was revoked. A key also stops working at its end.",
      resolve: ({ revokedAt }) => revokedAt === null,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "The time of creation." }),
    lastUsedAt: t.expose("lastUsedAt", {
      type: "DateTime",
      nullable: true,
      description:
        "When the key was last used, with a delay of at most 5 s. Null if it was never used.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When the key was revoked. Null if it was not revoked.",
    }),
    expiresAt: t.expose("expiresAt", {
      type: "DateTime",
      nullable: true,
      description: "From then on the key is refused. Null if it has no end.",
    }),
  }),
});

const ApiKeyFilter = builder.inputType("ApiKeyFilter", {
  description: "Filters the API keys. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    isActive: t.boolean({
      description: "True returns only keys that are not revoked, false only revoked keys.",
    }),
  }),
});

builder.queryField("apiKeys", (t) =>
  t.connection({
    type: ApiKeyType,
    description:
      "The API keys, including revoked ones, ordered by REST id. The oldest comes first.",
    args: { filter: t.arg({ type: ApiKeyFilter, description: "The filter. The default is all." }) },
    resolve: (_, args, { reports }) => reports.page("apiKeys", args),
  }, builder.connectionObject({ type: ApiKeyType, name: "ApiKeyConnection" })));
