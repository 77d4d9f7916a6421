import type {
  CallSums,
  ReportingSource,
  UsageGroup,
  UsageReportQuery,
} from "../../../core/ports.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { groupedText, groupsIn, isIn, numberedValues } from "./grouped.ts";
import type { Reading } from "./reading.ts";
import { clockAt, groupsOfClock, isByTime } from "./time_expressions.ts";
import { bucketRangeArrays } from "./usage_day_ranges.ts";

interface SumRow {
  calls: string;
  errors: string;
  credits: string;
  latencies?: Uint8Array | null;
}

/** Sums up API calls from their rollups and from the deltas that are not compacted yet. */
export function usageReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "sumCalls"> {
  return {
    sumCalls: (query) =>
      groupsIn<SumRow, CallSums>(
        reading,
        statementOf(query, organizationId),
        ({ calls, errors, credits, latencies }) => ({
          calls: Number(calls),
          errors: Number(errors),
          credits: Number(credits),
          callsByLatencyMs: countsFrom(latencies ?? null),
        }),
      ),
  };
}

const expressions = {
  ...groupsOfClock("clock"),
  ENVIRONMENT: "environment",
  API_KEY: "api_key_id",
  ENDPOINT: "route_template",
} satisfies Record<UsageGroup, string>;

// A delta counts for each kind that is read.
const ofErrors = "filter (where kind = 'CALLS' and status_code >= 400)";

// The response times of each group, as 8 bytes for each rollup: milliseconds and number of calls. Why not group by them
// in the database: nearly every row would be a group of its own.
const latencies = `string_agg(int4send(latency_ms) || int4send(calls::int), ''::bytea)
  filter (where kind = 'LATENCY') as latencies`;

function statementOf(query: UsageReportQuery, organizationId: number) {
  const { from, values } = bucketsOf(query, organizationId);
  const ofCalls = `filter (where kind = '${isOfTotals(query) ? "TOTAL" : "CALLS"}')`;
  const text = groupedText({
    groupBy: query.groupBy,
    expressions,
    sums: `coalesce(sum(calls) ${ofCalls}, 0) as calls,
      coalesce(sum(calls) ${ofErrors}, 0) as errors,
      coalesce(sum(credits) ${ofCalls}, 0) as credits${
      query.withLatencies ? `, ${latencies}` : ""
    }`,
    from,
    having: `sum(calls) ${ofCalls} <> 0`,
  });
  return { text, values };
}

/** Reads the pairs of milliseconds and number of calls. Returns the number of calls by milliseconds. */
function countsFrom(bytes: Uint8Array | null): Map<number, number> {
  const counts = new Map<number, number>();
  if (!bytes) return counts;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; at += 8) {
    const latencyMs = view.getInt32(at);
    counts.set(latencyMs, (counts.get(latencyMs) ?? 0) + view.getInt32(at + 4));
  }
  return counts;
}

/**
 * Whether calls and credits can be read from TOTAL rollups. They are the fewest, but have no keys and no endpoints, and no
 * sums of days. The errors are still read from CALLS.
 */
function isOfTotals({ groupBy }: UsageReportQuery): boolean {
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
function bucketsOf(query: UsageReportQuery, organizationId: number) {
  const { from, to, offsets, environment, groupBy, dayRanges, withLatencies } = query;
  const { values, valueOf } = numberedValues(organizationId, instantValue(from), instantValue(to));
  const within = isIn(environment, valueOf);
  const hasTotals = isOfTotals(query);
  const kinds = [...hasTotals ? ["TOTAL"] : [], "CALLS", ...withLatencies ? ["LATENCY"] : []];
  const kindsIn = kinds.map((kind) => `'${kind}'`).join(", ");
  const clock = isByTime(groupBy) ? clockAt("bucket", offsets, valueOf) : "0";
  const ofPeriod = `organization_id = $1 and bucket >= $2::timestamptz and bucket < $3::timestamptz
    ${within}`;
  const byQuarter = () =>
    kinds.map((kind) => `
    select ${clock} as clock, ${columns}
    from usage_rollups where ${ofPeriod} and span_minutes = 15 and kind = '${kind}'
      ${hasTotals && kind === "CALLS" ? "and status_code >= 400" : ""}`).join(" union all ");
  const byDayRange = () => `
    select side.clock, kind, environment, api_key_id, route_template, status_code, latency_ms,
      sign * calls as calls, sign * credits as credits
    from unnest(${placeholdersOf(bucketRangeArrays(dayRanges), valueOf)})
      as part (minutes, start, stop, add_to, take_from)
    cross join lateral (
      select ${columns} from usage_rollups
      where organization_id = $1 and kind in (${kindsIn}) and span_minutes = minutes
        and bucket >= start and bucket < stop ${within}
      offset 0
    ) bucket
    cross join lateral (values (add_to, 1), (take_from, -1)) as side (clock, sign)
    where side.clock is not null`;
  const buckets = `(
    ${groupBy.includes("HOUR_OF_DAY") ? byQuarter() : byDayRange()}
    union all
    select ${clock}, ${columns} from usage_deltas cross join unnest(array[${kindsIn}]) as kind
    where ${ofPeriod}
  ) buckets`;
  return { from: buckets, values };
}

const bucketRangeTypes = ["int", "timestamptz", "timestamptz", "float8", "float8"];

function placeholdersOf(arrays: unknown[][], valueOf: (value: unknown) => string): string {
  return arrays.map((array, i) => `${valueOf(array)}::${bucketRangeTypes[i]}[]`).join(", ");
}
