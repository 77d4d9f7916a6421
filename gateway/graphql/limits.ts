import {
  BREAK,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
  visit,
} from "graphql";
import { queryRefusal } from "./errors.ts";

/** The limits of one query. `advice` is part of the error message. */
export const limits = {
  QUERY_TOO_LONG: { max: 2000, unit: "tokens", advice: "Split it into several requests" },
  QUERY_TOO_MANY_OPERATIONS: {
    max: 10,
    unit: "operations",
    advice: "Send only the operation that you run",
  },
  QUERY_TOO_MANY_FRAGMENTS: {
    max: 60,
    unit: "fragments and uses of fragments",
    advice: "Write the fields in place of fragments",
  },
  QUERY_TOO_MANY_ALIASES: {
    max: 30,
    unit: "aliases and repeated fields",
    advice: "Split it into several requests, or use groupBy instead of one field for each group",
  },
  QUERY_TOO_DEEP: {
    max: 12,
    unit: "levels of fields",
    advice: "Request the inner objects separately, by id",
  },
  QUERY_TOO_COSTLY: {
    max: 10_000,
    unit: "cost points",
    advice: "Use shorter pages (first), fewer nested lists, or fewer reports per request",
  },
};

type Limit = keyof typeof limits;

/** Throws the error of a limit if the query exceeds it. */
export function refuseMoreThan(limit: Limit, actual: number): void {
  const { max, unit, advice } = limits[limit];
  if (actual <= max) return;
  // A NaN cost exceeds every limit. JSON has no Infinity.
  const shown = Math.min(Number.isNaN(actual) ? Infinity : actual, Number.MAX_SAFE_INTEGER);
  const [has, over, allowed] = [shown, shown - max, max].map((n) => n.toLocaleString("en-US"));
  throw queryRefusal(
    limit,
    `The query has ${has} ${unit}, ${over} more than the maximum of ${allowed}. ${advice}`,
    { limit: max, actual: shown },
  );
}

/** Parses a query. Throws a GraphQLError if it has too many tokens or a syntax error. */
export function parseWithinLimit(source: string | Source): DocumentNode {
  try {
    return parse(source, { maxLexicalTokens: limits.QUERY_TOO_LONG.max });
  } catch (error) {
    refuseMoreThan("QUERY_TOO_LONG", tokensOf(source));
    throw error;
  }
}

/**
 * Throws if the form of a query exceeds a limit. Takes linear time. It runs before GraphQL's validation, which
 * compares fields of the same name and fragments in pairs, so many of them would block the process.
 */
export function refuseForm(document: DocumentNode): void {
  const sum = { operations: 0, fragments: 0, repeated: 0 };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) sum.operations += 1;
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) sum.fragments += 1;
    else continue;
    count(definition.selectionSet, sum, new Set());
  }
  refuseMoreThan("QUERY_TOO_MANY_OPERATIONS", sum.operations);
  refuseMoreThan("QUERY_TOO_MANY_FRAGMENTS", sum.fragments);
  refuseMoreThan("QUERY_TOO_MANY_ALIASES", sum.repeated);
  const depth = heightOf(document, (field) => isIntrospection(field) ? undefined : 1);
  refuseMoreThan("QUERY_TOO_DEEP", depth);
}

/** Whether a query reads data, and not only the schema. */
export function readsData(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field(field) {
      if (isIntrospection(field)) return false;
      if (field.name.value !== "__typename") isFound = true;
      return isFound ? BREAK : undefined;
    },
  });
  return isFound;
}

/** Whether a field reads the schema itself. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value === "__schema" || name.value === "__type";
}

/**
 * Returns the greatest sum of weights along nested fields of an operation. Ignores the content of a field whose weight
 * is undefined. Visits each fragment once, however often it is used. A fragment within itself adds nothing.
 */
export function heightOf(
  document: DocumentNode,
  weightOf: (field: FieldNode) => number | undefined,
): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) {
      fragments.set(definition.name.value, definition);
    }
  }
  const known = new Map<SelectionSetNode, number>();
  function height(set: SelectionSetNode): number {
    const found = known.get(set);
    if (found !== undefined) return found;
    known.set(set, 0);
    let highest = 0;
    for (const selection of set.selections) {
      const weight = selection.kind === Kind.FIELD ? weightOf(selection) : 0;
      const inner = selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments.get(selection.name.value)?.selectionSet
        : selection.selectionSet;
      const below = weight !== undefined && inner ? height(inner) : 0;
      highest = Math.max(highest, (weight ?? 1) + below);
    }
    known.set(set, highest);
    return highest;
  }
  const heights = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? height(definition.selectionSet) : 0
  );
  return Math.max(0, ...heights);
}

function count(
  set: SelectionSetNode,
  sum: { fragments: number; repeated: number },
  names: Set<string>,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      if (selection.alias || names.has(name)) sum.repeated += 1;
      names.add(name);
      if (selection.selectionSet) count(selection.selectionSet, sum, new Set());
    } else {
      sum.fragments += 1;
      // Its fields are on the same level as the fields around it.
      if (selection.kind === Kind.INLINE_FRAGMENT) count(selection.selectionSet, sum, names);
    }
  }
}

/** Counts the tokens up to the first lexical error. */
function tokensOf(source: string | Source): number {
  const lexer = new Lexer(typeof source === "string" ? new Source(source) : source);
  let tokens = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  } catch {
    // The parser reports this error.
  }
  return tokens;
}
