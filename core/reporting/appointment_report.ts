import { mapAtPace, type Pace } from "../heavy_work.ts";
import { noKeys, type RowKeys, sortRows } from "./groups.ts";
import { takeMedian } from "./ranked.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import { instantsAround, zoneOffsets } from "./zone_offsets.ts";
import type {
  AppointmentCounts,
  AppointmentCountsRow,
  AppointmentGroup,
} from "./report_queries.ts";

/** A row of the report of appointments. */
export interface AppointmentReportRow extends RowKeys, AppointmentCounts {
  /** missed / (completed + missed), from 0 to 1; null if both are 0. */
  noShowRate: number | null;
  /** Hours from creation to appointment. Null without appointments, and if it was not requested. */
  medianLeadTimeHours: number | null;
}

/** Input of the report of appointments. */
export interface AppointmentReportInput extends ReportInput<AppointmentGroup> {
  /** Whether to compute lead times. They take as long as the rest of the report. */
  withLeadTimes: boolean;
}

/**
 * Counts the appointments of a period by their status (core/reporting/README.md 4). Throws VALIDATION_ERROR on `to` or
 * `groupBy`.
 */
export async function appointmentReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: AppointmentReportInput,
  pace: Pace,
): Promise<AppointmentReportRow[]> {
  const { from, to, environment, groupBy, withLeadTimes } = parseReportInput(input);
  const offsets = withLeadTimes
    ? zoneOffsets(timeZone, instantsAround({ from, to }, timeZone))
    : null;
  const query = { from, to, environment, groupBy, offsets };
  const { rows, total } = await source.countAppointments(query);
  if (total > maxRows) throw tooManyRows(total);
  const counted = rows.length === 0 && groupBy.length === 0 ? [nothing()] : rows;
  return sortRows(await mapAtPace(counted, pace, rowOf), groupBy);
}

function rowOf({ leadSeconds, ...row }: AppointmentCountsRow): AppointmentReportRow {
  const expected = row.completed + row.missed;
  const seconds = takeMedian(leadSeconds);
  return {
    ...row,
    noShowRate: expected === 0 ? null : row.missed / expected,
    medianLeadTimeHours: seconds === null ? null : seconds / 3600,
  };
}

function nothing(): AppointmentCountsRow {
  const counts = { booked: 0, archived: 0, scheduled: 0, completed: 0, cancelled: 0, missed: 0 };
  return { ...noKeys, ...counts, leadSeconds: new Float32Array() };
}
