/** The parts of JSON Schema that the document uses. */
interface Schema {
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  $ref?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  required?: string[];
}

interface Operation {
  operationId: string;
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The parts of the OpenAPI document that the types are made of. */
export interface ClientDocument {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const head = `// Made by \`npm run generate:client\` from rest-adapter/openapi.json. Do not edit it.
`;

/**
 * Returns the TypeScript types of the public API: each schema of an answer or an event, and the body and the query of each
 * operation as \`<OperationId>Body\` and \`<OperationId>Query\`. Throws for a schema that it has no type for.
 */
export function clientTypes({ paths, webhooks, components }: ClientDocument): string {
  const operations = Object.entries(paths)
    .filter(([path]) => path.startsWith("/api/v1/"))
    .flatMap(([, methods]) => Object.values(methods));
  const inputs = operations.flatMap(({ operationId, parameters = [], requestBody }) => {
    const name = operationId[0]!.toUpperCase() + operationId.slice(1);
    const query = parameters.filter((one) => one.in === "query");
    return [
      ...(query.length > 0 ? [declaration(`${name}Query`, queryOf(name, query), "in")] : []),
      ...(requestBody
        ? [
          declaration(`${name}Body`, {
            ...requestBody.content["application/json"].schema,
            description: `The body of \`${operationId}\``,
          }, "in"),
        ]
        : []),
    ];
  });
  const answered = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      status.startsWith("2") ? Object.values(content ?? {}).map(({ schema }) => schema) : []
    )
  );
  const events = Object.values(webhooks).flatMap((methods) =>
    Object.values(methods).map((one) => one.requestBody!.content["application/json"].schema)
  );
  const schemas = [...namesIn([...answered, ...events], components.schemas)].toSorted()
    .map((name) => declaration(name, components.schemas[name]!, "out"));
  return [head, ...schemas, ...inputs].join("\n");
}

/** Returns the names of all schemas that some schemas lead to. */
function namesIn(schemas: readonly Schema[], all: Record<string, Schema>): Set<string> {
  const names = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = schema.$ref && nameOf(schema.$ref);
    if (name && !names.has(name)) {
      names.add(name);
      visit(all[name]!);
    }
    for (const one of schema.anyOf ?? []) visit(one);
    for (const one of Object.values(schema.properties ?? {})) visit(one);
    if (schema.items) visit(schema.items);
  };
  for (const schema of schemas) visit(schema);
  return names;
}

function queryOf(
  name: string,
  parameters: NonNullable<Operation["parameters"]>,
): Schema {
  return {
    type: "object",
    description: `The query of \`${name[0]!.toLowerCase()}${name.slice(1)}\``,
    properties: Object.fromEntries(parameters.map((one) => [one.name, one.schema])),
    required: parameters.filter(({ required }) => required).map((one) => one.name),
  };
}

/** "in": what callers send. A field that may be left out may then be `undefined` too. */
type Direction = "in" | "out";

function declaration(name: string, schema: Schema, direction: Direction): string {
  const type = typeOf(schema, direction);
  const kind = schema.type === "object" ? `interface ${name} ${type}` : `type ${name} = ${type};`;
  return `${comment(schema)}export ${kind}\n`;
}

function typeOf(schema: Schema, direction: Direction): string {
  const { $ref, anyOf, type, items, properties, additionalProperties, required = [] } = schema;
  if ($ref) return nameOf($ref);
  if (anyOf) return anyOf.map((one) => typeOf(one, direction)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (Array.isArray(type)) {
    return type.map((one) => typeOf({ ...schema, type: one }, direction)).join(" | ");
  }
  if (type === "integer") return "number";
  if (type === "string" || type === "number" || type === "boolean" || type === "null") return type;
  if (type === "array" && items) return `(${typeOf(items, direction)})[]`;
  if (type === "object" && properties) {
    const fields = Object.entries(properties).map(([name, field]) => {
      const isOptional = !required.includes(name);
      const missing = isOptional && direction === "in" ? " | undefined" : "";
      return `${comment(field)}${name}${isOptional ? "?" : ""}: ${
        typeOf(field, direction)
      }${missing};`;
    });
    return `{\n${fields.join("\n")}\n}`;
  }
  if (type === "object" && typeof additionalProperties === "object") {
    return `Record<string, ${typeOf(additionalProperties, direction)}>`;
  }
  throw new Error(`There is no type for ${JSON.stringify(schema)}`);
}

function comment({ description }: Schema): string {
  return description ? `/** ${description} */\n` : "";
}

function nameOf(reference: string): string {
  return reference.split("/").at(-1)!;
}
