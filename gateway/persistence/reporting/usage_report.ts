import type { CallSums, ReportingSource, UsageGroup, UsageReportQuery } from "../../../core/mod.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { groupedText, groupsIn, isIn, numberedValues } from "./grouped.ts";
import type { Reading } from "./reading.ts";
import { clockAt, groupsOfClock, isByTime } from "./time_expressions.ts";
import { pieceArrays } from "./usage_stretches.ts";

interface SumRow {
  calls: string;
  errors: string;
  credits: string;
  latencies?: Uint8Array | null;
}

/** Sums of API calls, from their rollups and what is not in these yet. */
export function usageReportReads(
  reading: Reading,
  organizationId: number,
): Pick<ReportingSource, "sumCalls"> {
  return {
    sumCalls: (question) =>
      groupsIn<SumRow, CallSums>(
        reading,
        statementOf(question, organizationId),
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

// A delta stands for both kinds.
const ofCalls = "filter (where kind = 'CALLS')";
const ofErrors = "filter (where kind = 'CALLS' and status_code >= 400)";

// Response times of each group as they are kept, eight bytes each: counted in the database, they would all pass
// one process, since it expects nearly as many counts as there are times.
const latencies = `string_agg(int4send(latency_ms) || int4send(calls::int), ''::bytea)
  filter (where kind = 'LATENCY') as latencies`;

function statementOf(question: UsageReportQuery, organizationId: number) {
  const { from, values } = bucketsOf(question, organizationId);
  const text = groupedText({
    groupBy: question.groupBy,
    expressions,
    sums: `coalesce(sum(calls) ${ofCalls}, 0) as calls,
      coalesce(sum(calls) ${ofErrors}, 0) as errors,
      coalesce(sum(credits) ${ofCalls}, 0) as credits${
      question.withLatencies ? `, ${latencies}` : ""
    }`,
    from,
    having: `sum(calls) ${ofCalls} <> 0`,
  });
  return { text, values };
}

/** How many calls took how long, from the milliseconds and the numbers of calls in turn. */
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

const columns =
  "kind, environment, api_key_id, route_template, status_code, latency_ms, calls, credits";

/**
 * The buckets of a period with what the clock showed: of its day ranges, or of every quarter of an hour where hours
 * are told apart. Each piece is read by itself: the planner would otherwise join them over all that there is.
 */
function bucketsOf(question: UsageReportQuery, organizationId: number) {
  const { from, to, offsets, environment, groupBy, dayRanges, withLatencies } = question;
  const { values, valueOf } = numberedValues(organizationId, instantValue(from), instantValue(to));
  const within = isIn(environment, valueOf);
  const kinds = withLatencies ? ["CALLS", "LATENCY"] : ["CALLS"];
  const kindsIn = kinds.map((kind) => `'${kind}'`).join(", ");
  const clock = isByTime(groupBy) ? clockAt("bucket", offsets, valueOf) : "0";
  const ofPeriod = `organization_id = $1 and bucket >= $2::timestamptz and bucket < $3::timestamptz
    ${within}`;
  const byQuarter = `
    select ${clock} as clock, ${columns}
    from usage_rollups where ${ofPeriod} and kind in (${kindsIn}) and span_minutes = 15`;
  const byPiece = () => `
    select side.clock, kind, environment, api_key_id, route_template, status_code, latency_ms,
      sign * calls as calls, sign * credits as credits
    from unnest(${placeholdersOf(pieceArrays(dayRanges), valueOf)})
      as piece (minutes, start, stop, add_to, take_from)
    cross join lateral (
      select ${columns} from usage_rollups
      where organization_id = $1 and kind in (${kindsIn}) and span_minutes = minutes
        and bucket >= start and bucket < stop ${within}
      offset 0
    ) bucket
    cross join lateral (values (add_to, 1), (take_from, -1)) as side (clock, sign)
    where side.clock is not null`;
  const buckets = `(
    ${groupBy.includes("HOUR_OF_DAY") ? byQuarter : byPiece()}
    union all
    select ${clock}, ${columns} from usage_deltas cross join unnest(array[${kindsIn}]) as kind
    where ${ofPeriod}
  ) buckets`;
  return { from: buckets, values };
}

const pieceTypes = ["int", "timestamptz", "timestamptz", "float8", "float8"];

function placeholdersOf(arrays: unknown[][], valueOf: (value: unknown) => string): string {
  return arrays.map((array, i) => `${valueOf(array)}::${pieceTypes[i]}[]`).join(", ");
}
