import { environments, type ListedCreditEntry } from "../../../core/ports.ts";
import { entriesBetween } from "../credits/credit_ledger.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import type { Statement } from "../database/statement.ts";
import { byId, conditionsBy, type ListSource } from "./list_source.ts";

interface CreditEntryRow
  extends
    Omit<ListedCreditEntry, "id" | "amount" | "balanceAfter" | "appointmentId" | "createdAt"> {
  id: string;
  amount: string;
  balanceAfter: string;
  appointmentId: string | null;
  createdAt: string;
}

const columns = `a.id, a.environment, a.kind, a.amount, a.balance_after as "balanceAfter",
  a.appointment_id as "appointmentId", a.note, a.created_at as "createdAt"`;

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
  return {
    id: Number(row.id),
    environment: row.environment,
    kind: row.kind,
    amount: Number(row.amount),
    balanceAfter: Number(row.balanceAfter),
    appointmentId: row.appointmentId === null ? null : Number(row.appointmentId),
    note: row.note,
    createdAt: instantFromDatabase(row.createdAt),
  };
}
