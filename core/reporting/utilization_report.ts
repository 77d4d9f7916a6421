import type { Environment } from "../environment.ts";
import { capacityByGroup, type CapacityRow } from "./capacity.ts";
import type { Pace } from "../heavy_work.ts";
import { nameOfGroup, noKeys, sortRows } from "./groups.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import type { PlacesRow, UtilizationGroup } from "./report_queries.ts";

/** A row of the report of utilization. */
export interface UtilizationReportRow extends CapacityRow, PlacesRow {
  /** booked / capacity; null if the capacity is 0. */
  utilization: number | null;
}

/** Input of the report of utilization. It needs one environment, because each has its own places. */
export interface UtilizationReportInput extends ReportInput<UtilizationGroup> {
  environment: Environment;
}

/**
 * Compares the booked places of a period with the places that the present settings offer (core/reporting/README.md 5).
 * Throws VALIDATION_ERROR on `to` or `groupBy`.
 */
export async function utilizationReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: UtilizationReportInput,
  pace: Pace,
): Promise<UtilizationReportRow[]> {
  const query = parseReportInput(input);
  const { groupBy } = query;
  const booked = await source.countPlaces(query);
  if (booked.total > maxRows) throw tooManyRows(booked.total);
  const departments = source.departmentsWithWorkers();
  const offered = await capacityByGroup(departments, { ...query, timeZone }, pace);
  const rows = new Map<string, UtilizationReportRow>();
  if (groupBy.length === 0) rows.set("", { ...noKeys, ...nothing });
  for (const row of [...offered, ...booked.rows]) {
    const name = nameOfGroup(row, groupBy);
    rows.set(name, { ...nothing, ...rows.get(name), ...row });
    if (pace.isDue()) await pace.pause();
  }
  if (rows.size > maxRows) throw tooManyRows(rows.size);
  return sortRows([...rows.values()].map(withUtilization), groupBy);
}

const nothing = { capacity: 0, booked: 0, utilization: null };

function withUtilization(row: UtilizationReportRow): UtilizationReportRow {
  return { ...row, utilization: row.capacity === 0 ? null : row.booked / row.capacity };
}
