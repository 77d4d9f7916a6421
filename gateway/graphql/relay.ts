import { decodeGlobalID } from "@pothos/plugin-relay";
import { pageSizeOf } from "../../core/mod.ts";

/** An id that no row has. */
const noId = 0;

/** Parses a REST id. Returns 0, which finds nothing, for any other text. */
export function numberOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : noId;
  return Number.isSafeInteger(id) ? id : noId;
}

/** Parses a global id. Returns undefined for any other text. */
export function nodeRefOf(globalId: string): { typename: string; id: string } | undefined {
  try {
    return decodeGlobalID(globalId);
  } catch {
    return undefined;
  }
}

/** Returns the REST id in an argument, which is a global id of this type or a REST id. Any other text gives 0. */
export function idOf(typename: string, text: string): number {
  if (/^\d+$/.test(text)) return numberOf(text);
  const ref = nodeRefOf(text);
  return ref?.typename === typename ? numberOf(ref.id) : noId;
}

/** Like `idOf` for a filter. Returns undefined (no filter) for null and undefined. */
export function idIn(typename: string, text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : idOf(typename, text);
}

/** Names and descriptions of the Relay types. A connection costs its page size times the cost of one item. */
export const relay = {
  cursorType: "String" as const,
  idFieldOptions: {
    description: "The global id. `node(id)` and every id argument accept it.",
  },
  nodeTypeOptions: { description: "An object that `node(id)` returns." },
  // types/node.ts defines both: its resolvers return null for a malformed id, the plugin's would fail.
  nodeQueryOptions: false as const,
  nodesQueryOptions: false as const,
  pageInfoTypeOptions: { description: "The position of a page in its list." },
  pageInfoFieldOptions: {
    description: "The position of this page in the list.",
    complexity: { field: 0, multiplier: 0 },
  },
  hasNextPageFieldOptions: { description: "Whether the list has items after this page." },
  hasPreviousPageFieldOptions: { description: "Whether the list has items before this page." },
  startCursorFieldOptions: {
    description: "The cursor of the first edge, for `before`. Null if the page is empty.",
  },
  endCursorFieldOptions: {
    description: "The cursor of the last edge, for `after`. Null if the page is empty.",
  },
  firstArgOptions: {
    description:
      "The number of items from the start, 0 to 100. The default is 50 if `last` is not given either.",
  },
  lastArgOptions: {
    description: "The number of items from the end, 0 to 100, in the list's order.",
  },
  afterArgOptions: { description: "Returns only items after this cursor." },
  beforeArgOptions: { description: "Returns only items before this cursor." },
  defaultConnectionTypeOptions: {
    description: "One page of a list. New items in the list do not move the items of a page.",
  },
  defaultEdgeTypeOptions: { description: "One item of a page with its cursor." },
  edgesFieldOptions: {
    description: "The items, in the list's order.",
    nullable: { list: false, items: false } as const,
    complexity: { field: 0, multiplier: 1 },
  },
  nodeFieldOptions: { description: "The item.", nullable: false as const },
  cursorFieldOptions: {
    description: "The position of the item in this list and order. Treat it as opaque.",
  },
  defaultConnectionFieldOptions: {
    complexity: (page: Parameters<typeof pageSizeOf>[0]) => ({
      field: 1,
      multiplier: pageSizeOf(page),
    }),
  },
};
