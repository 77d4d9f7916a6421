import { environments, type ListedCreditEntry } from "../../../core/ports.ts";
import { entriesBetween } from "../credits/credit_ledger.ts";
import type { RowOf } from "../mapping/columns.ts";
import * as tables from "../mapping/tables.ts";
import type { Statement } from "../database/statement.ts";
import { byId, conditionsBy, type ListSource } from "./list_source.ts";

const listed = tables.creditEntries.without("organizationId");
const columns = listed.select("a");

type CreditEntryRow = RowOf<ListedCreditEntry>;

/** The ledgers of both environments, in the order of their ids. The second condition on `kind` allows its partial index. */
export const creditEntries: ListSource<"creditEntries", CreditEntryRow> = {
  table: "credit_entries",
  isKeyedByEnvironment: true,
  columns,
  orders: byId,
  owners: {},
  conditions({ filter: { environment, kind, from = null, to = null } }, { valueOf }) {
    const ofKind = conditionsBy(valueOf).is("kind", "text", kind);
    if (kind && kind !== "CONSUMED") ofKind.push("a.kind <> 'CONSUMED'");
    return {
      where: ofKind,
      parts: (environment ? [environment] : environments).map((one) => {
        const ofScope = `organization_id = $1 and environment = '${one}'`;
        const times = entriesBetween("a", { from, to }, { ofScope, valueOf });
        return [`a.environment = '${one}'`, ...times].join(" and ");
      }),
    };
  },
  item: creditEntryOf,
};

/** Finds the entries of some appointments. */
export const creditEntriesOf: Statement<CreditEntryRow> = {
  text: `
    select ${columns} from credit_entries a
    where a.organization_id = $1 and a.appointment_id = any ($2::bigint[])
      and a.appointment_id is not null
    order by a.id`,
};

/** Converts a row to an entry. */
export function creditEntryOf(row: CreditEntryRow): ListedCreditEntry {
  return listed.fromRow(row);
}
