import type { Environment } from "../environment.ts";
import { noKeys, type ReportDays, type RowKeys } from "./groups.ts";
import type { Reports } from "./open_reports.ts";
import type { GroupOf, RowOf } from "./reports.ts";
import { emptyRow } from "./run_report.ts";

type VisitReportRow = RowOf<"visitReport">;

/** The figures of some visits (core/reporting/README.md 9). */
export type VisitFigures = Omit<VisitReportRow, keyof RowKeys>;

/** The figures of an hour or a day. */
interface ComparedFigures extends VisitFigures {
  /** The number of visits in the same hour or on the same day a week before. */
  visitsBefore: number;
}

/** The figures of an overview. */
export interface OverviewFigures {
  totals: VisitFigures;
  before: VisitFigures;
  /** From the first to the last hour in which people came, in these days or in those before. */
  hours: (ComparedFigures & { hour: number })[];
  /** The days of a week; empty for a day. */
  days: (ComparedFigures & { date: string })[];
  /** Most visits first, as in `workers` and `desks`, where those without one come last. */
  departments: (VisitFigures & { id: number; name: string })[];
  /** `id` and `name` are null for visits without a worker. */
  workers: (VisitFigures & { id: number | null; name: string | null })[];
  /** `desk` is null for visits that were not called. */
  desks: (VisitFigures & { desk: string | null })[];
}

/** The days of an overview, and the visits that it counts. */
export interface OverviewQuery {
  isWeek: boolean;
  days: ReportDays;
  before: ReportDays;
  filter: { environment: Environment; departmentId: number | null };
}

/** Reads the figures of an overview. */
export async function readFigures(
  reports: Pick<Reports, "visitReport" | "byIds">,
  { isWeek, days, before, filter }: OverviewQuery,
): Promise<OverviewFigures> {
  const read = (groupBy: GroupOf<"visitReport">[], of = days) =>
    reports.visitReport({ ...of, ...filter, groupBy, withTimes: true });
  const count = (groupBy: GroupOf<"visitReport">[]) =>
    reports.visitReport({ ...before, ...filter, groupBy, withTimes: false });
  const [total] = await read([]);
  const [totalBefore] = await read([], before);
  return {
    totals: figuresOf(total),
    before: figuresOf(totalBefore),
    hours: byHour(await read(["HOUR_OF_DAY"]), await count(["HOUR_OF_DAY"])),
    days: isWeek ? byDay(days, await read(["DAY"]), await count(["DAY"])) : [],
    departments: await byDepartment(reports, await read(["DEPARTMENT"])),
    workers: await byWorker(reports, await read(["WORKER"])),
    desks: mostVisitsFirst(await read(["DESK"]), "desk")
      .map((row) => Object.assign({ desk: row.desk }, figuresOf(row))),
  };
}

/** Returns the figures of a row without its keys, and those of no visits without a row. */
function figuresOf(row = emptyRow("visitReport")): VisitFigures {
  const figures: Record<string, unknown> = { ...row };
  for (const key in noKeys) delete figures[key];
  return figures as unknown as VisitFigures;
}

function byHour(
  now: readonly VisitReportRow[],
  before: readonly VisitReportRow[],
): OverviewFigures["hours"] {
  const found = [...now, ...before].map(({ hourOfDay }) => hourOfDay!);
  if (found.length === 0) return [];
  const [first, last] = [Math.min(...found), Math.max(...found)];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).map((hour) => {
    const visitsBefore = before.find(({ hourOfDay }) => hourOfDay === hour)?.visits ?? 0;
    const row = now.find(({ hourOfDay }) => hourOfDay === hour);
    return Object.assign({ hour, visitsBefore }, figuresOf(row));
  });
}

function byDay(
  { from, to }: ReportDays,
  now: readonly VisitReportRow[],
  before: readonly VisitReportRow[],
): OverviewFigures["days"] {
  const dates = Array.from({ length: from.until(to).days + 1 }, (_, i) => from.add({ days: i }));
  return dates.map((date) => {
    const earlier = before.find(({ day }) => day!.add({ days: 7 }).equals(date));
    const row = now.find(({ day }) => day!.equals(date));
    const keys = { date: date.toString(), visitsBefore: earlier?.visits ?? 0 };
    return Object.assign(keys, figuresOf(row));
  });
}

async function byDepartment(
  reports: Pick<Reports, "byIds">,
  rows: readonly VisitReportRow[],
): Promise<OverviewFigures["departments"]> {
  const found = await reports.byIds("departments", rows.map(({ departmentId }) => departmentId!));
  const names = new Map(found.map(({ id, name }) => [id, name]));
  return mostVisitsFirst(rows, "departmentId").map((row) => {
    const id = row.departmentId!;
    return Object.assign({ id, name: names.get(id)! }, figuresOf(row));
  });
}

async function byWorker(
  reports: Pick<Reports, "byIds">,
  rows: readonly VisitReportRow[],
): Promise<OverviewFigures["workers"]> {
  const ids = rows.flatMap(({ workerId }) => workerId ?? []);
  const names = new Map((await reports.byIds("workers", ids)).map(({ id, name }) => [id, name]));
  return mostVisitsFirst(rows, "workerId").map((row) => {
    const { workerId: id } = row;
    return Object.assign({ id, name: id === null ? null : names.get(id)! }, figuresOf(row));
  });
}

/** Sorts rows by their visits. Those without a key come last, and rows with equal numbers stay in their order. */
function mostVisitsFirst(
  rows: readonly VisitReportRow[],
  key: "departmentId" | "workerId" | "desk",
): VisitReportRow[] {
  const isNobody = (row: VisitReportRow) => Number(row[key] === null);
  return rows.toSorted((a, b) => isNobody(a) - isNobody(b) || b.visits - a.visits);
}
