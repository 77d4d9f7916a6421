import type { Pool, QueryResultRow } from "pg";
import { maxCounted, type PageRequest } from "../../../core/ports.ts";
import { rowsOf, type Statement } from "./statement.ts";

/** One page of a list, as the parts of a statement. */
export interface PageQuery {
  /** Common table expressions that both parts use, such as `with found as (...)`. */
  with?: string;
  /** An expression for how many elements the list has. */
  total: string;
  /** A select of the page's rows, with their `id`. */
  rows: string;
  /** The order of the rows, by columns of `rows`. */
  orderBy: string;
}

/** The rows of one page, and how many elements the list has. */
export interface FoundPage<T> {
  items: T[];
  totalElements: number;
}

/** A row of the statement: the total, and one row of the page or only nulls. */
type PageRow<Row extends QueryResultRow> = Row & { total: string };

/**
 * Reads one page and the total in one statement. Both come from one snapshot, so the total always counts the rows that
 * the page shows. With an empty page, the statement returns one row that has the total alone.
 */
export async function readPage<Row extends QueryResultRow & { id: unknown }, Item>(
  read: (statement: Statement<PageRow<Row>>) => Promise<PageRow<Row>[]>,
  query: PageQuery,
  toItem: (row: Row) => Item,
): Promise<FoundPage<Item>> {
  const rows = await read({
    text: `
    ${query.with ?? ""}
    select page.*, counted.total
    from (select ${query.total} as total) counted
    left join lateral (${query.rows}) page on true
    order by ${query.orderBy}`,
  });
  const totalElements = Number(rows[0]!.total);
  const items = rows.filter((row) => row.id !== null).map((row) => toItem(withoutTotal(row)));
  return { items, totalElements };
}

/** An item may be the row itself. The total is the last column: to delete another one would slow the object down in V8. */
function withoutTotal<Row extends QueryResultRow>(found: PageRow<Row>): Row {
  const row: Partial<PageRow<Row>> = found;
  delete row.total;
  return row as unknown as Row;
}

/**
 * Returns the `limit` and `offset` of a page in a list that is counted, and paged, up to `max`. The cost of such a page
 * does not grow with the table.
 */
export function cappedWindow(
  { page, size }: PageRequest,
  max = maxCounted,
): { offset: number; limit: number } {
  const offset = Math.min(page * size, max);
  return { offset, limit: Math.min(size, max - offset) };
}

/** Rows of a table with its alias. Their `id` grows with time. */
interface Source {
  table: string;
  alias: string;
  /** The selected columns, with the id as `id`. */
  columns: string;
  where: string;
  /** The values of the placeholders in `where`. */
  values: unknown[];
}

/** Reads one page of the rows that meet a condition, newest first, counted up to `maxCounted`. */
export function newestPage<Row extends QueryResultRow & { id: string }, Item>(
  pool: Pool,
  { table, alias, columns, where, values, ...request }: Source & PageRequest,
  toItem: (row: Row) => Item,
): Promise<FoundPage<Item>> {
  const { offset, limit } = cappedWindow(request);
  const from = `from ${table} ${alias} where ${where}`;
  return readPage<Row, Item>((statement) => rowsOf(pool, statement, values), {
    total: `(select count(*) from (select ${from} limit ${maxCounted}) counted_rows)`,
    rows: `select ${columns} ${from} order by ${alias}.id desc limit ${limit} offset ${offset}`,
    orderBy: "id desc",
  }, toItem);
}
