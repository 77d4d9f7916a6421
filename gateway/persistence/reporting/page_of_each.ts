import type { ListOrder, ListPage, ListWindow, Position } from "../../../core/mod.ts";
import type { Statement } from "../statement.ts";
import type { Reading } from "./reading.ts";

/** A column of an order, with the type of its values. */
export type OrderColumn = readonly [name: string, type: string];

/** What pages are taken from: rows `a` of a table. */
export interface PageSource {
  table: string;
  /** What is selected of `a`; beside it a row has `rank`. */
  columns: string;
  order: readonly OrderColumn[];
  /** Conditions that hold for all. */
  where: readonly string[];
  /**
   * Conditions of which each row meets at most one, together all rows that are meant. Each is read by itself, by an
   * index of its own and no further than the page needs, and what they give is merged.
   */
  parts: readonly string[];
  /** Of the placeholders in the conditions. */
  values: readonly unknown[];
}

/** Those of whom a page each is read, and the column that names them. */
export interface PageOwners {
  column: string;
  ids: readonly number[];
}

interface PageAsked {
  window: ListWindow;
  direction: ListOrder["direction"];
  owners: PageOwners | undefined;
}

interface PageRow {
  place: string;
  hasPrevious: boolean;
  hasNext: boolean;
  /** Null on the one row of an owner that has none. */
  rank: string | null;
}

/** A page of each owner's rows, or one page where there are no owners, in one statement. */
export async function pageOfEach<Row>(
  { rows }: Reading,
  source: PageSource,
  asked: PageAsked,
): Promise<ListPage<Row>[]> {
  const found = await rows(...statementOf(source, asked));
  const pages = Map.groupBy(found, (row) => Number(row.place));
  return (asked.owners?.ids ?? [0]).map((_, i) => {
    const own = pages.get(i + 1)!;
    const { hasPrevious, hasNext } = own[0]!;
    const ranked = own.filter(({ rank }) => rank !== null)
      .toSorted((a, b) => Number(a.rank) - Number(b.rank));
    return pageOf(ranked as unknown as Row[], asked.window, { hasPrevious, hasNext });
  });
}

/** The page of rows that were read the window's way, one more than its limit where there are more. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, isFromEnd }: ListWindow,
  { hasPrevious, hasNext }: { hasPrevious: boolean; hasNext: boolean },
): ListPage<Row> {
  const hasMore = rows.length > limit;
  const items = rows.slice(0, limit);
  return {
    items: isFromEnd ? items.reverse() : items,
    hasPreviousPage: hasPrevious || (isFromEnd && hasMore),
    hasNextPage: hasNext || (!isFromEnd && hasMore),
  };
}

function statementOf(
  source: PageSource,
  { window, direction, owners }: PageAsked,
): [Statement<PageRow>, unknown[]] {
  const values = [...source.values];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const isForward = direction === "ASC";
  const { after, before, limit, isFromEnd } = window;
  const compared = (sign: "<" | "<=" | ">" | ">=", position: Position | null) =>
    position ? [comparison(source.order, sign, position.map(valueOf))] : [];
  const rowsOfPage = (owner: string) =>
    merged(
      {
        ...source,
        where: [
          ...source.where,
          ...(owners ? [`a.${owners.column} = ${owner}.id`] : []),
          ...compared(isForward ? ">" : "<", after),
          ...compared(isForward ? "<" : ">", before),
        ],
      },
      isForward !== isFromEnd,
      limit + 1,
    );
  // What lies beyond a cursor begins, read from there, with the row of the cursor itself.
  const exists = (sign: "<=" | ">=", position: Position | null) =>
    position
      ? `exists (${
        merged(
          {
            ...source,
            where: [
              ...source.where,
              ...(owners ? [`a.${owners.column} = asked.id`] : []),
              ...compared(sign, position),
            ],
          },
          sign === ">=",
          1,
        )
      })`
      : "false";
  const asked = owners
    ? `unnest(${valueOf(owners.ids)}::bigint[]) with ordinality`
    : "(select 0, 1)";
  const text = `
    select owner.*, found.*
    from (
      select asked.id, asked.place, ${exists(isForward ? "<=" : ">=", after)} as "hasPrevious",
        ${exists(isForward ? ">=" : "<=", before)} as "hasNext"
      from ${asked} as asked (id, place) offset 0
    ) owner
    left join lateral (
      select row_number() over (order by ${orderBy(source.order, isForward !== isFromEnd)}) as rank,
        ${source.columns}
      from (${rowsOfPage("owner")}) a
    ) found on true`;
  return [{ text }, values];
}

function merged({ table, where, parts, order }: PageSource, isAscending: boolean, limit: number) {
  const ordered = `order by ${orderBy(order, isAscending)} limit ${limit}`;
  const read = parts.map((part) =>
    `select * from ${table} a where ${[...where, part].join(" and ")} ${ordered}`
  );
  if (read.length === 1) return read[0]!;
  return `select * from (${read.map((one) => `(${one})`).join(" union all ")}) a ${ordered}`;
}

function orderBy(order: readonly OrderColumn[], isAscending: boolean): string {
  return order.map(([name]) => `a.${name} ${isAscending ? "asc" : "desc"}`).join(", ");
}

// Rows that are compared as a whole keep no partition from being read; their first column does.
function comparison(order: readonly OrderColumn[], sign: string, values: string[]): string {
  const columns = order.map(([name]) => `a.${name}`);
  const typed = values.map((value, i) => `${value}::${order[i]![1]}`);
  const whole = `(${columns.join(", ")}) ${sign} (${typed.join(", ")})`;
  return order.length === 1 ? whole : `${columns[0]} ${sign[0]}= ${typed[0]} and ${whole}`;
}
