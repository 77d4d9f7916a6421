import type { Pool } from "pg";
import {
  type CreditEntryKind,
  type CreditEntryQuery,
  type CreditLedger,
  type Ledger,
  type ReadCreditEntry,
} from "../../core/mod.ts";
import { instantFromDatabase, instantValue } from "./mapping/temporal_types.ts";
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

/** Clocks of several machines are not further apart: entries stand in the order of the gate, not of them. */
const apart = "interval '10 minutes'";

/** Core's ledger of credits in Postgres. */
export function createCreditLedger(pool: Pool): CreditLedger {
  return {
    async page(ledger, query) {
      const source = { table: "credit_entries", alias: "e", columns };
      const found = { ...source, ...conditionsOf(ledger, query) };
      const { rows, totalElements } = await newestPage<CreditEntryRow>(pool, found, query);
      return { items: rows.map(entryOf), totalElements };
    },
  };
}

/**
 * The filters of a query. Times are turned into the ids around them first, so that the entries of a month long
 * ago are found without reading all that came after it. What is not consumed, which is little, has an index.
 */
function conditionsOf({ organizationId, environment }: Ledger, query: CreditEntryQuery) {
  const values: unknown[] = [organizationId, environment];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const ofLedger = "organization_id = $1 and environment = $2";
  const conditions = ["e.organization_id = $1", "e.environment = $2"];
  if (query.kind !== null) conditions.push(`e.kind = ${valueOf(query.kind)}`);
  if (query.kind !== null && query.kind !== "CONSUMED") conditions.push("e.kind <> 'CONSUMED'");
  if (query.from) {
    const from = `${valueOf(instantValue(query.from))}::timestamptz`;
    conditions.push(
      `e.created_at >= ${from}`,
      `e.id >= (select id from credit_entries
        where ${ofLedger} and created_at >= ${from} - ${apart} order by created_at, id limit 1)`,
    );
  }
  if (query.to) {
    const to = `${valueOf(instantValue(query.to))}::timestamptz`;
    conditions.push(
      `e.created_at < ${to}`,
      `e.id <= (select id from credit_entries
        where ${ofLedger} and created_at < ${to} + ${apart} order by created_at desc, id desc limit 1)`,
    );
  }
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
