import type { ListedApiKey } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { numberOf } from "../relay.ts";
import { EnvironmentType, ScopeType } from "./enums.ts";

/** A key of the public API, revoked or not; a field may resolve to its REST id. */
export const ApiKeyType = builder.loadableNodeRef("ApiKey", {
  id: { resolve: ({ id }: ListedApiKey) => id, parse: numberOf },
  load: (ids: number[], { reports }) => reports.byIds("apiKeys", ids),
  toKey: ({ id }) => id,
  sort: true,
  cacheResolved: true,
});

ApiKeyType.implement({
  description: "A key of the public API; the key itself is never shown.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    name: t.exposeString("name", { description: "What it is called." }),
    maskedKey: t.exposeString("maskedKey", {
      description: "How the key begins and ends: `mk_live_****a1B2`.",
    }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "What it books.",
    }),
    scopes: t.expose("scopes", { type: [ScopeType], description: "What it may do." }),
    rateLimitPerHour: t.exposeInt("rateLimitPerHour", {
      description: "How many requests it may make in an hour.",
    }),
    isActive: t.boolean({
      description: "Whether it can be used; false once it is revoked.",
      resolve: ({ revokedAt }) => revokedAt === null,
    }),
    createdAt: t.expose("createdAt", { type: "DateTime", description: "When it was made." }),
    lastUsedAt: t.expose("lastUsedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was last used, at most 5 s late; null if it never was.",
    }),
    revokedAt: t.expose("revokedAt", {
      type: "DateTime",
      nullable: true,
      description: "When it was revoked; null if it was not.",
    }),
  }),
});

const ApiKeyFilter = builder.inputType("ApiKeyFilter", {
  description: "Which keys are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    environment: t.field({ type: EnvironmentType, description: "Only those of this one." }),
    isActive: t.boolean({ description: "Only those that can be used, or only revoked ones." }),
  }),
});

builder.queryField("apiKeys", (t) =>
  t.connection({
    type: ApiKeyType,
    description: "The keys, revoked ones too, by their ids in the REST API, the oldest first.",
    args: { filter: t.arg({ type: ApiKeyFilter, description: "Which of them; all if left out." }) },
    resolve: (_, asked, { reports }) => reports.page("apiKeys", asked),
  }, builder.connectionObject({ type: ApiKeyType, name: "ApiKeyConnection" })));
