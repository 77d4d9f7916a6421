import type { Environment, UsageFilter } from "../../../core/mod.ts";
import { type Span, spanBetween } from "./usage_spans.ts";

/** What is looked for in the log of an organization. */
export interface UsageSearch {
  period: Span;
  /** Conditions on entries, on rollups and on deltas alike; `byPath` on entries alone. */
  where: string;
  /** Whether the endpoint is that of entries, which no rollup tells apart. */
  isByPath: boolean;
  /** The values of the placeholders in `where`; a statement adds its own behind them. */
  values: unknown[];
}

/** A filter of usage, which may be of one environment alone. */
export interface SearchedUsage extends UsageFilter {
  environment?: Environment | null | undefined;
}

/** The search for what a filter means, an endpoint being a route's. */
export function searchByRoute(organizationId: number, filter: SearchedUsage): UsageSearch {
  const isTemplate = filter.endpoint?.includes(" ");
  const route = isTemplate ? "route_template" : "split_part(route_template, ' ', 2)";
  return searchBy(organizationId, filter, (value) => [`${route} = ${value}`]);
}

/**
 * The search for what a filter means, an endpoint being a path that is no route's own: those entries have an
 * index, which knows them by this condition. Undefined where the filter has no such path.
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
  return { ...search, isByPath: true };
}

function searchBy(
  organizationId: number,
  { from, to, environment, apiKeyId, endpoint, statusCode }: SearchedUsage,
  endpointIs: (value: string) => string[],
): UsageSearch {
  const values: unknown[] = [organizationId];
  const conditions = ["organization_id = $1"];
  if (environment) conditions.push(`environment = $${values.push(environment)}`);
  if (apiKeyId !== null) conditions.push(`api_key_id = $${values.push(apiKeyId)}::bigint`);
  if (statusCode !== null) conditions.push(`status_code = $${values.push(statusCode)}::int`);
  if (endpoint !== null) conditions.push(...endpointIs(`$${values.push(endpoint)}::text`));
  const where = conditions.join(" and ");
  return { period: spanBetween(from, to), where, isByPath: false, values };
}
