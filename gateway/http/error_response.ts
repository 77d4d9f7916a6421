import { randomUUID } from "node:crypto";
import { internalErrorMessage } from "../../rest-adapter/mod.ts";

/** A refusal that the HTTP surface itself makes, before or around the REST handler. */
export interface HttpRefusal {
  status: number;
  code: string;
  message: string;
  /** Stands on 400 VALIDATION_ERROR alone (decisions 5). */
  details?: { field: string; message: string }[];
  headers?: Record<string, string>;
}

/** The contract's one envelope for all errors (interface, "Errors"). */
export function errorBody({ code, message, details }: HttpRefusal): string {
  return JSON.stringify({ error: { code, message, ...(details && { details }) } });
}

/** The refusal as a response. */
export function errorResponse(refusal: HttpRefusal): Response {
  return new Response(errorBody(refusal), {
    status: refusal.status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      "x-request-id": randomUUID(),
      ...refusal.headers,
    },
  });
}

/** What is not HTTP as the service can read it. */
export const malformedRequest: HttpRefusal = {
  status: 400,
  code: "VALIDATION_ERROR",
  message: "The request is not valid HTTP",
  details: [{ field: "request", message: "Must be a well-formed HTTP/1.1 request" }],
};

/** A defect of ours; what it was stands in the log and never in an answer. */
export const internalError: HttpRefusal = {
  status: 500,
  code: "INTERNAL_ERROR",
  message: internalErrorMessage,
};
