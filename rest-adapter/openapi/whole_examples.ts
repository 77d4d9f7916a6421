/** The parts of JSON Schema that examples are made of. */
interface Schema {
  $ref?: string;
  const?: unknown;
  enum?: unknown[];
  examples?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

interface Media {
  schema: Schema;
  example?: unknown;
  examples?: unknown;
}

interface Body {
  content?: Record<string, Media>;
}

interface Operation {
  requestBody?: Body;
  responses: Record<string, Body>;
}

interface Parts {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Values that an example has instead of those of its fields, by the names of the fields. */
type Values = Record<string, unknown>;

/**
 * Completes the example of every answer with a body, and of every event. It is made of the examples of the fields, so a
 * field has its example in one place. Fields that the example of the request has, or that the answer's own example has,
 * get the values from there. Optional fields are shown only with such a value.
 */
export function addWholeExamples<D extends object>(document: D): D {
  const { paths, webhooks, components } = document as unknown as Parts;
  const complete = ({ content = {} }: Body, sent: unknown) => {
    for (const media of Object.values(content)) {
      if (media.examples) continue;
      const values = { ...sent as Values, ...media.example as Values };
      media.example = exampleOf(media.schema, { values, schemas: components.schemas });
    }
  };
  for (const { requestBody, responses } of operationsOf(paths)) {
    const sent = requestBody?.content?.["application/json"]?.example;
    for (const [status, response] of Object.entries(responses)) {
      if (status.startsWith("2")) complete(response, sent);
    }
  }
  for (const { requestBody } of operationsOf(webhooks)) complete(requestBody!, {});
  return document;
}

function operationsOf(paths: Record<string, Record<string, Operation>>): Operation[] {
  return Object.values(paths).flatMap((byMethod) => Object.values(byMethod));
}

function exampleOf(
  schema: Schema,
  given: { values: Values; schemas: Record<string, Schema> },
): unknown {
  const { $ref, enum: choices, examples, anyOf, items, properties = {}, required = [] } = schema;
  if ($ref) return exampleOf(given.schemas[$ref.split("/").at(-1)!]!, given);
  if ("const" in schema) return schema.const;
  if (examples ?? choices) return (examples ?? choices)![0];
  if (anyOf) return exampleOf(anyOf[0]!, given);
  if (items) return [exampleOf(items, given)];
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name) || name in given.values)
      .map(([name, field]) => [
        name,
        name in given.values ? given.values[name] : exampleOf(field, given),
      ]),
  );
}
