import { client } from "./client.ts";
import { type ListPage, readPages } from "./read_pages.ts";
import type { Input, Output } from "./types.ts";

type ListPath = "appointments.list" | "credits.ledger" | "audit.list";
type Row<P extends ListPath> = Output<P> extends { items: (infer R extends { id: number })[] } ? R
  : never;

/** The maximum number of rows of a download or a print. */
export const maxLoaded = 10_000;
const size = 100;

/** Loads all rows of a list, in its order and with its filters. `isCut` if there are more than `maxLoaded`. */
export async function loadAll<P extends ListPath>(
  path: P,
  query: Input<P>,
): Promise<{ rows: Row<P>[]; isCut: boolean }> {
  const { rows, totalElements } = await readPages(
    (page) => client.query(path, { ...query as object, page, size }) as Promise<ListPage<Row<P>>>,
    { maxPages: maxLoaded / size },
  );
  return { rows, isCut: totalElements > maxLoaded };
}
