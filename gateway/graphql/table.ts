import {
  type FieldNode,
  getArgumentValues,
  getNamedType,
  getNullableType,
  getOperationAST,
  getVariableValues,
  type GraphQLField,
  type GraphQLObjectType,
  isLeafType,
  isListType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from "graphql";
import type { ParsedQuery } from "./cost.ts";
import { queryRefusal } from "./errors.ts";
import { schema } from "./schema.ts";
import { selectedFields, type SelectionScope } from "./selection.ts";

/** A column: its name, and the keys that lead from a row to its value. */
interface Column {
  name: string;
  path: readonly string[];
  /** Whether it says who the person of an appointment is. */
  isPersonal?: boolean;
}

const personalFields = new Set([
  "name",
  "phone",
  "externalUserId",
  "qrCode",
  "email",
  "metadata",
  "cancelReason",
]);

/** A query whose answer is a table. */
export interface Table {
  /** The name of the report or the list, and the dates of its arguments. */
  name: string;
  isConnection: boolean;
  columns: readonly Column[];
  /** The keys that lead from the data to the rows. */
  rowsPath: readonly string[];
}

/** A table that is sent as a file. */
export interface CsvFile {
  table: Table;
  /** Yields the rows. `return` ends it at any time. */
  batches: AsyncIterableIterator<(string | number)[][]>;
}

/** The nodes of one field in the answer. Fields with the same key are merged. */
interface Selected {
  key: string;
  field: GraphQLField<unknown, unknown>;
  nodes: FieldNode[];
}

/** Returns the table of a valid query. Throws QUERY_NOT_TABULAR if its answer is none. */
export function tableOf({ document, operationName, variables }: ParsedQuery): Table {
  const operation = getOperationAST(document, operationName)!;
  const { variableValues } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    variables ?? {},
  );
  const fragments = Object.fromEntries(
    document.definitions.flatMap((definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ? [[definition.name.value, definition]] : []
    ),
  );
  const scope = { fragments, variableValues: variableValues! };
  const [root, ...others] = selectedIn(schema.getQueryType()!, [operation.selectionSet], scope);
  if (!root || others.length > 0) throw notTabular("Request one report or one list");
  const { key, field, nodes } = root;
  const type = getNamedType(field.type);
  const args = getArgumentValues(field, nodes[0]!, scope.variableValues);
  const name = [field.name, ...datesIn(args).toSorted()].join("_");
  const shape = isListType(getNullableType(field.type)) && isObjectType(type)
    ? { isConnection: false, rowsPath: [key], columns: columnsOf(type, setsOf(nodes), scope) }
    : connectionShape(root, scope);
  if (shape.columns.length === 0) throw notTabular("Select the fields of a row");
  return { name, ...shape };
}

/** Returns the cells of the rows in the data of an answer. */
export function rowsOf({ rowsPath, columns }: Table, data: unknown): (string | number)[][] {
  return (valueAt(data, rowsPath) as unknown[]).map((row) =>
    columns.map(({ path }) => cellOf(valueAt(row, path)))
  );
}

function connectionShape({ key, field, nodes }: Selected, scope: SelectionScope) {
  const type = getNamedType(field.type);
  const fields = isObjectType(type) ? type.getFields() : {};
  if (!fields["edges"] || !fields["pageInfo"]) {
    throw notTabular(`${field.name} is not a report or a list`);
  }
  const selected = selectedIn(type as GraphQLObjectType, setsOf(nodes), scope);
  const [edges, ...others] = selected.filter(({ field }) => field === fields["edges"]);
  if (!edges || others.length > 0) throw notTabular("Select edges { node { ... } } once");
  const edge = getNamedType(edges.field.type) as GraphQLObjectType;
  const columns = selectedIn(edge, setsOf(edges.nodes), scope).flatMap((selected) =>
    // The fields of the item, without the name `node` before each.
    selected.field.name === "node"
      ? columnsOf(
        getNamedType(selected.field.type) as GraphQLObjectType,
        setsOf(selected.nodes),
        scope,
        { name: [], path: [selected.key] },
      )
      : [{ name: selected.key, path: [selected.key] }]
  );
  return { isConnection: true, rowsPath: [key, edges.key], columns };
}

/** Returns the columns of an object. Those of an object within it have its key and a dot before them. */
function columnsOf(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  scope: SelectionScope,
  within: { name: string[]; path: string[] } = { name: [], path: [] },
): Column[] {
  return selectedIn(type, sets, scope).flatMap(({ key, field, nodes }) => {
    const inner = getNamedType(field.type);
    const [name, path] = [[...within.name, key], [...within.path, key]];
    const isPersonal = type.name === "Appointment" && personalFields.has(field.name);
    if (isLeafType(inner)) return [{ name: name.join("."), path, isPersonal }];
    if (isListType(getNullableType(field.type)) || !isObjectType(inner) || isPage(inner)) {
      throw notTabular(`${name.join(".")} is a list, which does not fit into a row`);
    }
    return columnsOf(inner, setsOf(nodes), scope, { name, path });
  });
}

/** Returns the selected fields in the order of their keys in the answer. */
function selectedIn(
  type: GraphQLObjectType,
  sets: readonly SelectionSetNode[],
  scope: SelectionScope,
): Selected[] {
  const nodes = sets.flatMap((set) => [...selectedFields(set, scope)]);
  const groups = Map.groupBy(nodes, ({ alias, name }) => (alias ?? name).value);
  return [...groups].map(([key, nodes]) => {
    const field = type.getFields()[nodes[0]!.name.value] ?? TypeNameMetaFieldDef;
    return { key, field, nodes };
  });
}

function setsOf(nodes: readonly FieldNode[]): SelectionSetNode[] {
  return nodes.map(({ selectionSet }) => selectionSet!);
}

function isPage(type: GraphQLObjectType): boolean {
  return "edges" in type.getFields();
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((at, key) => (at as Record<string, unknown> | null)?.[key], value);
}

function cellOf(value: unknown): string | number {
  if (Array.isArray(value)) return value.join(", ");
  return typeof value === "number" ? value : String(value ?? "");
}

/** Returns the dates of arguments, such as `from` and `to`. */
function datesIn(args: object): string[] {
  return Object.values(args).flatMap((value) => {
    if (
      value instanceof Temporal.PlainDate || value instanceof Temporal.PlainDateTime ||
      value instanceof Temporal.Instant
    ) return [value.toString().split("T")[0]!];
    return value !== null && typeof value === "object" ? datesIn(value) : [];
  });
}

function notTabular(message: string) {
  return queryRefusal("QUERY_NOT_TABULAR", `The answer is not a table. ${message}`);
}
