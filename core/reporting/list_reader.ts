import { type Fault, validationError } from "../errors.ts";
import { textField } from "../input.ts";
import { type ListOrder, listOrders } from "./list_orders.ts";
import type {
  Listed,
  ListedAppointment,
  ListedCreditEntry,
  ListFilter,
  ListName,
  Lists,
  Owners,
} from "./lists.ts";
import { cursorOf, type ListWindow, parseWindow, type WindowRequest } from "./list_window.ts";

/** Which items of a list are asked for, in which order and of which page. */
export interface ListRequest<L extends ListName> extends WindowRequest {
  filter?: ListFilter<L> | null | undefined;
  /** The list's usual order where it is left out. */
  orderBy?: ListOrder | null | undefined;
}

/** What is asked of a list once it has been judged. */
export interface ListQuery<L extends ListName> {
  filter: ListFilter<L>;
  order: ListOrder;
  window: ListWindow;
}

/** Part of a list in its order, and whether the list goes on before it and after it. */
export interface ListPage<Item> {
  items: Item[];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
}

/** A page in relay's words. */
export interface Connection<Item> {
  edges: { cursor: string; node: Item }[];
  pageInfo: {
    hasPreviousPage: boolean;
    hasNextPage: boolean;
    /** Null where there are no edges. */
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** What is found by an id alone; usage by its time as well. */
export interface Entities extends
  Pick<
    { [L in ListName]: Listed<L> },
    "departments" | "workers" | "apiKeys" | "webhooks" | "webhookDeliveries" | "creditEntries"
  > {
  appointments: ListedAppointment;
}

/** Identifies a call in the log. The log is partitioned by time, so the id alone is not enough. */
export interface CallRef {
  timestamp: Temporal.Instant;
  id: number;
}

/** Reading lists of one organization; ids of others and ids that nothing has find nothing. */
export interface ListReading {
  page<L extends ListName>(list: L, query: ListQuery<L>): Promise<ListPage<Listed<L>>>;
  /** The same page of each owner's items, in the order of the owners, in one statement. */
  pagesOf<L extends ListName>(
    list: L,
    owners: Owners<L>,
    query: ListQuery<L>,
  ): Promise<ListPage<Listed<L>>[]>;
  /** Those of the ids that there are, in any order, in one statement. */
  byIds<E extends keyof Entities>(entity: E, ids: readonly number[]): Promise<Entities[E][]>;
  calls(refs: readonly CallRef[]): Promise<Lists["usageLogs"]["item"][]>;
  /** What each of the appointments cost and was refunded, oldest first, in one statement. */
  creditEntriesOf(appointmentIds: readonly number[]): Promise<ListedCreditEntry[][]>;
}

/** The lists of one organization, as its reports read them. Pages throw VALIDATION_ERROR. */
export function createListReader(source: ListReading) {
  return {
    async page<L extends ListName>(list: L, asked: ListRequest<L>): Promise<Connection<Listed<L>>> {
      const query = judge(list, asked);
      return connectionOf(list, query.order, await source.page(list, query));
    },
    async pagesOf<L extends ListName>(
      list: L,
      owners: Owners<L>,
      asked: ListRequest<L>,
    ): Promise<Connection<Listed<L>>[]> {
      const query = judge(list, asked);
      const pages = await source.pagesOf(list, owners, query);
      return pages.map((page) => connectionOf(list, query.order, page));
    },
    byIds: <E extends keyof Entities>(entity: E, ids: readonly number[]) =>
      source.byIds(entity, ids),
    calls: (refs: readonly CallRef[]) => source.calls(refs),
    creditEntriesOf: (appointmentIds: readonly number[]) => source.creditEntriesOf(appointmentIds),
  };
}

function judge<L extends ListName>(list: L, asked: ListRequest<L>): ListQuery<L> {
  const { filter: given, orderBy, ...page } = asked;
  const filter = given ?? {};
  const order = orderBy ?? listOrders[list].usual;
  const { window, faults } = parseWindow(list, order, page);
  const all = [...validateTexts(filter), ...faults];
  if (all.length > 0) throw validationError(...all);
  return { filter, order, window };
}

const anyText = textField(2048, "What is looked for");

function validateTexts(filter: object): Fault[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    const issues = anyText.safeParse(value).error?.issues ?? [];
    return issues.map(({ message }) => ({ field: `filter.${name}`, message }));
  });
}

function connectionOf<L extends ListName>(
  list: L,
  order: ListOrder,
  { items, hasPreviousPage, hasNextPage }: ListPage<Listed<L>>,
): Connection<Listed<L>> {
  const edges = items.map((node) => ({ cursor: cursorOf(list, order, node), node }));
  return {
    edges,
    pageInfo: {
      hasPreviousPage,
      hasNextPage,
      startCursor: edges.at(0)?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}
