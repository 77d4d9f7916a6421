import { mapAtPace, type Pace } from "../heavy_work.ts";
import { divideDays, noKeys, type RowKeys, sortRows } from "./groups.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import { instantsOf, zoneOffsets } from "./zone_offsets.ts";
import type { CallCounts, CallSums, UsageGroup } from "./report_queries.ts";

/** A row of the report of API calls. */
export interface UsageReportRow extends RowKeys, CallCounts {
  /** From 0 to 1; null without calls. */
  successRate: number | null;
  /** Null without calls, and with the groups key and endpoint. */
  p50Ms: number | null;
  p95Ms: number | null;
  p99Ms: number | null;
}

/** Input of the report of API calls. */
export interface UsageReportInput extends ReportInput<UsageGroup> {
  /** Whether to compute percentiles. They take as long as the rest of the report. */
  withPercentiles: boolean;
}

/** Sums the API calls of a period (core/reporting/README.md 7). Throws VALIDATION_ERROR on `to` or `groupBy`. */
export async function usageReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: UsageReportInput,
  pace: Pace,
): Promise<UsageReportRow[]> {
  const { environment, groupBy, withPercentiles, ...days } = parseReportInput(input);
  const period = instantsOf(days, timeZone);
  const offsets = zoneOffsets(timeZone, period);
  const dayRanges = divideDays(days, groupBy, timeZone);
  const isByCall = groupBy.includes("API_KEY") || groupBy.includes("ENDPOINT");
  const withLatencies = withPercentiles && !isByCall;
  const query = { ...period, offsets, environment, groupBy, dayRanges, withLatencies };
  const { rows, total } = await source.sumCalls(query);
  if (total > maxRows) throw tooManyRows(total);
  const sums = rows.length === 0 && groupBy.length === 0 ? [nothing()] : rows;
  return sortRows(await mapAtPace(sums, pace, rowOf), groupBy);
}

function rowOf({ callsByLatencyMs, ...row }: RowKeys & CallSums): UsageReportRow {
  const counts = [...callsByLatencyMs].sort(([a], [b]) => a - b);
  return {
    ...row,
    successRate: row.calls === 0 ? null : (row.calls - row.errors) / row.calls,
    p50Ms: percentileOf(counts, 50),
    p95Ms: percentileOf(counts, 95),
    p99Ms: percentileOf(counts, 99),
  };
}

function nothing(): RowKeys & CallSums {
  return { ...noKeys, calls: 0, errors: 0, credits: 0, callsByLatencyMs: new Map() };
}

/** Returns a percentile by nearest rank, or null without calls. */
function percentileOf(
  callsByLatencyMs: readonly (readonly [latencyMs: number, calls: number])[],
  percent: number,
): number | null {
  const rank = Math.ceil(
    callsByLatencyMs.reduce((sum, [, calls]) => sum + calls, 0) * percent / 100,
  );
  let counted = 0;
  const reached = callsByLatencyMs.find(([, calls]) => (counted += calls) >= rank);
  return rank === 0 ? null : reached![0];
}
