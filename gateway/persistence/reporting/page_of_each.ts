import type { ListPage, ListWindow } from "../../../core/mod.ts";
import { type PageAsked, type PageSource, pageStatement } from "./page_statement.ts";
import type { Reading } from "./reading.ts";

/** A page of each owner's rows, or one page where there are no owners, in one statement. */
export async function pageOfEach<Row>(
  { rows }: Reading,
  source: PageSource,
  asked: PageAsked,
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
