import type { Pool, QueryResultRow } from "pg";
import { maxCounted, type PageRequest } from "../../../core/mod.ts";
import { rowsOf } from "./statement.ts";

/** What a page is taken from: a table with its alias, in which `id` grows with time. */
interface Source {
  table: string;
  alias: string;
  /** What is selected of it, the id as `id`. */
  columns: string;
  where: string;
  /** Of the placeholders in `where`. */
  values: unknown[];
}

/**
 * One page of what a condition finds, newest first, and how many there are, in one statement and so in one
 * snapshot. Counted, and paged, up to `maxCounted`, so that its cost does not grow with the table.
 */
export async function newestPage<Row extends QueryResultRow & { id: string }>(
  pool: Pool,
  { table, alias, columns, where, values }: Source,
  { page, size }: PageRequest,
): Promise<{ rows: Row[]; totalElements: number }> {
  const offset = Math.min(page * size, maxCounted);
  const limit = Math.min(size, maxCounted - offset);
  const text = `
    select counted.total, found.*
    from (
      select count(*) as total
      from (select from ${table} ${alias} where ${where} limit ${maxCounted}) few
    ) counted
    left join lateral (
      select ${columns} from ${table} ${alias} where ${where}
      order by ${alias}.id desc limit ${limit} offset ${offset}
    ) found on true
    order by found.id desc`;
  const rows = await rowsOf<Row & { total: string }>(pool, { text }, values);
  return {
    // Without any, the total alone stands there.
    rows: rows.filter((row) => row.id !== null),
    totalElements: Number(rows[0]!.total),
  };
}
