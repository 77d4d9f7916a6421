import type { Answer, RequestContext } from "./request_context.ts";

const exposedHeaders = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Organization-Time-Zone",
  "Idempotent-Replayed",
  "Location",
  "X-Credits-Remaining",
  "ETag",
].join(", ");

const requestHeaders = "X-API-Key, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id";
const preflightMaxAgeSeconds = 600;

/** Returns the CORS headers of a response; undefined unless the request's `Origin` is configured (or `*` is). */
export function corsHeadersOf(
  request: Request,
  origins: readonly string[],
): Record<string, string> | undefined {
  if (origins.length === 0) return undefined;
  const origin = request.headers.get("Origin");
  if (origin === null) return undefined;
  const isListed = origins.includes(origin);
  if (!isListed && !origins.includes("*")) return undefined;
  return {
    "Access-Control-Allow-Origin": isListed ? origin : "*",
    "Access-Control-Expose-Headers": exposedHeaders,
    Vary: "Origin",
  };
}

/** Returns the answer to a preflight request for a path with these methods; undefined for other requests. */
export function preflightAnswer(
  { request, corsHeaders }: RequestContext,
  methods: readonly string[],
): Answer | undefined {
  if (request.method !== "OPTIONS" || !corsHeaders) return undefined;
  if (!request.headers.has("Access-Control-Request-Method")) return undefined;
  return {
    status: 204,
    headers: {
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": requestHeaders,
      "Access-Control-Max-Age": String(preflightMaxAgeSeconds),
    },
  };
}
