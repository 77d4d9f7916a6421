import type { UsageEntry } from "../../../core/mod.ts";

/** What differs from entry to entry, in the order of `usageArrays`. */
export const usageColumns = `organization_id, api_key_id, environment, endpoint, route_template,
  method, status_code, credits_consumed, response_time_ms, timestamp, ip_address, user_agent`;

const types = [
  "int[]",
  "int[]",
  "text[]",
  "text[]",
  "text[]",
  "text[]",
  "int[]",
  "int[]",
  "int[]",
  "timestamptz[]",
  "text[]",
  "text[]",
];

/** The placeholders of `usageArrays`, the first of them `$first`, for `unnest`. */
export function usagePlaceholders(first: number): string {
  return types.map((type, i) => `$${first + i}::${type}`).join(", ");
}

/** The entries column by column, as `unnest` takes them. */
export function usageArrays(entries: readonly UsageEntry[]): unknown[][] {
  return [
    entries.map((entry) => entry.organizationId),
    entries.map((entry) => entry.apiKeyId),
    entries.map((entry) => entry.environment),
    entries.map((entry) => entry.endpoint),
    entries.map((entry) => entry.routeTemplate),
    entries.map((entry) => entry.method),
    entries.map((entry) => entry.statusCode),
    entries.map((entry) => entry.creditsConsumed),
    entries.map((entry) => entry.responseTimeMs),
    entries.map((entry) => entry.timestamp.toString()),
    entries.map((entry) => entry.ipAddress),
    entries.map((entry) => entry.userAgent),
  ];
}
