import { mapAtPace, type Pace } from "../heavy_work.ts";
import { noKeys, type ReportDays, type RowKeys, sortRows } from "./groups.ts";
import { takeMedian } from "./ranked.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import { instantsOf, zoneOffsets } from "./zone_offsets.ts";
import type {
  AppointmentCounts,
  AppointmentCountsRow,
  AppointmentGroup,
} from "./report_queries.ts";

/** A row of the report of appointments. */
export interface AppointmentReportRow extends RowKeys, AppointmentCounts {
  /** missed / (completed + missed), from 0 to 1; null where nobody was to come. */
  noShowRate: number | null;
  /** Null where nothing is booked, and where it was not asked for. */
  medianLeadTimeHours: number | null;
}

/** What is asked of the report of appointments. */
export interface AppointmentReportInput extends ReportInput<AppointmentGroup> {
  /** Whether lead times are wanted, which take as long as all the rest. */
  withLeadTimes: boolean;
}

/**
 * What became of the appointments of some days (contracts, "GraphQL"). Throws VALIDATION_ERROR on `to` or
 * `groupBy`.
 */
export async function appointmentReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: AppointmentReportInput,
  pace: Pace,
): Promise<AppointmentReportRow[]> {
  const { from, to, environment, groupBy, withLeadTimes } = parseReportInput(input);
  const offsets = withLeadTimes ? zoneOffsets(timeZone, around({ from, to }, timeZone)) : null;
  const question = { from, to, environment, groupBy, offsets };
  const { rows, total } = await source.countAppointments(question);
  if (total > maxRows) throw tooManyRows(total);
  const counted = rows.length === 0 && groupBy.length === 0 ? [nothing()] : rows;
  return sortRows(await mapAtPace(counted, pace, rowOf), groupBy);
}

/** With a day at each end, since a change at its edge may concern a local time within. */
function around({ from, to }: ReportDays, timeZone: string) {
  return instantsOf({ from: from.subtract({ days: 1 }), to: to.add({ days: 1 }) }, timeZone);
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
