import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Throws unless a response is one that the document describes; the response can still be read after. */
export type ResponseCheck = (method: string, url: string, response: Response) => Promise<void>;

interface Described {
  description: string;
  headers?: Record<string, { required?: boolean; schema: { type?: string } }>;
  content?: Record<string, { schema: object; examples?: Record<string, unknown> }>;
}

type Operation = { responses: Record<string, Described | { $ref: string }> };

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object>; responses?: Record<string, Described> };
}

interface ErrorBody {
  error: { code: string; details?: object[] };
}

const schemas = "schemas.json";

/** An instant in UTC. Its second always has three digits after the point. */
const instant = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const milliseconds = /\.\d{3}Z$/;

/** The body of an error of a path or method that the document does not describe. */
const errorWithoutDetails = {
  type: "object",
  required: ["error"],
  additionalProperties: false,
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      additionalProperties: false,
      properties: {
        code: { type: "string", pattern: "^[A-Z]+(_[A-Z]+)*$" },
        message: { type: "string", minLength: 1 },
      },
    },
  },
};

/**
 * Checks responses strictly against an OpenAPI 3.1 document: status, content type, body, and headers. Made
 * to stand in a client between `fetch` and the test.
 */
export function createResponseCheck(document: object): ResponseCheck {
  const { paths, components } = withOwnSchemas(document);
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat("date-time-local", /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);
  ajv.addSchema({ $defs: components.schemas }, schemas);
  const validators = new WeakMap<object, ValidateFunction>();
  const templates = Object.keys(paths).map((path) => ({ path, form: formOf(path) }));

  return async (method, url, response) => {
    const { pathname } = new URL(url, "http://localhost");
    const about = `${method} ${pathname} answered ${response.status}`;
    const path = templates.find(({ form }) => form.test(pathname))?.path;
    const isHead = method === "HEAD";
    const documented = isHead ? "get" : method.toLowerCase();
    const operation = path === undefined ? undefined : paths[path]![documented];
    const body = await response.clone().text();
    const instants = body.match(instant) ?? [];
    const wrong = instants.find((one) => !milliseconds.test(one));
    if (wrong !== undefined) {
      throw new Error(`${about} with the instant ${wrong}, not with 3 digits`);
    }
    if (!operation) {
      checkUndescribed({ about, method, response, methods: path && Object.keys(paths[path]!) });
      if (body !== "") {
        check(`${about}: body`, errorWithoutDetails, parse(about, body));
      }
      return;
    }
    const described = describedBy(operation.responses[response.status]);
    if (!described) throw new Error(`${about}, which the document does not describe`);
    for (const [name, header] of Object.entries(described.headers ?? {})) {
      const value = response.headers.get(name);
      if (value !== null) {
        check(`${about}: header ${name}`, header.schema, valueOf(value, header.schema));
      } else if (header.required) throw new Error(`${about} without the header ${name}`);
    }
    if (isHead) check(`${about}: body`, { const: "" }, body);
    else checkBody(about, described, { body, type: response.headers.get("Content-Type") });
  };

  function checkBody(
    about: string,
    { content }: Described,
    { body, type }: { body: string; type: string | null },
  ): void {
    if (!content) {
      if (body !== "" || type !== null) {
        throw new Error(`${about} with a body where none is described`);
      }
      return;
    }
    const essence = type?.split(";")[0]?.trim() ?? "";
    const schema = content[essence]?.schema;
    if (!schema) throw new Error(`${about} with the content type ${type}, which is not described`);
    // What is not JSON is described as the text that it is.
    const value = essence === "application/json" ? parse(about, body) : body;
    check(`${about}: body`, schema, value);
    const { examples } = content[essence]!;
    if (examples) checkCode(about, value as ErrorBody, Object.keys(examples));
  }

  function check(what: string, schema: object, value: unknown): void {
    const validate = validatorOf(schema);
    if (!validate(value)) {
      throw new Error(`${what} ${JSON.stringify(value)}: ${ajv.errorsText(validate.errors)}`);
    }
  }

  function validatorOf(schema: object): ValidateFunction {
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    return validate;
  }

  function describedBy(entry: Described | { $ref: string } | undefined): Described | undefined {
    if (!entry || !("$ref" in entry)) return entry;
    return components.responses?.[entry.$ref.split("/").at(-1)!];
  }
}

// The document itself is no JSON Schema, so its schemas get a root of their own to refer to.
function withOwnSchemas(document: object): Document {
  const text = JSON.stringify(document);
  const own = JSON.parse(
    text.replaceAll('"#/components/schemas/', `"${schemas}#/$defs/`),
  ) as Document;
  closeObjects(own);
  return own;
}

/** Answers may get more fields in later versions. In this version, each field that an answer has must be described. */
function closeObjects(part: unknown): void {
  if (typeof part !== "object" || part === null) return;
  const schema = part as { type?: unknown; properties?: unknown; additionalProperties?: unknown };
  if (schema.type === "object" && schema.properties) schema.additionalProperties ??= false;
  for (const inner of Object.values(part)) closeObjects(inner);
}

/** The examples of an error answer name its codes. Only VALIDATION_ERROR has `details`. */
function checkCode(about: string, { error }: ErrorBody, codes: string[]): void {
  if (!codes.includes(error.code)) {
    throw new Error(`${about} with the code ${error.code}, which is not described`);
  }
  if ((error.code === "VALIDATION_ERROR") !== (error.details !== undefined)) {
    throw new Error(`${about} with ${error.code} and ${error.details ? "" : "no "}details`);
  }
}

// What the document has no operation for is a 404, a 405 with Allow, or a preflight.
function checkUndescribed(
  { about, method, response, methods }: {
    about: string;
    method: string;
    response: Response;
    methods: string[] | "" | undefined;
  },
): void {
  const isPreflight = method === "OPTIONS" && response.headers.has("Access-Control-Allow-Methods");
  const expected = isPreflight ? 204 : methods ? 405 : 404;
  if (response.status !== expected) throw new Error(`${about} where ${expected} is due`);
  if (!response.headers.has("X-Request-Id")) throw new Error(`${about} without X-Request-Id`);
  if (expected !== 405 || !methods) return;
  const allowed = response.headers.get("Allow")?.toLowerCase().split(", ").sort().join();
  const answered = methods.includes("get") ? [...methods, "head"] : methods;
  if (allowed !== answered.toSorted().join()) throw new Error(`${about} with Allow: ${allowed}`);
}

function formOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
}

function parse(about: string, body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new Error(`${about} with a body that is no JSON: ${body.slice(0, 100)}`);
  }
}

function valueOf(header: string, { type }: { type?: string }): string | number {
  return type === "integer" && /^-?\d+$/.test(header) ? Number(header) : header;
}
