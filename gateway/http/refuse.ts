import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { errorBody, type HttpRefusal } from "./error_response.ts";

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
