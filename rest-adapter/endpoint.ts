import type { z } from "zod";
import type { DocumentedCode } from "./openapi/error_schemas.ts";

/** The groups of the OpenAPI document. */
export type Tag =
  | "Appointments"
  | "Departments"
  | "Staff session"
  | "API keys"
  | "Webhooks"
  | "API usage";

/**
 * One endpoint, whole: routing, the 405 and the OpenAPI document are all made from the list of these. The
 * schemas describe the wire; requests are validated by the domain, responses by the tests.
 */
export interface Endpoint {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** From the root, with `{id}` where an id stands. */
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
  request: {
    path?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { schema: z.ZodObject; example: unknown };
  };
  success: {
    status: 200 | 201 | 202 | 204;
    description: string;
    /** Left out where the body is empty. */
    body?: z.ZodType;
    /** Of the body; JSON if left out. */
    contentType?: string;
    /** Beside those that every response carries. */
    headers?: z.ZodRawShape;
  };
  /** The codes it can refuse with, beside those that every endpoint of its surface can. */
  refusals: readonly DocumentedCode[];
}
