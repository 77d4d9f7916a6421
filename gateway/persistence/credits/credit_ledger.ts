import type { Pool } from "pg";
import type {
  BookingScope,
  CreditEntryQuery,
  CreditLedger,
  ReadCreditEntry,
} from "../../../core/ports.ts";
import type { RowOf } from "../mapping/columns.ts";
import { creditEntries } from "../mapping/tables.ts";
import { instantValue } from "../mapping/temporal_types.ts";
import { newestPage } from "../database/page.ts";

const read = creditEntries.without("organizationId", "environment");

type CreditEntryRow = RowOf<ReadCreditEntry> & { id: string };

/** Implements core's `CreditLedger` in Postgres. */
export function createCreditLedger(pool: Pool): CreditLedger {
  return {
    page(scope, query) {
      const { page, size } = query;
      const source = { table: "credit_entries", alias: "e", columns: read.select("e"), page, size };
      return newestPage(pool, { ...source, ...conditionsOf(scope, query) }, entryOf);
    },
  };
}

/** Returns the filters of a query. The second condition on `kind` makes the planner use the index without CONSUMED. */
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

function entryOf(row: CreditEntryRow): ReadCreditEntry {
  return read.fromRow(row);
}

/** The maximum difference between the clocks of two processes. The ids are in the order of the gate, not of the clocks. */
export const maxClockDifference = "interval '10 minutes'";
/** More than any id. */
const maxId = "9223372036854775807";

// A later round is the charge of an undone cancellation.
function chargedId(ofScope: string, condition: string, way: "asc" | "desc"): string {
  return `
    select appointment_id from credit_entries
    where ${ofScope} and kind = 'CONSUMED' and round = 0 and created_at ${condition}
    order by created_at ${way}, id ${way} limit 1`;
}

/** Returns a SELECT of the id of an appointment, up to which all were created before a time. */
export function idBefore(time: string, ofScope: string): string {
  return chargedId(ofScope, `< ${time} - ${maxClockDifference}`, "desc");
}

/**
 * Returns conditions that limit a column of appointment ids to appointments that may have been created between two times.
 *
 * There is no index on the time of creation: it would be one more index entry for each booking. But each appointment has
 * an entry in the ledger, which has one (`entriesBetween`). The cost is one index lookup for each bound.
 */
export function appointmentIdsBetween(
  column: string,
  { from, to }: Partial<Record<"from" | "to", Temporal.Instant | null | undefined>>,
  { ofScope, valueOf }: { ofScope: string; valueOf(value: unknown): string },
): string[] {
  const time = (instant: Temporal.Instant) => `${valueOf(instantValue(instant))}::timestamptz`;
  const conditions: string[] = [];
  if (from) {
    conditions.push(`${column} > coalesce((${idBefore(time(from), ofScope)}), 0)`);
  }
  if (to) {
    const after = chargedId(ofScope, `>= ${time(to)} + ${maxClockDifference}`, "asc");
    conditions.push(`${column} < coalesce((${after}), ${maxId})`);
  }
  return conditions;
}

/**
 * Returns conditions on entries `alias` that were created between two times; null leaves a side open. `ofScope` selects
 * the ledger.
 *
 * The conditions also limit the ids: to the entries after one that is certainly earlier, and before one that is
 * certainly later. Why: a list is read in the order of the ids, and without these limits a page of an old month would
 * read every entry after that month. The cost is one index lookup for each bound.
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
        where ${ofScope} and created_at < ${start} - ${maxClockDifference}
        order by created_at desc, id desc limit 1), 0)`,
    );
  }
  if (to) {
    const end = `${valueOf(instantValue(to))}::timestamptz`;
    conditions.push(
      `${alias}.created_at < ${end}`,
      `${alias}.id < coalesce((select id from credit_entries
        where ${ofScope} and created_at >= ${end} + ${maxClockDifference}
        order by created_at, id limit 1), ${maxId})`,
    );
  }
  return conditions;
}
