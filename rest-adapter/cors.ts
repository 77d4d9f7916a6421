import type { Answer, Exchange } from "./exchange.ts";

const exposedHeaders = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "X-Organization-Time-Zone",
  "Idempotent-Replayed",
  "Location",
].join(", ");

const requestHeaders = "X-API-Key, Content-Type, Idempotency-Key, X-Request-Id";
const preflightMaxAgeSeconds = 600;

/** The headers that let a page read the response, for an origin that is configured (or under `*`). */
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

/** The answer to a preflight for a path that takes these methods; undefined for any other request. */
export function preflightAnswer(
  { request, corsHeaders }: Exchange,
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
