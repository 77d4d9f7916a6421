import type { Fault } from "../errors.ts";
import { isPosition, type ListOrder, type Position, positionOf } from "./list_orders.ts";
import type { Listed, ListName } from "./lists.ts";

const maxItems = 100;
const usualItems = 50;

/** The page that is asked for, in relay's words; null is as what is left out. */
export interface WindowRequest {
  first?: number | null | undefined;
  last?: number | null | undefined;
  /** Cursors. */
  after?: string | null | undefined;
  before?: string | null | undefined;
}

/** Part of a list: what lies between two positions, both excluded, and of that the first or the last items. */
export interface ListWindow {
  limit: number;
  isFromEnd: boolean;
  after: Position | null;
  before: Position | null;
}

/** How many items a page is of, as far as that is allowed; for what it costs before it is judged. */
export function pageSizeOf({ first, last }: WindowRequest): number {
  return Math.min(Math.max(first ?? last ?? usualItems, 1), maxItems);
}

/** The window that a page means, and what is wrong with the page. */
export function parseWindow(
  list: ListName,
  order: ListOrder,
  { first, last, after, before }: WindowRequest,
): { window: ListWindow; faults: Fault[] } {
  const faults: Fault[] = [];
  if (typeof first === "number" && typeof last === "number") {
    const message = "Must not stand together with first: give one of both, with after or before";
    faults.push({ field: "last", message });
  } else {
    faults.push(...validateSize("first", first), ...validateSize("last", last));
  }
  const positionIn = (field: string, cursor: string | null | undefined) => {
    if (typeof cursor !== "string") return null;
    const position = positionOfCursor(list, order, cursor);
    if (position) return position;
    const message = `Must be a cursor that ${list} gave in this order: the cursor of an edge, ` +
      "startCursor or endCursor, unchanged, and with the orderBy it was given with";
    faults.push({ field, message });
    return null;
  };
  const window = {
    limit: first ?? last ?? usualItems,
    isFromEnd: typeof last === "number",
    after: positionIn("after", after),
    before: positionIn("before", before),
  };
  return { window, faults };
}

/** What names an item's place in a list, for callers to give back; opaque, and stable while rows are added. */
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
  const message = `Must be from 0 to ${maxItems}; page on with ${more} for more`;
  return [{ field, message }];
}
