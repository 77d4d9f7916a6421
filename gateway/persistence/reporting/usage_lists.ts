import type { ListedCall } from "../../../core/mod.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../statement.ts";
import { conditionsBy, type ListSource, type ValueOf } from "./list_source.ts";

type CallRow = Omit<ListedCall, "id" | "timestamp"> & { id: string; timestamp: string };

const columns = `a.id, a.api_key_id as "apiKeyId", a.environment, a.endpoint,
  a.route_template as "routeTemplate", a.method, a.status_code as "statusCode",
  a.credits_consumed as "creditsConsumed", a.response_time_ms as "responseTimeMs", a.timestamp,
  a.ip_address as "ipAddress", a.user_agent as "userAgent"`;

const routePath = "split_part(a.route_template, ' ', 2)";

/** The log of usage. */
export const usageLogs: ListSource<"usageLogs", CallRow> = {
  table: "usage_entries",
  columns,
  orders: { TIMESTAMP: [["timestamp", "timestamptz"], ["id", "bigint"]] },
  owners: {},
  conditions({ environment, apiKeyId, endpoint, statusCode, from, to }, { valueOf }) {
    const { is, between } = conditionsBy(valueOf);
    return {
      where: [
        ...is("environment", "text", environment),
        ...is("api_key_id", "bigint", apiKeyId),
        ...is("status_code", "int", statusCode),
        ...between("timestamp", { from, to }),
      ],
      ...(typeof endpoint === "string" && { parts: endpointIs(endpoint, valueOf) }),
    };
  },
  item: callOf,
};

// A path is that of a route, or one that was called and has an index, which knows it by the same condition.
function endpointIs(endpoint: string, valueOf: ValueOf): string[] {
  const value = `${valueOf(endpoint)}::text`;
  return endpoint.includes(" ")
    ? [`a.route_template = ${value}`]
    : [`${routePath} = ${value}`, `a.endpoint = ${value} and a.endpoint <> ${routePath}`];
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
