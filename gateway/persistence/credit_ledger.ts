import type { Pool } from "pg";
import {
  type BookingScope,
  type CreditEntryKind,
  type CreditEntryQuery,
  type CreditLedger,
  type ReadCreditEntry,
} from "../../core/mod.ts";
import { entriesBetween } from "./credit_times.ts";
import { instantFromDatabase } from "./mapping/temporal_types.ts";
import { newestPage } from "./newest_page.ts";

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
    async page(scope, query) {
      const source = { table: "credit_entries", alias: "e", columns };
      const found = { ...source, ...conditionsOf(scope, query) };
      const { rows, totalElements } = await newestPage<CreditEntryRow>(pool, found, query);
      return { items: rows.map(entryOf), totalElements };
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
