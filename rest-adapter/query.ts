import { z } from "zod";
import { type Fault, faultOf, validationError } from "../core/mod.ts";

const integerForm = /^-?\d+$/;
const idForm = /^[1-9]\d{0,14}$/;

type Query = Record<string, string | number | boolean>;

/**
 * Returns the parameters of a schema from a request's query. An absent parameter is left out. A number becomes one if it
 * looks like an integer, and `true` and `false` become booleans, where the schema has them. Other text stays text, so that
 * the domain reports the fault. Throws VALIDATION_ERROR if a name is misspelled or a parameter has several values
 * (rest-adapter/README.md 10.4), with all faults by the schema.
 */
export function readQuery(request: Request, schema: z.ZodObject): Query {
  const query: Query = {};
  if (!request.url.includes("?")) return query;
  const { searchParams } = new URL(request.url);
  const names = Object.keys(schema.shape);
  const kinds = kindsOf(schema);
  for (const name of names) {
    const text = searchParams.get(name);
    if (text === null) continue;
    const kind = kinds[name];
    const isBoolean = kind === "boolean" && (text === "true" || text === "false");
    if (isBoolean) query[name] = text === "true";
    else query[name] = kind === "number" && integerForm.test(text) ? Number(text) : text;
  }
  const faults = queryFaults(searchParams, names);
  if (faults.length === 0) return query;
  const { error } = schema.safeParse(query);
  const others = (error?.issues ?? []).map(faultOf);
  throw validationError(...faults, ...others.filter(({ field }) => !isIn(field, faults)));
}

const kindsBySchema = new WeakMap<z.ZodObject, Record<string, string>>();

/** Returns the type of each parameter, which is found once for a schema. */
function kindsOf(schema: z.ZodObject): Record<string, string> {
  const found = kindsBySchema.get(schema);
  if (found) return found;
  const fields = Object.entries<z.ZodType>(schema.shape as Record<string, z.ZodType>);
  const kinds = Object.fromEntries(fields.map(([name, field]) => [name, kindOf(field)]));
  kindsBySchema.set(schema, kinds);
  return kinds;
}

function kindOf(field: z.ZodType): string {
  if (field instanceof z.ZodPipe) return kindOf(field.in as z.ZodType);
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable ||
      field instanceof z.ZodDefault
    ? kindOf(field.unwrap() as z.ZodType)
    : field.type;
}

/**
 * Returns a fault for each parameter that differs from a known name only by case, `_` or `-`, and for each known
 * parameter with several different values. Other unknown parameters are none.
 */
export function queryFaults(searchParams: URLSearchParams, names: readonly string[]): Fault[] {
  const faults: Fault[] = [];
  for (const sent of new Set(searchParams.keys())) {
    if (names.includes(sent)) {
      if (new Set(searchParams.getAll(sent)).size === 1) continue;
      faults.push({ field: sent, message: "Must be one value, but several were sent" });
    } else {
      const name = names.find((known) => plain(known) === plain(sent));
      if (name !== undefined) faults.push({ field: sent, message: `Must be spelled ${name}` });
    }
  }
  return faults;
}

function plain(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

/** Whether one of the faults is about a field, perhaps in another spelling. */
function isIn(field: string, faults: readonly Fault[]): boolean {
  return faults.some((fault) => plain(fault.field) === plain(field));
}

/** Parses the id in a path. Text that is not a positive integer gives 0, an id that nothing has. */
export function readPathId(text: string | undefined): number {
  return text !== undefined && idForm.test(text) ? Number(text) : 0;
}
