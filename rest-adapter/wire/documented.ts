import { z } from "zod";
import { id } from "../../core/mod.ts";

/**
 * Returns an input schema of the domain for the OpenAPI document. Its texts, examples and keywords are those that the
 * domain gives with `.meta`; `differing` has what differs on the wire. They are set through `override`, because zod-openapi
 * drops the examples of schemas with a transform.
 */
export function documented<S extends z.ZodRawShape>(
  { shape }: z.ZodObject<S>,
  differing: Partial<Record<keyof S & string, Meta>> = {},
): z.ZodObject {
  const described: Record<string, z.ZodType> = {};
  for (const [name, field] of Object.entries(shape as unknown as Record<string, z.ZodType>)) {
    const { description, examples, ...keywords } = { ...metaOf(field), ...differing[name] };
    const text = description === undefined ? {} : { description };
    // Without what a wrapper has inherited, so that the order of keywords stays.
    const bare = isWrapper(field) ? field.clone(field.def) : field;
    const override = { ...text, ...keywords, ...(examples && { examples }) };
    described[name] = bare.meta({ ...text, override });
  }
  return z.object(described);
}

interface Meta {
  description?: string | undefined;
  examples?: unknown[] | undefined;
  [keyword: string]: unknown;
}

/** Returns what the domain says about a field: on the field, or on the schema that it makes optional or transforms. */
function metaOf(field: z.ZodType): Meta {
  const inner = innerOf(field);
  const byDefault = field instanceof z.ZodDefault ? { default: field.def.defaultValue } : {};
  const own = field.meta();
  if (!inner) return { ...own };
  const { description, examples, default: value = byDefault.default } = metaOf(inner);
  return {
    ...(description !== undefined && { description }),
    ...(examples && { examples }),
    ...(value !== undefined && { default: value }),
    ...own,
  };
}

function isWrapper(field: z.ZodType): boolean {
  return innerOf(field) !== undefined;
}

function innerOf(field: z.ZodType): z.ZodType | undefined {
  if (field instanceof z.ZodPipe) return field.in as z.ZodType;
  return field instanceof z.ZodOptional || field instanceof z.ZodNullable ||
      field instanceof z.ZodDefault
    ? field.unwrap() as z.ZodType
    : undefined;
}

/** Makes the schema of the path parameter `{id}`. */
export function idPath(description: string, example: number): z.ZodObject {
  return z.object({ id: id(description, example) });
}
