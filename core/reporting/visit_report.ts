import { mapAtPace, type Pace } from "../heavy_work.ts";
import { noKeys, type RowKeys, sortRows } from "./groups.ts";
import { takePercentile } from "./ranked.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import type { VisitCounts, VisitCountsRow, VisitGroup } from "./report_queries.ts";
import { instantsAround, zoneOffsets } from "./zone_offsets.ts";

/** A row of the report of visits. */
export interface VisitReportRow extends RowKeys, VisitCounts {
  /** Percentiles of the seconds from the arrival to the first call; null if nobody was called, or if not requested. */
  p50WaitingSeconds: number | null;
  p90WaitingSeconds: number | null;
  /** Percentiles of the seconds of service; null if nobody was served, or if not requested. */
  p50HandlingSeconds: number | null;
  p90HandlingSeconds: number | null;
  /** The share of `due` visits that were called in time, from 0 to 1; null if `due` is 0. */
  punctuality: number | null;
}

/** Input of the report of visits. */
export interface VisitReportInput extends ReportInput<VisitGroup> {
  /** Whether to compute percentiles. They take longer than the rest of the report. */
  withPercentiles: boolean;
  /** Only visits of this department. Absent or null: all. */
  departmentId?: number | null;
}

/**
 * Counts the visits of a period by outcome (core/reporting/README.md 9). Throws VALIDATION_ERROR on `to` or `groupBy`.
 */
export async function visitReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: VisitReportInput,
  pace: Pace,
): Promise<VisitReportRow[]> {
  const { from, to, environment, groupBy, withPercentiles } = parseReportInput(input);
  const departmentId = input.departmentId ?? null;
  const withHours = groupBy.includes("HOUR_OF_DAY");
  const offsets = withHours ? zoneOffsets(timeZone, instantsAround({ from, to }, timeZone)) : null;
  const { rows, total } = await source.countVisits({
    from,
    to,
    environment,
    departmentId,
    groupBy,
    offsets,
    withTimes: withPercentiles,
  });
  if (total > maxRows) throw tooManyRows(total);
  const counted = rows.length === 0 && groupBy.length === 0 ? [nothing()] : rows;
  return sortRows(await mapAtPace(counted, pace, rowOf), groupBy);
}

function rowOf(
  { waitingSeconds, handlingSeconds, inTime, ...row }: VisitCountsRow,
): VisitReportRow {
  return {
    ...row,
    p50WaitingSeconds: takePercentile(waitingSeconds, 50),
    p90WaitingSeconds: takePercentile(waitingSeconds, 90),
    p50HandlingSeconds: takePercentile(handlingSeconds, 50),
    p90HandlingSeconds: takePercentile(handlingSeconds, 90),
    punctuality: row.due === 0 ? null : inTime / row.due,
  };
}

function nothing(): VisitCountsRow {
  const counts = { visits: 0, served: 0, left: 0, noShows: 0, open: 0, due: 0, inTime: 0 };
  const times = { waitingSeconds: new Float32Array(), handlingSeconds: new Float32Array() };
  return { ...noKeys, ...counts, ...times };
}
