import type { Pool } from "pg";
import type {
  BookingScope,
  CreditEntryKind,
  CreditEntryQuery,
  CreditLedger,
  ReadCreditEntry,
} from "../../../core/mod.ts";
import { instantFromDatabase, instantValue } from "../mapping/temporal_types.ts";
import { newestPage } from "../database/page.ts";

interface CreditEntryRow {
  id: string;
  kind: CreditEntryKind;
  amount: string;
  balanceAfter: string;
  appointmentId: string | null;
  note: string;
  createdAt: string;
}

const columns = `e.id, e.kind, e.amount, e.balance_after as "balanceAfter",
  e.appointment_id as "appointmentId", e.note, e.created_at as "createdAt"`;

/** Core's ledger of credits in Postgres. */
export function createCreditLedger(pool: Pool): CreditLedger {
  return {
    page(scope, query) {
      const { page, size } = query;
      const source = { table: "credit_entries", alias: "e", columns, page, size };
      return newestPage(pool, { ...source, ...conditionsOf(scope, query) }, entryOf);
    },
  };
}

/** The filters of a query. What is not consumed, which is little, has an index. */
function conditionsOf({ organizationId, environment }: BookingScope, query: CreditEntryQuery) {
  const values: unknown[] = [organizationId, environment];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const ofScope = "organization_id = $1 and environment = $2";
  const conditions = ["e.organization_id = $1", "e.environment = $2"];
  if (query.kind !== null) conditions.push(`e.kind = ${valueOf(query.kind)}`);
  if (query.kind !== null && query.kind !== "CONSUMED") conditions.push("e.kind <> 'CONSUMED'");
  conditions.push(...entriesBetween("e", query, { ofScope, valueOf }));
  return { where: conditions.join(" and "), values };
}

function entryOf({ id, kind, amount, balanceAfter, ...row }: CreditEntryRow): ReadCreditEntry {
  return {
    id: Number(id),
    kind,
    amount: Number(amount),
    balanceAfter: Number(balanceAfter),
    appointmentId: row.appointmentId === null ? null : Number(row.appointmentId),
    note: row.note,
    createdAt: instantFromDatabase(row.createdAt),
  };
}

/** Clocks of several machines are not further apart: entries stand in the order of the gate, not of them. */
const apart = "interval '10 minutes'";
const maxId = "9223372036854775807";

/**
 * Conditions on entries `alias` of the ledger that `ofScope` names, made between two times; null leaves a side
 * open. Times are turned into ids first, those of entries that are surely before and after, so that the entries of
 * a month long ago are found, in the ledger's order, without reading all that came after it.
 */
export function entriesBetween(
  alias: string,
  { from, to }: Pick<CreditEntryQuery, "from" | "to">,
  { ofScope, valueOf }: { ofScope: string; valueOf(value: unknown): string },
): string[] {
  const conditions: string[] = [];
  if (from) {
    const start = `${valueOf(instantValue(from))}::timestamptz`;
    conditions.push(
      `${alias}.created_at >= ${start}`,
      `${alias}.id > coalesce((select id from credit_entries
        where ${ofScope} and created_at < ${start} - ${apart}
        order by created_at desc, id desc limit 1), 0)`,
    );
  }
  if (to) {
    const end = `${valueOf(instantValue(to))}::timestamptz`;
    conditions.push(
      `${alias}.created_at < ${end}`,
      `${alias}.id < coalesce((select id from credit_entries
        where ${ofScope} and created_at >= ${end} + ${apart}
        order by created_at, id limit 1), ${maxId})`,
    );
  }
  return conditions;
}
