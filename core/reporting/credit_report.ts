import { type Environment, environments } from "../environment.ts";
import { divideDays, noKeys, type RowKeys, sortRows } from "./groups.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import type { CreditGroup, CreditSums } from "./report_queries.ts";

/** A row of the report of credits. */
export interface CreditReportRow extends RowKeys, CreditSums {
  /** The balance at the end of the group's period: of its environment, or the sum of all requested environments. */
  closingBalance: number;
}

/**
 * Sums the credits of a period and computes closing balances (core/reporting/README.md 6). Throws VALIDATION_ERROR on
 * `to` or `groupBy`.
 */
export async function creditReport(
  source: ReportingSource,
  { timeZone }: Pick<ReportingReader, "timeZone">,
  input: ReportInput<CreditGroup>,
): Promise<CreditReportRow[]> {
  const { environment, groupBy, ...days } = parseReportInput(input);
  const dayRanges = divideDays(days, groupBy, timeZone);
  const { rows, total } = await source.sumCredits({ dayRanges, environment, groupBy });
  if (total > maxRows) throw tooManyRows(total);
  const opening = await source.balancesAt(dayRanges[0]!.start);
  const requested = environments.filter((one) => environment === null || one === environment);
  const sums = rows.length === 0 && groupBy.length === 0
    ? [{ ...noKeys, consumed: 0, refunded: 0, granted: 0 }]
    : rows;
  return sortRows(closeGroups(sums, (key) => totalOf(opening, key ? [key] : requested)), groupBy);
}

/** Adds the closing balance to each group: the opening balance and all sums up to the end of the group. */
function closeGroups(
  rows: readonly (RowKeys & CreditSums)[],
  openingOf: (environment: Environment | null) => number,
): CreditReportRow[] {
  const balances = new Map<Environment | null, number>();
  // With WEEK and MONTH together, a month's end splits a week into two groups. Sorted like this, groups are in order of
  // time.
  return sortRows([...rows], ["WEEK", "MONTH", "DAY"]).map((row) => {
    const before = balances.get(row.environment) ?? openingOf(row.environment);
    const closingBalance = before + row.granted + row.refunded - row.consumed;
    balances.set(row.environment, closingBalance);
    return Object.assign(row, { closingBalance });
  });
}

function totalOf(balances: Record<Environment, number>, of: readonly Environment[]): number {
  return of.reduce((sum, environment) => sum + balances[environment], 0);
}
