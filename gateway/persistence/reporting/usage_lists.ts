import type { ListedCall } from "../../../core/mod.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import { timestamptzOf } from "../usage/usage_spans.ts";
import { conditionsBy, given, type ListSource } from "./list_source.ts";
import { findUsageSpans } from "./usage_spans_of_page.ts";

type CallRow = Omit<ListedCall, "id" | "timestamp"> & { id: string; timestamp: string };

const columns = `a.id, a.api_key_id as "apiKeyId", a.environment, a.endpoint,
  a.route_template as "routeTemplate", a.method, a.status_code as "statusCode",
  a.credits_consumed as "creditsConsumed", a.response_time_ms as "responseTimeMs", a.timestamp,
  a.ip_address as "ipAddress", a.user_agent as "userAgent"`;

const routePath = "split_part(a.route_template, ' ', 2)";

/** The log of usage. What is narrowed is read where the rollups say that it is. */
export const usageLogs: ListSource<"usageLogs", CallRow> = {
  table: "usage_entries",
  columns,
  orders: { TIMESTAMP: [["timestamp", "timestamptz"], ["id", "bigint"]] },
  owners: {},
  async conditions(query, { valueOf, organizationId, rows }) {
    const { environment, apiKeyId, endpoint, statusCode, from, to } = query.filter;
    const { is, names, between } = conditionsBy(valueOf);
    const where = [
      ...is("environment", "text", environment),
      ...names("api_key_id", "api_keys", apiKeyId),
      ...is("status_code", "int", statusCode),
      ...between("timestamp", { from, to }),
    ];
    const isNarrowed = [environment, apiKeyId, endpoint, statusCode].some((value) =>
      value !== null && value !== undefined
    );
    if (!isNarrowed) return { where };
    const { spans, isByPath } = await findUsageSpans(rows, organizationId, query);
    const held = spans.map(({ start, stop }) =>
      `a.timestamp >= '${timestamptzOf(start)}' and a.timestamp < '${timestamptzOf(stop)}'`
    );
    const ofEndpoint = given(endpoint, (endpoint) => endpointIs(endpoint, isByPath, valueOf));
    return { where: [...where, ...ofEndpoint], parts: held.length > 0 ? held : ["false"] };
  },
  item: callOf,
};

// A path that is no route's has an index, which knows it by this condition.
function endpointIs(
  endpoint: string,
  isByPath: boolean,
  valueOf: (value: unknown) => string,
): string {
  const value = `${valueOf(endpoint)}::text`;
  if (isByPath) return `a.endpoint = ${value} and a.endpoint <> ${routePath}`;
  return endpoint.includes(" ") ? `a.route_template = ${value}` : `${routePath} = ${value}`;
}

/** Calls by time and id. OFFSET 0 keeps each lookup from becoming one join over the whole log. */
export const findCalls: Statement<CallRow> = {
  text: `
    select found.*
    from unnest($2::timestamptz[], $3::bigint[]) as asked (timestamp, id)
    cross join lateral (
      select ${columns} from usage_entries a
      where a.organization_id = $1 and a.timestamp = asked.timestamp and a.id = asked.id
      offset 0
    ) found`,
};

/** The call of a row. */
export function callOf({ id, timestamp, ...row }: CallRow): ListedCall {
  return { ...row, id: Number(id), timestamp: instantFromDatabase(timestamp) };
}
