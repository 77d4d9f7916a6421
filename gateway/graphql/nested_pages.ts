import DataLoader from "dataloader";
import type { Connection, Listed, ListName, ListRequest, Owners, Reports } from "../../core/mod.ts";

const loadersOf = new WeakMap<Reports, Map<string, DataLoader<number, Connection<unknown>>>>();

/**
 * The page of one owner's items. What is asked for many owners by the same field with the same arguments is read in
 * one statement.
 */
export function pageOfOwner<L extends ListName>(
  reports: Reports,
  list: L,
  { by, id }: { by: Owners<L>["by"]; id: number },
  asked: ListRequest<L>,
): Promise<Connection<Listed<L>>> {
  const loaders = loadersOf.get(reports) ??
    new Map<string, DataLoader<number, Connection<unknown>>>();
  loadersOf.set(reports, loaders);
  const key = JSON.stringify([list, by, asked]);
  const loader = loaders.get(key) ??
    new DataLoader((ids) => reports.pagesOf(list, { by, ids }, asked));
  loaders.set(key, loader);
  return loader.load(id) as Promise<Connection<Listed<L>>>;
}
