import { complexityFromQuery } from "@pothos/plugin-complexity";
import {
  type DocumentNode,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  Kind,
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
  return Math.max(1, Math.ceil(complexity)) + introspectionCostOf(priced);
}

function introspectionCostOf(document: DocumentNode): number {
  let introspections = 0;
  visit(document, { Field: (field) => void (introspections += isIntrospection(field) ? 1 : 0) });
  if (introspections === 0) return 0;
  const nested = heightOf(document, ({ name }) => listsOfTypes.has(name.value) ? 1 : 0);
  return introspections * schemaCost * perTypeWithinTypes ** Math.max(0, nested - 1);
}
