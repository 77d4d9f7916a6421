import type { ListOrder, ListPage, ListWindow, Position } from "../../../core/mod.ts";
import type { Statement } from "../database/statement.ts";
import type { Reading } from "./reading.ts";

/** A column of an order, with the type of its values. */
export type OrderColumn = readonly [name: string, type: string];

/** What pages are taken from: rows `a` of a table. */
export interface PageSource {
  table: string;
  /** What is selected of `a`. */
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

/** Which page of the source, and whose. */
export interface WindowRequest {
  window: ListWindow;
  direction: ListOrder["direction"];
  owners: PageOwners | undefined;
}

/** A row of a page, with the columns of its source beside these. */
export interface PageRow {
  /** Of its owner among the owners, from 1. */
  place: string;
  /** Whether the owner has rows up to `after`, and from `before` on. */
  hasPrevious: boolean;
  hasNext: boolean;
  /** In the way that the window is read, from 1; null on the one row of an owner whose page is empty. */
  rank: string | null;
}

type Sign = "<" | "<=" | ">" | ">=";

/** Reads a page of each owner's rows, up to one more than the window's limit; without owners one page. */
function pageStatement(
  source: PageSource,
  { window, direction, owners }: WindowRequest,
): [Statement<PageRow>, unknown[]] {
  const { after, before, limit, isFromEnd } = window;
  const values = [...source.values];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const isAscending = direction === "ASC";
  const isReadAscending = isAscending !== isFromEnd;
  const compared = (sign: Sign, position: Position | null) =>
    position ? [comparison(source.order, sign, position.map(valueOf))] : [];
  const ofOwner = owners ? [`a.${owners.column} = asked.id`] : [];
  // What lies beyond a cursor is looked for from there, and begins with the row of the cursor itself.
  const exists = (sign: "<=" | ">=", position: Position | null) => {
    if (!position) return "false";
    const conditions = [...ofOwner, ...compared(sign, position)];
    return `exists (${merged(source, conditions, { isAscending: sign === ">=", limit: 1 })})`;
  };
  const [early, late] = isAscending ? [after, before] : [before, after];
  const between = [...ofOwner, ...compared(">", early), ...compared("<", late)];
  const page = merged(source, between, { isAscending: isReadAscending, limit: limit + 1 });
  const asked = owners
    ? `unnest(${valueOf(owners.ids)}::bigint[]) with ordinality`
    : "(select 0, 1)";
  const text = `
    select asked.*, found.*
    from (
      select asked.id, asked.place, ${exists(isAscending ? "<=" : ">=", after)} as "hasPrevious",
        ${exists(isAscending ? ">=" : "<=", before)} as "hasNext"
      from ${asked} as asked (id, place) offset 0
    ) asked
    left join lateral (
      select row_number() over (order by ${orderBy(source.order, isReadAscending)}) as rank,
        ${source.columns}
      from (${page}) a
    ) found on true`;
  return [{ text }, values];
}

function merged(
  { table, where, parts, order }: PageSource,
  conditions: readonly string[],
  { isAscending, limit }: { isAscending: boolean; limit: number },
): string {
  const ordered = `order by ${orderBy(order, isAscending)} limit ${limit}`;
  const read = parts.map((part) =>
    `select * from ${table} a where ${[...where, ...conditions, part].join(" and ")} ${ordered}`
  );
  if (read.length === 1) return read[0]!;
  return `select * from (${read.map((one) => `(${one})`).join(" union all ")}) a ${ordered}`;
}

function orderBy(order: readonly OrderColumn[], isAscending: boolean): string {
  return order.map(([name]) => `a.${name} ${isAscending ? "asc" : "desc"}`).join(", ");
}

// A comparison of several columns at once keeps no partition from being read; one of the first column does.
function comparison(order: readonly OrderColumn[], sign: Sign, values: string[]): string {
  const columns = order.map(([name]) => `a.${name}`);
  const typed = values.map((value, i) => `${value}::${order[i]![1]}`);
  const whole = `(${columns.join(", ")}) ${sign} (${typed.join(", ")})`;
  return order.length === 1 ? whole : `${columns[0]} ${sign[0]}= ${typed[0]} and ${whole}`;
}

/** A page of each owner's rows, or one page where there are no owners, in one statement. */
export async function pageOfEach<Row>(
  { rows }: Reading,
  source: PageSource,
  asked: WindowRequest,
): Promise<ListPage<Row>[]> {
  const found = await rows(...pageStatement(source, asked));
  const owned = Map.groupBy(found, ({ place }) => Number(place));
  return (asked.owners?.ids ?? [0]).map((_, i) => {
    const own = owned.get(i + 1)!;
    const ranked = own.filter(({ rank }) => rank !== null)
      .toSorted((a, b) => Number(a.rank) - Number(b.rank));
    return pageOf(ranked as unknown as Row[], asked.window, own[0]!);
  });
}

/** The page of rows that were read the window's way, one more than its limit where there are more. */
function pageOf<Row>(
  rows: readonly Row[],
  { limit, isFromEnd }: ListWindow,
  { hasPrevious, hasNext }: { hasPrevious: boolean; hasNext: boolean },
): ListPage<Row> {
  const hasMore = rows.length > limit;
  const items = rows.slice(0, limit);
  return {
    items: isFromEnd ? items.toReversed() : items,
    hasPreviousPage: hasPrevious || (isFromEnd && hasMore),
    hasNextPage: hasNext || (!isFromEnd && hasMore),
  };
}
