import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { commonHeaders, internalErrorMessage } from "../../rest-adapter/http/mod.ts";

/** A refusal by the HTTP server itself, outside the surfaces. */
export interface HttpRefusal {
  status: number;
  code: string;
  message: string;
  /** Only for 400 VALIDATION_ERROR (rest-adapter/README.md 3). */
  details?: { field: string; message: string }[];
  headers?: Record<string, string>;
}

/** Returns the error body of the contract (rest-adapter/README.md 3). */
export function errorBody({ code, message, details }: HttpRefusal): string {
  return JSON.stringify({ error: { code, message, ...(details && { details }) } });
}

/** Returns the headers of an answer of the HTTP server itself. */
export function jsonHeaders(): Record<string, string> {
  return { "Content-Type": "application/json", ...commonHeaders({ requestId: randomUUID() }) };
}

/** Returns the refusal as a response. */
export function errorResponse(refusal: HttpRefusal): Response {
  return new Response(errorBody(refusal), {
    status: refusal.status,
    headers: { ...jsonHeaders(), ...refusal.headers },
  });
}

/** A request that is not valid HTTP. */
export const malformedRequest: HttpRefusal = {
  status: 400,
  code: "VALIDATION_ERROR",
  message: "The request is not valid HTTP",
  details: [{ field: "request", message: "Must be a well-formed HTTP/1.1 request" }],
};

/** A defect. Its details are only in the log. */
export const internalError: HttpRefusal = {
  status: 500,
  code: "INTERNAL_ERROR",
  message: internalErrorMessage,
};

/** No place left, in total or for one network. */
export const overloaded = {
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  message: "The service has more requests than it can answer. Try again shortly",
  headers: { "Retry-After": "1" },
} satisfies HttpRefusal;

/** A body that did not arrive within its deadline. */
export const bodyTimedOut = {
  status: 408,
  code: "REQUEST_TIMEOUT",
  message: "The body of the request did not arrive within 10 s",
} satisfies HttpRefusal;

/**
 * Refuses a request without the surfaces, because a refusal must be cheap under overload. `isLast` closes the
 * connection.
 */
export function refuse(
  outgoing: ServerResponse,
  refusal: HttpRefusal,
  { isLast = false } = {},
): void {
  const body = errorBody(refusal);
  outgoing.writeHead(refusal.status, {
    ...jsonHeaders(),
    "Content-Length": Buffer.byteLength(body),
    ...refusal.headers,
    ...(isLast && { Connection: "close" }),
  }).end(body);
}
