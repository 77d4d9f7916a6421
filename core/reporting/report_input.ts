import type { Environment } from "../environment.ts";
import { type DomainError, validationError } from "../errors.ts";
import { type Group, groupOf, type ReportDays } from "./groups.ts";
import { say } from "../messages.ts";

/** Input of a report: its days, its environment and its groups. */
export interface ReportInput<G extends Group> extends ReportDays {
  /** Null: both environments together. */
  environment: Environment | null;
  groupBy: readonly G[];
  /** Whether to read times and compute the fields that need them. They take as long as the rest of the report. */
  withTimes?: boolean;
}

/** The maximum number of rows of a report. */
export const maxRows = 10_000;

const maxDays = 3660;

/**
 * Validates the days of a report and removes repeated groups. Throws VALIDATION_ERROR on `to` if it is before `from` or
 * the period has more than 3,660 days.
 */
export function parseReportInput<Input extends ReportInput<Group>>(input: Input): Input {
  const { from, to, groupBy } = input;
  const days = from.until(to).days + 1;
  if (days < 1) {
    throw validationError({ field: "to", message: say("endBeforeStart", { start: "from" }) });
  }
  if (days > maxDays) {
    throw validationError({ field: "to", message: say("reportTooLong", { max: maxDays, days }) });
  }
  return { ...input, groupBy: [...new Set(groupBy)] };
}

/** Makes the error of a report with too many rows. `count` is the number of rows that were found. */
export function tooManyRows(count: number): DomainError {
  return validationError({
    field: "groupBy",
    message: say("tooManyRows", { count, max: maxRows }),
  });
}

/** The estimated size of a report. */
export interface ReportSize {
  /** The estimated number of rows. */
  rows: number;
  days: number;
}

/** The assumed size of a group whose size is unknown. */
const defaultSize = 10;

/** Estimates the size of a report before it runs, from its input and the number of departments. */
export function estimateReport(
  { from, to, groupBy }: ReportDays & { groupBy: readonly Group[] },
  departmentCount: number,
): ReportSize {
  const days = Math.max(1, from.until(to).days + 1);
  const groups = [...new Set(groupBy)];
  const others = groups.filter((group) => !isOfDays(group)).map((group) =>
    group === "DEPARTMENT" ? Math.max(1, departmentCount) : groupOf(group).size ?? defaultSize
  );
  const rows = others.reduce((product, size) => product * size, daysApart(groups, days));
  return { rows: Math.min(rows, maxRows), days };
}

/** Returns the number of groups of days in a period. The finest group decides. */
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
