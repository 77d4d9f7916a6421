import type { Pool } from "pg";
import type { Organizations } from "../../../core/ports.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

/** A transaction with so many rows takes some tens of milliseconds. */
const maxRows = 2000;

// The tables are read from the schema, so that none can be forgotten. Partitions are tables of their own here: only
// within one table does a ctid name one row.
const findTables: Statement<{ name: string; referredBy: string[] }> = {
  text: `
    select c.oid::regclass::text as name, array(
      select f.conrelid::regclass::text from pg_constraint f
      where f.contype = 'f' and f.confrelid = c.oid and f.conrelid <> c.oid
    ) as "referredBy"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and a.attname = 'organization_id' and not a.attisdropped
    order by 1`,
};

// The triggers of append-only tables accept a removal by this setting alone (migrations/0020_closed_organizations.sql).
const begin = `select set_config('appointment_booking.removes', $1::text, true),
  set_config('enable_seqscan', 'off', true)`;

const removeOrganization: Statement<never> = {
  text: "delete from organizations where id = $1 and closed_at is not null",
};

/**
 * Implements core's `Organizations.remove`. The organization is deleted last, so an interrupted removal can be repeated.
 * It looks through all tables until it finds nothing: the compaction of usage may add rows to a table that is empty.
 */
export async function removeRows(
  pool: Pool,
  id: number,
  { onRemoved, signal }: Parameters<Organizations["remove"]>[1],
): Promise<void> {
  let hasRemoved = true;
  while (hasRemoved) {
    hasRemoved = false;
    for (const table of inOrder(await rowsOf(pool, findTables, []))) {
      let rows: number;
      do {
        if (signal.aborted) return;
        rows = await removeSome(pool, id, table);
        if (rows > 0) onRemoved({ table, rows });
        hasRemoved ||= rows > 0;
      } while (rows === maxRows);
    }
  }
  await rowsOf(pool, removeOrganization, [id]);
}

/** Returns the names so that each table comes after the tables that refer to it. */
function inOrder(tables: readonly { name: string; referredBy: string[] }[]): string[] {
  const names: string[] = [];
  let left = tables;
  while (left.length > 0) {
    const isReferred = (referredBy: string[]) => left.some(({ name }) => referredBy.includes(name));
    const free = left.filter(({ referredBy }) => !isReferred(referredBy));
    if (free.length === 0) throw new Error("Tables refer to each other in a circle");
    names.push(...free.map(({ name }) => name));
    left = left.filter(({ name }) => !names.includes(name));
  }
  return names;
}

/** Deletes some rows of a closed organization in a table. Returns how many. */
function removeSome(pool: Pool, id: number, table: string): Promise<number> {
  return orUnavailable(() =>
    inTransaction(pool, async ({ client }) => {
      await client.query(begin, [id]);
      const { rowCount } = await client.query(
        `delete from ${table} where ctid = any(array(
          select ctid from ${table} where organization_id = $1
            and exists (select from organizations where id = $1 and closed_at is not null)
          limit ${maxRows}
        ))`,
        [id],
      );
      return rowCount ?? 0;
    }).catch((error: unknown) => {
      // Housekeeping has dropped an old partition meanwhile.
      if (error instanceof Error && "code" in error && error.code === "42P01") return 0;
      throw error;
    })
  );
}
