import { type Environment, environments } from "../environment.ts";
import { divideDays, noKeys, type RowKeys, sortRows } from "./groups.ts";
import { maxRows, parseReportInput, type ReportInput, tooManyRows } from "./report_input.ts";
import type { ReportingReader, ReportingSource } from "./reporting.ts";
import type { CreditGroup, CreditSums } from "./report_queries.ts";

/** A row of the report of credits. */
export interface CreditReportRow extends RowKeys, CreditSums {
  /** What the group's environment had at the end of the group's time; that of both, where none is meant. */
  closingBalance: number;
}

/**
 * How the credits of some days came and went (contracts, "GraphQL"). Throws VALIDATION_ERROR on `to` or
 * `groupBy`.
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
  const asked = environments.filter((one) => environment === null || one === environment);
  const sums = rows.length === 0 && groupBy.length === 0
    ? [{ ...noKeys, consumed: 0, refunded: 0, granted: 0 }]
    : rows;
  return sortRows(closeGroups(sums, (key) => totalOf(opening, key ? [key] : asked)), groupBy);
}

/** Each group with the balance at its end, which all that came and went until then has led to. */
function closeGroups(
  rows: readonly (RowKeys & CreditSums)[],
  openingOf: (environment: Environment | null) => number,
): CreditReportRow[] {
  const balances = new Map<Environment | null, number>();
  // Months part weeks and weeks part months, so what is of one of both is a stretch of its own.
  return sortRows([...rows], ["WEEK", "MONTH", "DAY"]).map((row) => {
    const before = balances.get(row.environment) ?? openingOf(row.environment);
    const closingBalance = before + row.granted + row.refunded - row.consumed;
    balances.set(row.environment, closingBalance);
    return Object.assign(row, { closingBalance });
  });
}

function totalOf(balances: Record<Environment, number>, asked: readonly Environment[]): number {
  return asked.reduce((sum, environment) => sum + balances[environment], 0);
}
