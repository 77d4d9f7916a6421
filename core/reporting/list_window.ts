import type { Fault } from "../errors.ts";
import { isPosition, type ListOrder, type Position, positionOf } from "./list_orders.ts";
import type { Listed, ListName } from "./lists.ts";
import { say } from "../messages.ts";

const maxItems = 100;
const defaultItems = 50;

/** A requested page, as Relay defines it. Null means absent. */
export interface WindowRequest {
  first?: number | null | undefined;
  last?: number | null | undefined;
  /** Cursors. */
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** A part of a list: the first or last `limit` items between two positions, both excluded. */
export interface ListWindow {
  limit: number;
  isFromEnd: boolean;
  after: Position | null;
  before: Position | null;
}

/** Returns the maximum size of a page, for the estimate of its cost before it is validated. */
export function pageSizeOf({ first, last }: WindowRequest): number {
  return Math.min(Math.max(first ?? last ?? defaultItems, 1), maxItems);
}

/** Parses a requested page. Returns its window and the invalid fields. */
export function parseWindow(
  list: ListName,
  order: ListOrder,
  { first, last, after, before }: WindowRequest,
): { window: ListWindow; faults: Fault[] } {
  const faults: Fault[] = [];
  if (typeof first === "number" && typeof last === "number") {
    faults.push({ field: "last", message: say("firstAndLast") });
  } else {
    faults.push(...validateSize("first", first), ...validateSize("last", last));
  }
  const positionIn = (field: string, cursor: string | null | undefined) => {
    if (typeof cursor !== "string") return null;
    const position = positionOfCursor(list, order, cursor);
    if (position) return position;
    faults.push({ field, message: say("listCursor", { list }) });
    return null;
  };
  const window = {
    limit: first ?? last ?? defaultItems,
    isFromEnd: typeof last === "number",
    after: positionIn("after", after),
    before: positionIn("before", before),
  };
  return { window, faults };
}

/** Makes the cursor of an item: an opaque text that stays valid while rows are added. */
export function cursorOf<L extends ListName>(list: L, order: ListOrder, item: Listed<L>): string {
  const { by, direction } = order;
  return btoa(JSON.stringify([list, by, direction, ...positionOf(list, order, item)]));
}

function positionOfCursor(list: ListName, order: ListOrder, cursor: string): Position | undefined {
  try {
    const [ofList, by, direction, ...position] = JSON.parse(atob(cursor)) as unknown[];
    const isOfOrder = ofList === list && by === order.by && direction === order.direction;
    return isOfOrder && isPosition(list, order, position) ? position : undefined;
  } catch {
    return undefined;
  }
}

function validateSize(field: "first" | "last", size: number | null | undefined): Fault[] {
  if (typeof size !== "number" || (size >= 0 && size <= maxItems)) return [];
  const more = field === "first" ? "after: endCursor" : "before: startCursor";
  return [{ field, message: say("pageSize", { max: maxItems, more }) }];
}
