import { decodeGlobalID } from "@pothos/plugin-relay";
import { pageSizeOf } from "../../core/mod.ts";

/** The id of no row. */
const nobody = 0;

/** A REST id as a number; what no row can have is 0, which finds nothing. */
export function numberOf(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : nobody;
  return Number.isSafeInteger(id) ? id : nobody;
}

/** A node's type and id; undefined for a text that is no global id. */
export function nodeNameOf(globalId: string): { typename: string; id: string } | undefined {
  try {
    return decodeGlobalID(globalId);
  } catch {
    return undefined;
  }
}

/** What an argument names, by its global id or its REST id; another type's id is nobody's. */
export function idOf(typename: string, text: string): number {
  if (/^\d+$/.test(text)) return numberOf(text);
  const name = nodeNameOf(text);
  return name?.typename === typename ? numberOf(name.id) : nobody;
}

/** As `idOf` for a filter, which null and what is left out do not narrow. */
export function idIn(typename: string, text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : idOf(typename, text);
}

/** How relay's types are named and described; a connection costs what one item costs, times its page size. */
export const relay = {
  cursorType: "String" as const,
  idFieldOptions: {
    description: "Its id over all types, for node(id) and wherever an id is asked.",
  },
  nodeTypeOptions: { description: "Something that node(id) finds." },
  // Their own resolvers find nothing by an id that is none, where the plugin's would fail.
  nodeQueryOptions: false as const,
  nodesQueryOptions: false as const,
  pageInfoTypeOptions: { description: "Where a page stands in its list." },
  pageInfoFieldOptions: {
    description: "Where this page stands in the list.",
    complexity: { field: 0, multiplier: 0 },
  },
  hasNextPageFieldOptions: { description: "Whether the list goes on after this page." },
  hasPreviousPageFieldOptions: { description: "Whether the list has something before this page." },
  startCursorFieldOptions: {
    description: "The cursor of the first edge, for `before`; null where there is none.",
  },
  endCursorFieldOptions: {
    description: "The cursor of the last edge, for `after`; null where there is none.",
  },
  firstArgOptions: {
    description: "The first so many, 0 to 100; 50 where neither this nor `last` is given.",
  },
  lastArgOptions: { description: "The last so many, 0 to 100, in the list's order." },
  afterArgOptions: { description: "Only what comes after the item of this cursor." },
  beforeArgOptions: { description: "Only what comes before the item of this cursor." },
  defaultConnectionTypeOptions: {
    description: "One page of a list; what is added to the list meanwhile moves nothing in it.",
  },
  defaultEdgeTypeOptions: { description: "One item of a page, and its cursor." },
  edgesFieldOptions: {
    description: "The items, in the list's order.",
    nullable: { list: false, items: false } as const,
    complexity: { field: 0, multiplier: 1 },
  },
  nodeFieldOptions: { description: "The item.", nullable: false as const },
  cursorFieldOptions: { description: "Names the item's place in this list and order; opaque." },
  defaultConnectionFieldOptions: {
    complexity: (page: Parameters<typeof pageSizeOf>[0]) => ({
      field: 1,
      multiplier: pageSizeOf(page),
    }),
  },
};
