import type { Environment } from "../environment.ts";
import { mapAtPace, type Pace } from "../heavy_work.ts";
import { type Group, noKeys, type RowKeys, sortRows } from "./groups.ts";
import { takeMedian } from "./ranked.ts";
import {
  judgeReport,
  maxRows,
  type ReportDays,
  type ReportInput,
  tooManyRows,
} from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import { instantsOf, type ZoneOffsets, zoneOffsets } from "./zone_offsets.ts";

/** What appointments are grouped by; time is that of the appointment. */
export const appointmentGroups = [
  "DAY",
  "WEEK",
  "MONTH",
  "HOUR_OF_DAY",
  "WEEKDAY",
  "DEPARTMENT",
  "WORKER",
  "STATUS",
  "ENVIRONMENT",
] as const satisfies Group[];
export type AppointmentGroup = (typeof appointmentGroups)[number];

/** How many appointments became what; `archived` and the statuses of the others add up to `booked`. */
export interface AppointmentCounts {
  booked: number;
  /** Whatever their status. */
  archived: number;
  scheduled: number;
  completed: number;
  cancelled: number;
  missed: number;
}

/** A group of appointments as it is counted. */
export interface AppointmentCountsRow extends RowKeys, AppointmentCounts {
  /** Of each the seconds from its creation to it, in any order; empty unless they were asked for. */
  leadSeconds: Float32Array;
}

/** Which appointments are counted, and how. */
export interface AppointmentQuestion extends ReportDays {
  environment: Environment | null;
  groupBy: readonly AppointmentGroup[];
  /** By which local times are turned into instants; null: lead times are not asked for. */
  offsets: ZoneOffsets | null;
}

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
  const { from, to, environment, groupBy, withLeadTimes } = judgeReport(input);
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
