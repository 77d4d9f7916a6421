import type { CallRef, ListedCall } from "../../../core/mod.ts";
import { builder } from "../builder.ts";
import { idIn, numberOf } from "../relay.ts";
import { ApiKeyType } from "./api_key.ts";
import { daysArgs, replacedByDays } from "./days.ts";
import { EnvironmentType } from "./enums.ts";

// The log is partitioned by time, so the id contains the timestamp too.
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
  description:
    "A request with an API key, including refused requests. The service keeps it for 400 days.",
  fields: (t) => ({
    restId: t.exposeID("id", { description: "The id in the REST API." }),
    environment: t.expose("environment", {
      type: EnvironmentType,
      description: "The environment of the API key.",
    }),
    endpoint: t.exposeString("endpoint", {
      description: "The requested path, without the query string.",
    }),
    routeTemplate: t.exposeString("routeTemplate", {
      description: "The method and route: `GET /api/v1/appointments/{id}`.",
    }),
    method: t.exposeString("method", { description: "The HTTP method." }),
    statusCode: t.exposeInt("statusCode", { description: "The HTTP status of the answer." }),
    creditsConsumed: t.exposeInt("creditsConsumed", {
      description: "The credits that the request consumed.",
    }),
    responseTimeMs: t.exposeInt("responseTimeMs", {
      description: "The response time in milliseconds.",
    }),
    timestamp: t.expose("timestamp", {
      type: "DateTime",
      description: "When the request arrived.",
    }),
    ipAddress: t.exposeString("ipAddress", { description: "The caller's IP address." }),
    userAgent: t.exposeString("userAgent", {
      description: "The User-Agent header. Empty if it was missing.",
    }),
    apiKey: t.field({
      type: ApiKeyType,
      description: "The API key of the request.",
      resolve: ({ apiKeyId }) => apiKeyId,
    }),
  }),
});

const UsageLogFilter = builder.inputType("UsageLogFilter", {
  description: "Filters the calls. Null or omitted fields do not filter.",
  fields: (t) => ({
    environment: t.field({
      type: EnvironmentType,
      description: "Returns only items of this environment.",
    }),
    apiKeyId: t.id({
      description: "Returns only calls with this API key. Takes the global id or the REST id.",
    }),
    endpoint: t.string({
      description: "Returns only calls of this route template or path. The path of a route " +
        "selects all calls of that route. Any other path must equal the requested path.",
    }),
    statusCode: t.int({
      description: "Returns only calls that were answered with this HTTP status.",
    }),
    from: t.field({
      type: "DateTime",
      description: "Returns only calls that arrived at this time or later.",
      ...replacedByDays.from,
    }),
    to: t.field({
      type: "DateTime",
      description: "Returns only calls that arrived before this time.",
      ...replacedByDays.to,
    }),
  }),
});

builder.queryField("usageLogs", (t) =>
  t.connection({
    type: UsageLogType,
    description: "The calls of the public API in both environments. The latest comes first.",
    args: {
      ...daysArgs("calls that arrived"),
      filter: t.arg({ type: UsageLogFilter, description: "The filter. The default is all." }),
    },
    resolve: (_, { filter, ...page }, { reports }) =>
      reports.page("usageLogs", {
        ...page,
        filter: { ...filter, apiKeyId: idIn("ApiKey", filter?.apiKeyId) },
      }),
  }, builder.connectionObject({ type: UsageLogType, name: "UsageLogConnection" })));
