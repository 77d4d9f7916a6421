import { mapAtPace, type Pace } from "../heavy_work.ts";
import { noKeys, type RowKeys, sortRows } from "./groups.ts";
import type { Figures, Report, ReportRow } from "./report.ts";
import { maxRows, parseReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingSource } from "./reporting.ts";
import { type InputOf, type ReportName, reports, type RowOf } from "./reports.ts";

/** Any report, with the types of its fields left out. */
type AnyReport = Report<string, string, string, string, object>;
type AnyRow = ReportRow<string, object>;
type AnyFigures = RowKeys & Figures<string, string>;

/** Reads a report and computes its rows. Throws VALIDATION_ERROR on `to` or `groupBy`. */
export async function runReport<Name extends ReportName>(
  name: Name,
  input: InputOf<Name> & { timeZone: string },
  { source, pace }: { source: ReportingSource; pace: Pace },
): Promise<RowOf<Name>[]> {
  const report = reportOf(name);
  const { withTimes = false, departmentId = null, ...rest } = parseReportInput(
    input as InputOf<ReportName> & { departmentId?: number | null; timeZone: string },
  );
  const { groupBy } = rest;
  const hasTimes = !groupBy.some((group) => report.groupsWithoutTimes?.includes(group));
  const query = { ...rest, departmentId, withTimes: withTimes && hasTimes };
  const { rows, total } = await source.readReport(name, query);
  if (total > maxRows) throw tooManyRows(total);
  const found: AnyFigures[] = rows.length === 0 && groupBy.length === 0
    ? [nothingIn(report)]
    : rows;
  const derived = await mapAtPace(found, pace, (figures) => toRow(report, figures));
  const complete = await report.complete?.(derived, { query, source, pace }) ?? derived;
  if (complete.length > maxRows) throw tooManyRows(complete.length);
  return sortRows(complete, groupBy) as RowOf<Name>[];
}

/** Returns the row of a report that found nothing. */
export function emptyRow<Name extends ReportName>(name: Name): RowOf<Name> {
  const report = reportOf(name);
  return toRow(report, nothingIn(report)) as RowOf<Name>;
}

function reportOf(name: ReportName): AnyReport {
  return reports[name] as unknown as AnyReport;
}

function toRow({ sums, derive }: AnyReport, figures: AnyFigures): AnyRow {
  const row: Record<string, unknown> = {};
  for (const name in noKeys) row[name] = figures[name];
  for (const name in sums) row[name] = figures[name];
  return Object.assign(row, derive(figures)) as unknown as AnyRow;
}

function nothingIn({ sums, innerSums = [], times = [] }: AnyReport): AnyFigures {
  const names = [...Object.keys(sums), ...innerSums];
  return Object.assign(
    {},
    noKeys,
    Object.fromEntries(names.map((name) => [name, 0])),
    Object.fromEntries(times.map((name) => [name, new Float32Array()])),
  ) as unknown as AnyFigures;
}
