import { divideDays, type Group, instantsOf, type ReportQuery } from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { floatsOf, isIn, type ReportStatement, type ValueOf } from "./grouped.ts";
import { clockIn, groupsOfClock } from "./time_expressions.ts";
import { bucketRangeArrays } from "./usage_day_ranges.ts";

// A delta counts for each kind that is read.
const ofErrors = "filter (where kind = 'CALLS' and status_code >= 400)";

/** Sums up API calls from their rollups and from the deltas that are not compacted yet. */
export const usageStatement: ReportStatement<"usageReport"> = (query, valueOf) => {
  const ofCalls = `filter (where kind = '${isOfTotals(query) ? "TOTAL" : "CALLS"}')`;
  return {
    keys: {
      ...groupsOfClock("clock"),
      ENVIRONMENT: "environment",
      API_KEY: "api_key_id",
      ENDPOINT: "route_template",
    },
    sums: {
      calls: `coalesce(sum(calls) ${ofCalls}, 0)`,
      errors: `coalesce(sum(calls) ${ofErrors}, 0)`,
      credits: `coalesce(sum(credits) ${ofCalls}, 0)`,
    },
    // Milliseconds and number of calls of each rollup. Why not group by them in the database: nearly every row would be
    // a group of its own.
    times: { latencies: `${floatsOf("latency_ms", "calls")} filter (where kind = 'LATENCY')` },
    from: bucketsOf(query, valueOf),
    having: `sum(calls) ${ofCalls} <> 0`,
  };
};

/**
 * Whether calls and credits can be read from TOTAL rollups. They are the fewest, but have no keys and no endpoints, and no
 * sums of days. The errors are still read from CALLS.
 */
function isOfTotals({ groupBy }: { groupBy: readonly Group[] }): boolean {
  return groupBy.includes("HOUR_OF_DAY") && !groupBy.includes("API_KEY") &&
    !groupBy.includes("ENDPOINT");
}

const columns =
  "kind, environment, api_key_id, route_template, status_code, latency_ms, calls, credits";

/**
 * Returns the FROM clause that gives the rollups of a period, each with a local time (`clock`): the start of its day range,
 * or of its quarter hour if the report groups by hour. LATERAL makes the planner read each range by itself. Otherwise it
 * may join the ranges with all rollups.
 */
function bucketsOf(query: ReportQuery, valueOf: ValueOf): string {
  const { environment, groupBy, timeZone, withTimes } = query;
  const period = instantsOf(query, timeZone);
  const [from, to] = [period.from, period.to].map((at) => valueOf(instantValue(at)));
  const within = isIn(environment, valueOf);
  const hasTotals = isOfTotals(query);
  const kinds = [...hasTotals ? ["TOTAL"] : [], "CALLS", ...withTimes ? ["LATENCY"] : []];
  const kindsIn = kinds.map((kind) => `'${kind}'`).join(", ");
  const clock = clockIn("bucket", query, valueOf);
  const ofPeriod =
    `organization_id = $1 and bucket >= ${from}::timestamptz and bucket < ${to}::timestamptz
    ${within}`;
  const byQuarter = () =>
    kinds.map((kind) => `
    select ${clock} as clock, ${columns}
    from usage_rollups where ${ofPeriod} and span_minutes = 15 and kind = '${kind}'
      ${hasTotals && kind === "CALLS" ? "and status_code >= 400" : ""}`).join(" union all ");
  const byDayRange = () => `
    select side.clock, kind, environment, api_key_id, route_template, status_code, latency_ms,
      sign * calls as calls, sign * credits as credits
    from unnest(${placeholdersOf(bucketRangeArrays(divideDays(query, groupBy, timeZone)), valueOf)})
      as part (minutes, start, stop, add_to, take_from)
    cross join lateral (
      select ${columns} from usage_rollups
      where organization_id = $1 and kind in (${kindsIn}) and span_minutes = minutes
        and bucket >= start and bucket < stop ${within}
      offset 0
    ) bucket
    cross join lateral (values (add_to, 1), (take_from, -1)) as side (clock, sign)
    where side.clock is not null`;
  return `(
    ${groupBy.includes("HOUR_OF_DAY") ? byQuarter() : byDayRange()}
    union all
    select ${clock}, ${columns} from usage_deltas cross join unnest(array[${kindsIn}]) as kind
    where ${ofPeriod}
  ) buckets`;
}

const bucketRangeTypes = ["int", "timestamptz", "timestamptz", "float8", "float8"];

function placeholdersOf(arrays: unknown[][], valueOf: ValueOf): string {
  return arrays.map((array, i) => `${valueOf(array)}::${bucketRangeTypes[i]}[]`).join(", ");
}
