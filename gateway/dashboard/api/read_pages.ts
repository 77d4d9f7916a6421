/** One page of a list. */
export interface ListPage<R> {
  items: R[];
  totalPages: number;
  totalElements: number;
}

interface Listed {
  id: number;
}

const pagesAtOnce = 5;

/**
 * Reads all rows of a list, each once, in the order of the list. When a row leaves the list, all after it move up, and
 * the next page begins after some that nobody has read. So a list of several pages is read again from the start, until
 * nothing new comes of what it had at the beginning.
 */
export async function readPages<R extends Listed>(
  load: (page: number) => Promise<ListPage<R>>,
  { maxPages = Infinity }: { maxPages?: number } = {},
): Promise<{ rows: R[]; totalElements: number }> {
  let rows: R[] = [];
  let newestId = Infinity;
  for (;;) {
    const { read, totalPages, totalElements } = await readOnce(load, maxPages);
    const added = newRows(rows, read);
    rows = withAdded(rows, added);
    // Later rows come too, but do not keep the loop from ending.
    const hasMissed = [...added.values()].flat().some(({ id }) => id <= newestId);
    // One page is of one moment, so it has everything.
    if (totalPages <= 1 || !hasMissed) return { rows, totalElements };
    if (newestId === Infinity) newestId = rows.reduce((max, { id }) => Math.max(max, id), 0);
  }
}

async function readOnce<R>(load: (page: number) => Promise<ListPage<R>>, maxPages: number) {
  const { items, totalPages, totalElements } = await load(0);
  const pages = Math.min(totalPages, maxPages);
  const read = [...items];
  for (let page = 1; page < pages; page += pagesAtOnce) {
    const count = Math.min(pagesAtOnce, pages - page);
    const loaded = await Promise.all(Array.from({ length: count }, (_, i) => load(page + i)));
    read.push(...loaded.flatMap((one) => one.items));
  }
  return { read, totalPages, totalElements };
}

/** Returns the rows that are not known, each once, by the id of the known row before them; null at the beginning. */
function newRows<R extends Listed>(
  known: readonly R[],
  read: readonly R[],
): Map<number | null, R[]> {
  const ids = new Set(known.map(({ id }) => id));
  const found = new Set<number>();
  const added = new Map<number | null, R[]>();
  let before: number | null = null;
  for (const row of read) {
    if (ids.has(row.id)) before = row.id;
    else if (!found.has(row.id)) added.set(before, [...added.get(before) ?? [], row]);
    found.add(row.id);
  }
  return added;
}

function withAdded<R extends Listed>(
  rows: readonly R[],
  added: ReadonlyMap<number | null, R[]>,
): R[] {
  return [
    ...added.get(null) ?? [],
    ...rows.flatMap((row) => [row, ...added.get(row.id) ?? []]),
  ];
}
