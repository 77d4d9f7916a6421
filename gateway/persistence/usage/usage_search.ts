import type { Environment, UsageFilter } from "../../../core/ports.ts";
import { type MsRange, rangeBetween } from "./usage_ranges.ts";

/** A search in the usage log of an organization. */
export interface UsageSearch {
  period: MsRange;
  /** Conditions on entries, rollups and deltas; on entries only if `isOfEntries`. */
  where: string;
  /** Whether it has a request ID or a path such as `/api/v1/appointments/7`. Rollups have neither. */
  isOfEntries: boolean;
  /** The values of the placeholders in `where`. A statement appends its own values. */
  values: unknown[];
}

/** A filter of usage, optionally of one environment. */
export interface SearchedUsage extends UsageFilter {
  environment?: Environment | null | undefined;
}

/** Returns the search of a filter whose endpoint is a route. */
export function searchByRoute(organizationId: number, filter: SearchedUsage): UsageSearch {
  const isTemplate = filter.endpoint?.includes(" ");
  const route = isTemplate ? "route_template" : "split_part(route_template, ' ', 2)";
  return searchBy(organizationId, filter, (value) => [`${route} = ${value}`]);
}

/**
 * Returns the search of a filter whose endpoint is a path with an id in it, or undefined if the filter has none. The
 * second condition is that of the index `usage_entries_by_path`, so the planner can use it.
 */
export function searchByPath(
  organizationId: number,
  filter: SearchedUsage,
): UsageSearch | undefined {
  if (filter.endpoint === null || filter.endpoint.includes(" ")) return undefined;
  const search = searchBy(organizationId, filter, (value) => [
    `endpoint = ${value}`,
    "endpoint <> split_part(route_template, ' ', 2)",
  ]);
  return { ...search, isOfEntries: true };
}

function searchBy(
  organizationId: number,
  filter: SearchedUsage,
  endpointIs: (value: string) => string[],
): UsageSearch {
  const { from, to, environment, apiKeyId, endpoint, statusCode, onlyErrors, requestId } = filter;
  const values: unknown[] = [organizationId];
  const conditions = ["organization_id = $1"];
  if (environment) conditions.push(`environment = $${values.push(environment)}`);
  if (apiKeyId !== null) conditions.push(`api_key_id = $${values.push(apiKeyId)}::bigint`);
  if (statusCode !== null) conditions.push(`status_code = $${values.push(statusCode)}::int`);
  if (onlyErrors) conditions.push("status_code >= 400");
  if (requestId !== undefined) conditions.push(`request_id = $${values.push(requestId)}::text`);
  if (endpoint !== null) conditions.push(...endpointIs(`$${values.push(endpoint)}::text`));
  const where = conditions.join(" and ");
  return { period: rangeBetween(from, to), where, isOfEntries: requestId !== undefined, values };
}
