import type { Environment } from "../environment.ts";
import { type DomainError, validationError } from "../errors.ts";
import type { Group, ReportDays } from "./groups.ts";

/** What is asked of a report: which days, in which environment, and a row for each of what. */
export interface ReportInput<G extends Group> extends ReportDays {
  /** Null: both together. */
  environment: Environment | null;
  groupBy: readonly G[];
}

/** A report has at most so many rows. */
export const maxRows = 10_000;

const maxDays = 3660;

/**
 * A report's question, each group named once. Throws VALIDATION_ERROR on `to` where the days are in the wrong
 * order or more than 3,660.
 */
export function parseReportInput<Input extends ReportInput<Group>>(input: Input): Input {
  const { from, to, groupBy } = input;
  const days = from.until(to).days + 1;
  if (days < 1) throw validationError({ field: "to", message: "Must not be before from" });
  if (days > maxDays) {
    const message = `Must be within ${maxDays} days from from, both included: these are ${days}`;
    throw validationError({ field: "to", message });
  }
  return { ...input, groupBy: [...new Set(groupBy)] };
}

/** The refusal of a report with too many rows; that many of them are known. */
export function tooManyRows(count: number): DomainError {
  const limit = `Would give at least ${count} rows, and a report has at most ${maxRows}`;
  const message = `${limit}: group by less or by longer spans, or ask for fewer days`;
  return validationError({ field: "groupBy", message });
}

/** How much a report may be, from what was asked alone. */
export interface ReportSize {
  /** Rows, at most. */
  rows: number;
  days: number;
}

/** The groups that no list of departments, workers or the like makes larger. */
const sizes: Partial<Record<Group, number>> = {
  HOUR_OF_DAY: 24,
  STATUS: 4,
  ENVIRONMENT: 2,
  EVENT_TYPE: 6,
  ENDPOINT: 7,
};
/** What is expected of a group whose size is not known. */
const usualSize = 10;

/** The size of a report before it runs; an organization has so many departments. */
export function estimateReport(
  { from, to, groupBy }: ReportDays & { groupBy: readonly Group[] },
  departmentCount: number,
): ReportSize {
  const days = Math.max(1, from.until(to).days + 1);
  const groups = [...new Set(groupBy)];
  const others = groups.filter((group) => !isOfDays(group)).map((group) =>
    group === "DEPARTMENT" ? Math.max(1, departmentCount) : sizes[group] ?? usualSize
  );
  const rows = others.reduce((product, size) => product * size, daysApart(groups, days));
  return { rows: Math.min(rows, maxRows), days };
}

/** How many groups the days of a period fall into; a finer group decides. */
function daysApart(groups: readonly Group[], days: number): number {
  if (groups.includes("DAY")) return days;
  const weekdays = groups.includes("WEEKDAY") ? 7 : 1;
  const weeks = groups.includes("WEEK") ? Math.ceil(days / 7) + 1 : 0;
  const months = groups.includes("MONTH") ? Math.ceil(days / 28) + 1 : 0;
  return Math.min(days, Math.max(1, weeks + months) * weekdays);
}

function isOfDays(group: Group): boolean {
  return ["DAY", "WEEK", "MONTH", "WEEKDAY"].includes(group);
}
