import { type Environment, environments } from "../environment.ts";
import { dateGroups, sortRows } from "./groups.ts";
import { defineReport } from "./report.ts";
import { instantsOf } from "./zone_offsets.ts";

/** Sums the credits of a period and computes closing balances (core/reporting/README.md 6). No sum is negative. */
export const creditReport = defineReport({
  description: "How the credit balances changed.",
  rowDescription:
    "How the credit balances changed. The values are whole numbers and may be larger than an Int.",
  groupDescription: "Times are the times of the ledger entries.",
  groups: [...dateGroups, "ENVIRONMENT"],
  sums: {
    consumed: { type: "Float", description: "Credits that bookings consumed." },
    refunded: { type: "Float", description: "Credits that cancellations refunded." },
    granted: { type: "Float", description: "Credits that the operator granted." },
  },
  derived: {
    closingBalance: {
      type: "Float",
      description:
        "The balance at the end of the row's period, or at the end of `to` if the row has none. It is the balance of the row's environment, or of the environment in the argument, or of both together.",
    },
  },
  derive: () => ({ closingBalance: 0 }),
  async complete(rows, { query, source }) {
    const opening = await source.balancesAt(instantsOf(query, query.timeZone).from);
    const requested = environments.filter((one) => [null, one].includes(query.environment));
    const balances = new Map<Environment | null, number>();
    // With WEEK and MONTH together, a month's end splits a week into two groups. Sorted like this, groups are in order
    // of time.
    return sortRows(rows, ["WEEK", "MONTH", "DAY"]).map((row) => {
      const { environment, granted, refunded, consumed } = row;
      const before = balances.get(environment) ??
        totalOf(opening, environment ? [environment] : requested);
      const closingBalance = before + granted + refunded - consumed;
      balances.set(environment, closingBalance);
      return Object.assign(row, { closingBalance });
    });
  },
});

function totalOf(balances: Record<Environment, number>, of: readonly Environment[]): number {
  return of.reduce((sum, environment) => sum + balances[environment], 0);
}
