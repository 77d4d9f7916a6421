import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { errorBody } from "./error_response.ts";

const body = errorBody({
  status: 503,
  code: "SERVICE_UNAVAILABLE",
  message: "The service has more requests than it can answer; try again shortly",
});
const headers = {
  "Content-Type": "application/json",
  "Content-Length": Buffer.byteLength(body),
  "Cache-Control": "no-store",
  "Retry-After": "1",
};

/**
 * Refuses a request before anything is done for it (decisions 5): what waits stays bounded, and so does the
 * time it waits. It goes past the handlers, since under overload a refusal must cost next to nothing.
 */
export function refuseOverload(outgoing: ServerResponse): void {
  outgoing.writeHead(503, { ...headers, "X-Request-Id": randomUUID() }).end(body);
}
