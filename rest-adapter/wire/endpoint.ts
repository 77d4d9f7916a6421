import type { z } from "zod";
import type { DocumentedCode } from "./error_schemas.ts";

/** The groups of the OpenAPI document. */
export type Tag =
  | "Appointments"
  | "Departments"
  | "Staff session"
  | "API keys"
  | "Webhooks"
  | "API usage"
  | "Extensions";

/**
 * One endpoint as data. Routing, 405 answers and the OpenAPI document are all made from the list of endpoints.
 * The schemas describe the wire. The domain validates requests; the tests validate responses.
 */
export interface Endpoint {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** The path from the root; `{id}` is the placeholder of an id. */
  path: string;
  operationId: string;
  tag: Tag;
  summary: string;
  description: string;
  request: {
    path?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { schema: z.ZodObject; example: unknown; isOptional?: true };
  };
  success: {
    status: 200 | 201 | 202 | 204;
    description: string;
    /** Undefined if the body is empty. */
    body?: z.ZodType;
    /** Values in the example of the body that differ from the examples of its fields. */
    example?: Record<string, unknown>;
    /** The type of the body. Default: JSON. */
    contentType?: string;
    /** The headers that only this response has, in addition to those of every response. */
    headers?: z.ZodRawShape;
    /** What 304 means. Undefined if the endpoint does not answer it. */
    unchanged?: string;
  };
  /** The error codes of this endpoint, in addition to those of every endpoint of its API. */
  refusals: readonly DocumentedCode[];
}

/** What all operations of one API have in common. */
export interface OperationContext {
  /** Names of the security schemes. An empty list means that no authentication is needed. */
  security: readonly string[];
  /** The last sentence of the description: who may call the operation. */
  access: string;
  /** The error codes of every endpoint of the API. */
  commonRefusals: readonly DocumentedCode[];
  /** Request headers of every endpoint of the API. */
  headers?: z.ZodRawShape;
  /** Whether responses have the rate limit headers. */
  isLimited: boolean;
}
