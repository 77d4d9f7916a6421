import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { internalErrorMessage } from "../../rest-adapter/http/mod.ts";

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

/** More requests than places, in all or for one network. */
export const overloaded = {
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  message: "The service has more requests than it can answer; try again shortly",
  headers: { "Retry-After": "1" },
} satisfies HttpRefusal;

/** A body that was not complete within its deadline. */
export const bodyTimedOut = {
  status: 408,
  code: "REQUEST_TIMEOUT",
  message: "The request's body did not arrive in time; send it faster",
} satisfies HttpRefusal;

/**
 * Refuses a request past the handlers: under overload a refusal must cost next to nothing. `isLast` closes the
 * connection after it.
 */
export function refuse(
  outgoing: ServerResponse,
  refusal: HttpRefusal,
  { isLast = false } = {},
): void {
  const body = errorBody(refusal);
  outgoing.writeHead(refusal.status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Request-Id": randomUUID(),
    ...refusal.headers,
    ...(isLast && { Connection: "close" }),
  }).end(body);
}
