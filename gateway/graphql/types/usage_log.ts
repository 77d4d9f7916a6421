import type { CallRef, ListedCall } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { ApiKeyType } from "./api_key.ts";
import { EnvironmentType } from "./enums.ts";

// The log is kept by time, so a ref holds both.
const keyOf = ({ timestamp, id }: CallRef) => `${timestamp.epochMilliseconds}-${id}`;

const UsageLogType = builder.loadableNodeRef("UsageLog", {
  id: { resolve: (call: ListedCall) => keyOf(call) },
  load: (keys: string[], { reports }) => reports.calls(keys.flatMap(refOf)),
  toKey: keyOf,
  sort: true,
  cacheResolved: true,
});

function refOf(key: string): CallRef[] {
  const [, ms, id] = /^([1-9]\d{0,14})-(\d+)$/.exec(key) ?? [];
  if (ms === undefined || id === undefined) return [];
  return [{ timestamp: Temporal.Instant.fromEpochMilliseconds(Number(ms)), id: numberOf(id) }];
}

UsageLogType.implement({
  description: "A request that was made with an API key, refused ones too; kept 400 days.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "Its id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment of its key.",
    }),
    endpoint: t.exposeString("endpoint", {
      description: "The path as it was called, without the query.",
    }),
    routeTemplate: t.exposeString("routeTemplate", {
      description: "Its method and route: `GET /api/v1/appointments/{id}`.",
    }),
    method: t.exposeString("method", { description: "The HTTP method." }),
    statusCode: t.exposeInt("statusCode", { description: "The HTTP status of the answer." }),
    creditsConsumed: t.exposeInt("creditsConsumed", { description: "Credits that it cost." }),
    responseTimeMs: t.exposeInt("responseTimeMs", {
      description: "How long it took, in milliseconds.",
    }),
    timestamp: t.expose("timestamp", { type: "DateTime", description: "When it arrived." }),
    ipAddress: t.exposeString("ipAddress", { description: "From where it came." }),
    userAgent: t.exposeString("userAgent", { description: "What made it; empty if unknown." }),
    apiKey: t.field({
      type: ApiKeyType,
      description: "The key that it was made with.",
      resolve: ({ apiKeyId }) => apiKeyId,
    }),
  }),
});

const UsageLogFilter = builder.inputType("UsageLogFilter", {
  description: "Which calls are listed; what is null or left out does not narrow the list.",
  fields: (t) => ({
    environment: t.field({ type: EnvironmentType, description: "Only those of this one." }),
    apiKeyId: t.id({ description: "Only calls with this key, by its id or its REST id." }),
    endpoint: t.string({
      description: "Only calls of this route template, or of this path: a route's own path means " +
        "all calls of that route, any other path is meant as it was called.",
    }),
    statusCode: t.int({ description: "Only calls answered with this HTTP status." }),
    from: t.field({ type: "DateTime", description: "Only calls that arrived then or later." }),
    to: t.field({ type: "DateTime", description: "Only calls that arrived before then." }),
  }),
});

builder.queryField("usageLogs", (t) =>
  t.connection({
    type: UsageLogType,
    description: "The calls of the public API of both environments, the latest first.",
    args: {
      filter: t.arg({ type: UsageLogFilter, description: "Which of them; all if left out." }),
    },
    resolve: (_, { filter, ...page }, { reports }) =>
      reports.page("usageLogs", {
        ...page,
        filter: { ...filter, apiKeyId: idIn("ApiKey", filter?.apiKeyId) },
      }),
  }, builder.connectionObject({ type: UsageLogType, name: "UsageLogConnection" })));
