import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  Lexer,
  parse,
  type SelectionSetNode,
  Source,
  TokenKind,
} from "graphql";
import { queryRefusal } from "./errors.ts";

/** How much one query may be, and what to do about one that is more. */
export const limits = {
  QUERY_TOO_LONG: { most: 2000, of: "tokens", less: "ask for it in several requests" },
  QUERY_TOO_MANY_OPERATIONS: { most: 10, of: "operations", less: "send those that are run" },
  QUERY_TOO_MANY_FRAGMENTS: {
    most: 60,
    of: "fragments and uses of fragments",
    less: "name the fields where they are asked for",
  },
  QUERY_TOO_MANY_ALIASES: {
    most: 30,
    of: "aliases and fields asked for again",
    less: "ask for the rest in another request, or for groups in place of one field each",
  },
  QUERY_TOO_DEEP: {
    most: 12,
    of: "levels of fields",
    less: "ask for the inner things in a request of their own, by id",
  },
  QUERY_TOO_COSTLY: {
    most: 10_000,
    of: "cost points",
    less: "ask for shorter pages (first), fewer lists within lists, or fewer reports at once",
  },
};

type Limit = keyof typeof limits;

/** Throws the refusal of a query that is more than a limit allows. */
export function refuseMoreThan(limit: Limit, actual: number): void {
  const { most, of, less } = limits[limit];
  if (actual <= most) return;
  // A cost that is no number is beyond every limit, and JSON has no word for one that is infinite.
  const shown = Math.min(Number.isNaN(actual) ? Infinity : actual, Number.MAX_SAFE_INTEGER);
  const [has, over, allowed] = [shown, shown - most, most].map((n) => n.toLocaleString("en-US"));
  throw queryRefusal(
    limit,
    `The query has ${has} ${of}, ${over} more than the ${allowed} that are allowed; ${less}`,
    { limit: most, actual: shown },
  );
}

/** Parses a query of not too many tokens. Throws a GraphQLError. */
export function parseWithinLimit(source: string | Source): DocumentNode {
  try {
    return parse(source, { maxLexicalTokens: limits.QUERY_TOO_LONG.most });
  } catch (error) {
    refuseMoreThan("QUERY_TOO_LONG", tokensOf(source));
    throw error;
  }
}

/**
 * Refuses a query by its form alone, in time linear to its length: validation compares every two fields of one
 * name and every two fragments, so it must not be given many of either.
 */
export function refuseForm(document: DocumentNode): void {
  const sum = { operations: 0, fragments: 0, again: 0 };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.OPERATION_DEFINITION) sum.operations += 1;
    else if (definition.kind === Kind.FRAGMENT_DEFINITION) sum.fragments += 1;
    else continue;
    count(definition.selectionSet, sum, new Set());
  }
  refuseMoreThan("QUERY_TOO_MANY_OPERATIONS", sum.operations);
  refuseMoreThan("QUERY_TOO_MANY_FRAGMENTS", sum.fragments);
  refuseMoreThan("QUERY_TOO_MANY_ALIASES", sum.again);
  const depth = heightOf(document, (field) => isIntrospection(field) ? undefined : 1);
  refuseMoreThan("QUERY_TOO_DEEP", depth);
}

/** Whether a field asks for the schema itself. */
export function isIntrospection({ name }: FieldNode): boolean {
  return name.value === "__schema" || name.value === "__type";
}

/**
 * The greatest sum of the weights of fields of an operation that lie within each other; what is within a field without a weight is
 * not looked at. Each fragment is looked at once, however often it is used, and one within itself ends there.
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
    let most = 0;
    for (const selection of set.selections) {
      const weight = selection.kind === Kind.FIELD ? weightOf(selection) : 0;
      const inner = selection.kind === Kind.FRAGMENT_SPREAD
        ? fragments.get(selection.name.value)?.selectionSet
        : selection.selectionSet;
      const below = weight !== undefined && inner ? height(inner) : 0;
      most = Math.max(most, (weight ?? 1) + below);
    }
    known.set(set, most);
    return most;
  }
  const heights = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? height(definition.selectionSet) : 0
  );
  return Math.max(0, ...heights);
}

function count(
  set: SelectionSetNode,
  sum: { fragments: number; again: number },
  names: Set<string>,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) {
      const name = (selection.alias ?? selection.name).value;
      if (selection.alias || names.has(name)) sum.again += 1;
      names.add(name);
      if (selection.selectionSet) count(selection.selectionSet, sum, new Set());
    } else {
      sum.fragments += 1;
      // What it holds stands beside the fields around it.
      if (selection.kind === Kind.INLINE_FRAGMENT) count(selection.selectionSet, sum, names);
    }
  }
}

/** How many tokens there are up to the first that is none. */
function tokensOf(source: string | Source): number {
  const lexer = new Lexer(typeof source === "string" ? new Source(source) : source);
  let tokens = 0;
  try {
    while (lexer.advance().kind !== TokenKind.EOF) tokens += 1;
  } catch {
    // What cannot be read is the parser's to refuse.
  }
  return tokens;
}
