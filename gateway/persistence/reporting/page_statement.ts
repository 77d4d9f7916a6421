import type { ListOrder, ListPage, ListWindow, Position } from "../../../core/ports.ts";
import type { Statement } from "../database/statement.ts";
import type { Reading } from "./reading.ts";

/** A column of an order, with the type of its values. */
export type OrderColumn = readonly [name: string, type: string];

/** The rows that pages are taken from; `a` is the alias of the table. */
export interface PageSource {
  table: string;
  /** The selected columns. */
  columns: string;
  order: readonly OrderColumn[];
  /** Conditions on all rows. */
  where: readonly string[];
  /**
   * Conditions that divide the rows into parts without overlap. Each part is read by itself, by its own index and no
   * further than the page needs. The results are merged.
   */
  parts: readonly string[];
  /** The values of the placeholders in the conditions. */
  values: readonly unknown[];
}

/** The owners of which one page each is read, and the column that refers to them. */
export interface PageOwners {
  column: string;
  ids: readonly number[];
}

/** The requested page, and the owners. */
export interface WindowRequest {
  window: ListWindow;
  direction: ListOrder["direction"];
  owners: PageOwners | undefined;
}

/** A row of a page. It also has the columns of its source. */
export interface PageRow {
  /** The position of its owner, from 1. */
  place: string;
  /** Whether the owner has rows up to `after`. */
  hasPrevious: boolean;
  /** Whether the owner has rows from `before` on. */
  hasNext: boolean;
  /** The position in the order of reading, from 1; null if the page of the owner is empty. */
  rank: string | null;
}

type Sign = "<" | "<=" | ">" | ">=";

/**
 * Returns a statement that reads one page of each owner's rows, or one page without owners. It reads one row more than
 * the limit, which shows whether there are more.
 *
 * One statement for all owners: LATERAL reads the page of each owner by its index. With one statement for each owner, a
 * query for 100 owners would cost 100 round trips.
 */
function pageStatement(
  source: PageSource,
  { window, direction, owners }: WindowRequest,
): [Statement<PageRow>, unknown[]] {
  const { after, before, limit, isFromEnd } = window;
  const values = [...source.values];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const isAscending = direction === "ASC";
  const isReadAscending = isAscending !== isFromEnd;
  const ofOwner = owners ? [`a.${owners.column} = owner.id`] : [];
  // Looks for rows beyond a cursor, including the row of the cursor itself.
  const exists = (sign: "<=" | ">=", position: Position | null) => {
    if (!position) return "false";
    const conditions = [...ofOwner, comparison(source.order, sign, position.map(valueOf))];
    return `exists (${merged(source, conditions, { isAscending: sign === ">=", limit: 1 })})`;
  };
  const between = [...ofOwner, ...betweenCursors(source.order, { window, direction, valueOf })];
  const page = merged(source, between, { isAscending: isReadAscending, limit: limit + 1 });
  const ownerRows = owners
    ? `unnest(${valueOf(owners.ids)}::bigint[]) with ordinality`
    : "(select 0, 1)";
  const text = `
    select owner.*, found.*
    from (
      select owner.id, owner.place, ${exists(isAscending ? "<=" : ">=", after)} as "hasPrevious",
        ${exists(isAscending ? ">=" : "<=", before)} as "hasNext"
      from ${ownerRows} as owner (id, place) offset 0
    ) owner
    left join lateral (
      select row_number() over (order by ${orderBy(source.order, isReadAscending)}) as rank,
        ${source.columns}
      from (${page}) a
    ) found on true`;
  return [{ text }, values];
}

/** Returns the conditions on rows between the cursors of a window. */
function betweenCursors(
  order: readonly OrderColumn[],
  { window: { after, before }, direction, valueOf }:
    & Pick<WindowRequest, "window" | "direction">
    & { valueOf(value: unknown): string },
): string[] {
  const [early, late] = direction === "ASC" ? [after, before] : [before, after];
  const compared = (sign: Sign, position: Position | null) =>
    position ? [comparison(order, sign, position.map(valueOf))] : [];
  return [...compared(">", early), ...compared("<", late)];
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

// A comparison of rows does not exclude partitions. An additional comparison of the first column does.
function comparison(order: readonly OrderColumn[], sign: Sign, values: string[]): string {
  const columns = order.map(([name]) => `a.${name}`);
  const typed = values.map((value, i) => `${value}::${order[i]![1]}`);
  const whole = `(${columns.join(", ")}) ${sign} (${typed.join(", ")})`;
  return order.length === 1 ? whole : `${columns[0]} ${sign[0]}= ${typed[0]} and ${whole}`;
}

/** Reads one page of each owner's rows, or one page without owners. */
export async function pageOfEach<Row>(
  { rows }: Reading,
  source: PageSource,
  request: WindowRequest,
): Promise<ListPage<Row>[]> {
  const found = await rows(...pageStatement(source, request));
  const owned = Map.groupBy(found, ({ place }) => Number(place));
  return (request.owners?.ids ?? [0]).map((_, i) => {
    const own = owned.get(i + 1)!;
    const ranked = own.filter(({ rank }) => rank !== null)
      .toSorted((a, b) => Number(a.rank) - Number(b.rank));
    return pageOf(ranked as unknown as Row[], request.window, own[0]!);
  });
}

/** Counts the rows between the cursors of a window, up to `max`. It reads the same indexes as the pages. */
export async function countUpTo(
  { rows }: Reading,
  source: PageSource,
  { max, ...request }: Pick<WindowRequest, "window" | "direction"> & { max: number },
): Promise<number> {
  const values = [...source.values];
  const valueOf = (value: unknown) => `$${values.push(value)}`;
  const between = betweenCursors(source.order, { ...request, valueOf });
  const isAscending = request.direction === "ASC";
  const found = merged(source, between, { isAscending, limit: max });
  const statement: Statement<{ count: string }> = {
    text: `select count(*) from (${found}) counted`,
  };
  const [counted] = await rows(statement, values);
  return Number(counted!.count);
}

/** Makes the page of rows that were read in the order of the window, possibly one more than its limit. */
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
