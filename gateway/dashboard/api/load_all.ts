import { client } from "./client.ts";
import type { Input, Output } from "./types.ts";

type ListPath = "appointments.list" | "credits.ledger" | "audit.list";
type Row<P extends ListPath> = Output<P> extends { items: (infer R)[] } ? R : never;
type ListPage<P extends ListPath> = { items: Row<P>[]; totalPages: number; totalElements: number };

/** The maximum number of rows of a download or a print. */
export const maxLoaded = 10_000;
const size = 100;
const pagesAtOnce = 5;

/** Loads all rows of a list, in its order and with its filters. `isCut` if there are more than `maxLoaded`. */
export async function loadAll<P extends ListPath>(
  path: P,
  query: Input<P>,
): Promise<{ rows: Row<P>[]; isCut: boolean }> {
  const load = (page: number) =>
    client.query(path, { ...query as object, page, size }) as Promise<ListPage<P>>;
  const first = await load(0);
  const pages = Math.min(first.totalPages, maxLoaded / size);
  const rows: Row<P>[] = [...first.items];
  for (let page = 1; page < pages; page += pagesAtOnce) {
    const count = Math.min(pagesAtOnce, pages - page);
    const loaded = await Promise.all(Array.from({ length: count }, (_, i) => load(page + i)));
    rows.push(...loaded.flatMap(({ items }) => items));
  }
  return { rows, isCut: first.totalElements > rows.length };
}
