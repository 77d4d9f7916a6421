import { estimateReport, type Group } from "../../../core/mod.ts";
import type { GraphqlContext } from "../builder.ts";

// gateway/graphql/README.md 1
const basePoints = 500;
const minRowPoints = 10;
const rowsPerPoint = 10;
const departmentDaysPerPoint = 1000;

interface ReportArgs {
  from: Temporal.PlainDate;
  to: Temporal.PlainDate;
  groupBy: readonly Group[];
}

/**
 * Returns the cost of a report: `field` points, and `multiplier` points for each field of a row. A report that reads the
 * settings of each department costs more for each day.
 */
export function costOfReport(
  args: ReportArgs,
  { departmentCount }: GraphqlContext,
  { readsDepartments = false }: { readsDepartments?: boolean },
) {
  const { rows, days } = estimateReport(args, departmentCount);
  const departmentDays = readsDepartments ? days * departmentCount : 0;
  return {
    field: basePoints + Math.floor(rows / rowsPerPoint) +
      Math.floor(departmentDays / departmentDaysPerPoint),
    multiplier: Math.max(minRowPoints, rows / rowsPerPoint),
  };
}
