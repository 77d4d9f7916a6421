import { z } from "zod";

/** What the OpenAPI document says of a request field beyond what the domain's schema says of itself. */
export interface FieldDoc {
  description: string;
  example: unknown;
  /** Keywords of JSON Schema that cannot be seen in the domain's schema, as what a transform reads. */
  keywords?: Record<string, unknown>;
}

/**
 * The domain's own input schema with every field described for callers. A field that the domain gains or
 * loses is a type error here. `override`, because examples of a transforming schema would be dropped.
 */
export function documented<S extends z.ZodRawShape>(
  { shape }: z.ZodObject<S>,
  docs: Record<keyof S & string, FieldDoc>,
): z.ZodObject {
  const described: Record<string, z.ZodType> = {};
  for (const [name, { description, example, keywords }] of Object.entries<FieldDoc>(docs)) {
    const field = shape[name] as z.ZodType;
    described[name] = field.meta({
      description,
      override: { description, ...keywords, examples: [example] },
    });
  }
  return z.object(described);
}

/** The `{id}` of a path. */
export function idPath(description: string, example: number): z.ZodObject {
  return z.object({ id: z.int().min(1).meta({ description, examples: [example] }) });
}
