import type { ListedCall } from "../../../core/ports.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import { timestamptzOf } from "../usage/usage_ranges.ts";
import { conditionsBy, given, type ListSource } from "./list_source.ts";
import { findUsageRanges } from "./usage_ranges_of_page.ts";

type CallRow = Omit<ListedCall, "id" | "timestamp"> & { id: string; timestamp: string };

const columns = `a.id, a.api_key_id as "apiKeyId", a.environment, a.endpoint,
  a.route_template as "routeTemplate", a.method, a.status_code as "statusCode",
  a.credits_consumed as "creditsConsumed", a.response_time_ms as "responseTimeMs", a.timestamp,
  a.ip_address as "ipAddress", a.user_agent as "userAgent"`;

const routePath = "split_part(a.route_template, ' ', 2)";

/** The usage log. If a filter narrows it, the rollups show where the matching entries are. */
export const usageLogs: ListSource<"usageLogs", CallRow> = {
  table: "usage_entries",
  columns,
  orders: { TIMESTAMP: [["timestamp", "timestamptz"], ["id", "bigint"]] },
  owners: {},
  async conditions(query, { valueOf, organizationId, rows }) {
    const { environment, apiKeyId, endpoint, statusCode, from, to } = query.filter;
    const { is, between } = conditionsBy(valueOf);
    const where = [
      ...is("environment", "text", environment),
      ...is("api_key_id", "bigint", apiKeyId),
      ...is("status_code", "int", statusCode),
      ...between("timestamp", { from, to }),
    ];
    const isNarrowed = [environment, apiKeyId, endpoint, statusCode].some((value) =>
      value !== null && value !== undefined
    );
    if (!isNarrowed) return { where };
    const { ranges, isByPath } = await findUsageRanges(rows, organizationId, query);
    const conditionsOfRanges = ranges.map(({ start, stop }) =>
      `a.timestamp >= '${timestamptzOf(start)}' and a.timestamp < '${timestamptzOf(stop)}'`
    );
    const ofEndpoint = given(endpoint, (endpoint) => endpointIs(endpoint, isByPath, valueOf));
    return {
      where: [...where, ...ofEndpoint],
      parts: conditionsOfRanges.length > 0 ? conditionsOfRanges : ["false"],
    };
  },
  item: callOf,
};

// The second condition by path is that of the index `usage_entries_by_path`.
function endpointIs(
  endpoint: string,
  isByPath: boolean,
  valueOf: (value: unknown) => string,
): string {
  const value = `${valueOf(endpoint)}::text`;
  if (isByPath) return `a.endpoint = ${value} and a.endpoint <> ${routePath}`;
  return endpoint.includes(" ") ? `a.route_template = ${value}` : `${routePath} = ${value}`;
}

/** Finds calls by time and id. OFFSET 0 makes the planner look each one up by itself. */
export const findCalls: Statement<CallRow> = {
  text: `
    select found.*
    from unnest($2::timestamptz[], $3::bigint[]) as requested (timestamp, id)
    cross join lateral (
      select ${columns} from usage_entries a
      where a.organization_id = $1 and a.timestamp = requested.timestamp and a.id = requested.id
      offset 0
    ) found`,
};

/** Converts a row to a call. */
export function callOf({ id, timestamp, ...row }: CallRow): ListedCall {
  return { ...row, id: Number(id), timestamp: instantFromDatabase(timestamp) };
}
