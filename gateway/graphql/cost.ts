import { complexityFromQuery } from "@pothos/plugin-complexity";
import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  visit,
} from "graphql";
import type { GraphqlContext } from "./builder.ts";
import { heightOf, isIntrospection } from "./limits.ts";
import { withArguments } from "./named_arguments.ts";
import { schema } from "./schema.ts";

/** A parsed query: its document, the name of the operation to run, and its variables. */
export interface ParsedQuery {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

// The plugin counts introspection as one field. But the whole schema has some thousands of values, and each nested
// list of types multiplies them.
const schemaCost = 1000;
const perTypeWithinTypes = 50;
// The plugin would multiply it by the size of the page. It is one statement, however large the page is, and however many
// pages within other lists are read with it.
const totalCountCost = 100;
const listsOfTypes = new Set(["fields", "interfaces", "possibleTypes", "inputFields"]);

/**
 * Returns the cost points of an operation (gateway/graphql/README.md 1). Throws if the document or the variables are
 * invalid, or if the operation is ambiguous.
 */
export function costOf(
  { document, operationName, variables }: ParsedQuery,
  { departmentCount }: Pick<GraphqlContext, "departmentCount">,
): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) {
    throw new GraphQLError("Must name one operation of the document in operationName");
  }
  // The plugin prices the first operation of the document, so the others are left out.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const priced: DocumentNode = { ...document, definitions: [operation, ...fragments] };
  // The plugin would collect the errors of thousands of values.
  const { errors: [fault] = [] } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variables ?? {},
    { maxErrors: 1 },
  ) as { errors?: readonly GraphQLError[] };
  if (fault) throw withArguments([fault], priced)[0];
  const { complexity } = complexityFromQuery(priced, {
    schema,
    variables: variables ?? {},
    ctx: { departmentCount },
  });
  return Math.max(1, Math.ceil(complexity)) + introspectionCostOf(priced) +
    totalCountCost * placesOf("totalCount", priced);
}

function introspectionCostOf(document: DocumentNode): number {
  let introspections = 0;
  visit(document, { Field: (field) => void (introspections += isIntrospection(field) ? 1 : 0) });
  if (introspections === 0) return 0;
  const nested = heightOf(document, ({ name }) => listsOfTypes.has(name.value) ? 1 : 0);
  return introspections * schemaCost * perTypeWithinTypes ** Math.max(0, nested - 1);
}

/** Returns how often an operation selects a field, also by uses of fragments. Visits each selection once. */
function placesOf(field: string, document: DocumentNode): number {
  const [operation, ...fragments] = document.definitions as ExecutableDefinitionNode[];
  const byName = new Map(fragments.map((fragment) => [fragment.name!.value, fragment]));
  const known = new Map<SelectionSetNode, number>();
  function placesIn(set: SelectionSetNode): number {
    const found = known.get(set);
    if (found !== undefined) return found;
    // A fragment within itself adds nothing. It is invalid.
    known.set(set, 0);
    const places = set.selections.reduce((sum, selection) => {
      const inner = selection.kind === Kind.FRAGMENT_SPREAD
        ? byName.get(selection.name.value)?.selectionSet
        : selection.selectionSet;
      const own = selection.kind === Kind.FIELD && selection.name.value === field ? 1 : 0;
      return sum + own + (inner ? placesIn(inner) : 0);
    }, 0);
    known.set(set, places);
    return places;
  }
  return placesIn(operation!.selectionSet);
}
