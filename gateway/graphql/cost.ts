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
import { schema } from "./schema.ts";

/** What is asked of the schema: a document, which operation of it, and with what. */
export interface Asked {
  document: DocumentNode;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
}

// The whole schema is some thousands of values, and of lists of types within each other there are as many again
// for each type: the plugin counts introspection as one field.
const schemaCost = 1000;
const perTypeWithinTypes = 50;
const listsOfTypes = new Set(["fields", "interfaces", "possibleTypes", "inputFields"]);

/**
 * What an operation costs in an organization of so many departments, as the complexity plugin counts it. Throws where the document or the variables are not
 * valid, or do not say which operation is meant.
 */
export function costOf(
  { document, operationName, variables }: Asked,
  { departmentCount }: Pick<GraphqlContext, "departmentCount">,
): number {
  const operation = getOperationAST(document, operationName);
  if (!operation) throw new GraphQLError("Cannot tell which operation is meant");
  // The plugin would collect every fault of thousands of values.
  const { errors: [fault] = [] } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variables ?? {},
    { maxErrors: 1 },
  ) as { errors?: readonly GraphQLError[] };
  if (fault) throw fault;
  // It takes the first operation that it finds.
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  const chosen: DocumentNode = { ...document, definitions: [operation, ...fragments] };
  const { complexity } = complexityFromQuery(chosen, {
    schema,
    variables: variables ?? {},
    ctx: { departmentCount },
  });
  return Math.max(1, Math.ceil(complexity)) + introspectionCostOf(chosen);
}

function introspectionCostOf(document: DocumentNode): number {
  let asked = 0;
  visit(document, { Field: (field) => void (asked += isIntrospection(field) ? 1 : 0) });
  if (asked === 0) return 0;
  const nested = heightOf(document, ({ name }) => listsOfTypes.has(name.value) ? 1 : 0);
  return asked * schemaCost * perTypeWithinTypes ** Math.max(0, nested - 1);
}
