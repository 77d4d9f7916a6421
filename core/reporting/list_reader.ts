import { type Fault, validationError } from "../errors.ts";
import { faultOf, textField } from "../input.ts";
import { type ListOrder, listOrders } from "./list_orders.ts";
import { type DayBounds, parsePeriod } from "./list_period.ts";
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

/** A requested list: its days, filters, order and page. */
export interface ListRequest<L extends ListName> extends WindowRequest, DayBounds {
  filter?: ListFilter<L> | null | undefined;
  /** The days of creation, only of appointments. `from` and `to` are days of the appointment itself. */
  created?: L extends "appointments" ? DayBounds | null | undefined : never;
  /** Absent: the default order of the list. */
  orderBy?: ListOrder | null | undefined;
}

/** A validated request of a list. */
export interface ListQuery<L extends ListName> {
  filter: ListFilter<L>;
  order: ListOrder;
  window: ListWindow;
}

/** A page of a list, and whether there are items before and after it. */
export interface ListPage<Item> {
  items: Item[];
  hasPreviousPage: boolean;
  hasNextPage: boolean;
}

/** A page as a Relay connection. */
export interface Connection<Item> {
  edges: { cursor: string; node: Item }[];
  /** Returns the number of items on all pages; null if no count is kept. Left out in parts of files. */
  totalCount?(): Promise<number | null>;
  pageInfo: {
    hasPreviousPage: boolean;
    hasNextPage: boolean;
    /** Null without edges. */
    startCursor: string | null;
    endCursor: string | null;
  };
}

/** The entities that are found by id. Usage entries are found by `CallRef`. */
export interface Entities extends
  Pick<
    { [L in ListName]: Listed<L> },
    | "departments"
    | "workers"
    | "visits"
    | "apiKeys"
    | "webhooks"
    | "webhookDeliveries"
    | "creditEntries"
  > {
  appointments: ListedAppointment;
}

/** Identifies a call in the log. The log is partitioned by time, so the id alone is not enough. */
export interface CallRef {
  timestamp: Temporal.Instant;
  id: number;
}

/** Reads lists of one organization. Ids of other organizations find nothing, like unknown ids. */
export interface ListReading {
  page<L extends ListName>(list: L, query: ListQuery<L>): Promise<ListPage<Listed<L>>>;
  /** Counts the items between the cursors of a query, up to `max`. */
  count<L extends ListName>(list: L, query: ListQuery<L>, max: number): Promise<number>;
  /** Returns a page of items for each owner, in the order of the owners. One SQL statement. */
  pagesOf<L extends ListName>(
    list: L,
    owners: Owners<L>,
    query: ListQuery<L>,
  ): Promise<ListPage<Listed<L>>[]>;
  /**
   * Returns the size of a list, or of the list of each owner; null if no count is kept. A few SQL statements, however many
   * owners there are.
   */
  totals<L extends ListName>(
    list: L,
    query: ListQuery<L>,
    owners?: Owners<L>,
  ): Promise<(number | null)[]>;
  /** Returns the entities that exist, in any order. One SQL statement. */
  byIds<E extends keyof Entities>(entity: E, ids: readonly number[]): Promise<Entities[E][]>;
  calls(refs: readonly CallRef[]): Promise<Lists["usageLogs"]["item"][]>;
  /** Returns the credit entries of each appointment, oldest first. One SQL statement. */
  creditEntriesOf(appointmentIds: readonly number[]): Promise<ListedCreditEntry[][]>;
}

/** Makes the lists of one organization. `page`, `part`, `count` and `pagesOf` throw VALIDATION_ERROR. */
export function createListReader(source: ListReading, timeZone: string) {
  const parseRequest = <L extends ListName>(list: L, request: ListRequest<L>) =>
    parseListRequest(list, request, timeZone);
  return {
    async page<L extends ListName>(
      list: L,
      request: ListRequest<L>,
    ): Promise<Connection<Listed<L>>> {
      const query = parseRequest(list, request);
      const page = connectionOf(list, query.order, await source.page(list, query));
      const totalCount = async () => (await source.totals(list, query))[0]!;
      return Object.assign(page, { totalCount });
    },
    /** Returns a page of up to `size` items, whatever size is requested. For files, which read in larger parts. */
    async part<L extends ListName>(
      list: L,
      request: ListRequest<L>,
      size: number,
    ): Promise<Connection<Listed<L>>> {
      const { window, ...query } = parseRequest(list, request);
      const sized = { ...query, window: { ...window, limit: size } };
      return connectionOf(list, query.order, await source.page(list, sized));
    },
    /** Counts the items between the cursors of a request, up to `max`. */
    count: async <L extends ListName>(list: L, request: ListRequest<L>, max: number) =>
      await source.count(list, parseRequest(list, request), max),
    async pagesOf<L extends ListName>(
      list: L,
      owners: Owners<L>,
      request: ListRequest<L>,
    ): Promise<Connection<Listed<L>>[]> {
      const query = parseRequest(list, request);
      const pages = await source.pagesOf(list, owners, query);
      let totals: Promise<(number | null)[]> | undefined;
      return pages.map((page, i) => {
        const totalCount = async () => (await (totals ??= source.totals(list, query, owners)))[i]!;
        return Object.assign(connectionOf(list, query.order, page), { totalCount });
      });
    },
    byIds: <E extends keyof Entities>(entity: E, ids: readonly number[]) =>
      source.byIds(entity, ids),
    calls: (refs: readonly CallRef[]) => source.calls(refs),
    creditEntriesOf: (appointmentIds: readonly number[]) => source.creditEntriesOf(appointmentIds),
  };
}

function parseListRequest<L extends ListName>(
  list: L,
  request: ListRequest<L>,
  timeZone: string,
): ListQuery<L> {
  const { orderBy, from, to, created, ...page } = request;
  const order = orderBy ?? listOrders[list].default;
  const days = { from, to, created, filter: request.filter ?? {} };
  const period = parsePeriod(list, days, timeZone);
  const { window, faults } = parseWindow(list, order, page);
  const all = [...validateTexts(period.filter), ...period.faults, ...faults];
  if (all.length > 0) throw validationError(...all);
  return { filter: period.filter as ListFilter<L>, order, window };
}

const anyText = textField(2048, "Text of a filter");

function validateTexts(filter: object): Fault[] {
  return Object.entries(filter).flatMap(([name, value]) => {
    if (typeof value !== "string") return [];
    const issues = anyText.safeParse(value).error?.issues ?? [];
    return issues.map(({ message }) => faultOf({ path: ["filter", name], message }));
  });
}

function connectionOf<L extends ListName>(
  list: L,
  order: ListOrder,
  { items, hasPreviousPage, hasNextPage }: ListPage<Listed<L>>,
): Connection<Listed<L>> {
  // Few queries select the cursors, and a file has thousands of items.
  const edges = items.map((node) => ({
    node,
    get cursor() {
      return cursorOf(list, order, node);
    },
  }));
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
