import { z } from "zod";
import { id } from "../../core/mod.ts";

/** What the OpenAPI document adds to the domain's schema of a request field. */
export interface FieldDoc {
  description: string;
  example: unknown;
  /** JSON Schema keywords that zod cannot derive, such as the input type of a transform. */
  keywords?: Record<string, unknown>;
}

/**
 * Returns the domain's input schema with a description and an example for every field. If a field of the domain has
 * no entry in `docs`, that is a type error. The entries are set through `override`, because zod-openapi drops the
 * examples of schemas with a transform.
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

/** Makes the schema of the path parameter `{id}`. */
export function idPath(description: string, example: number): z.ZodObject {
  return z.object({ id: id(description, example) });
}
