import DataLoader from "dataloader";
import type { Connection, Listed, ListName, ListRequest, Owners, Reports } from "../../core/mod.ts";

const loadersOf = new WeakMap<Reports, Map<string, DataLoader<number, Connection<unknown>>>>();

/**
 * Returns a page of the items of one owner, such as a department. One statement reads the pages of all owners with the
 * same field and arguments.
 */
export function pageOfOwner<L extends ListName>(
  reports: Reports,
  list: L,
  { by, id }: { by: Owners<L>["by"]; id: number },
  request: ListRequest<L>,
): Promise<Connection<Listed<L>>> {
  const loaders = loadersOf.get(reports) ??
    new Map<string, DataLoader<number, Connection<unknown>>>();
  loadersOf.set(reports, loaders);
  const key = JSON.stringify([list, by, request]);
  const loader = loaders.get(key) ??
    new DataLoader((ids) => reports.pagesOf(list, { by, ids }, request));
  loaders.set(key, loader);
  return loader.load(id) as Promise<Connection<Listed<L>>>;
}
