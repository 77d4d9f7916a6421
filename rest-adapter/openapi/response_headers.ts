import { z } from "zod";
import type { DocumentedCode } from "../wire/error_schemas.ts";

const requestId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/).meta({
  description:
    "Identifies this request in the service's logs; your own X-Request-Id if it was valid",
  examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
});

const timeZone = z.string().min(1).meta({
  description: "IANA time zone of the organization; every local date-time is in this zone",
  examples: ["Europe/Berlin"],
});

const retryAfter = z.int().min(1).meta({
  description: "Seconds to wait before trying again",
  examples: [1],
});

const authenticate = z.string().min(1).meta({
  description: "How to authenticate: by an API key, or by the cookie of a session",
  examples: ['ApiKey realm="api", header="X-API-Key"'],
});

const rateLimit = {
  "X-RateLimit-Limit": z.int().min(1).meta({
    description: "Allowed requests: of an API key per hour, of a staff user per minute",
    examples: [1000],
  }),
  "X-RateLimit-Remaining": z.int().min(0).meta({
    description: "Requests left in the current window",
    examples: [998],
  }),
  "X-RateLimit-Reset": z.int().min(0).meta({
    description: "Seconds until the current window ends",
    examples: [3412],
  }),
};

/** What the headers of a response depend on. */
export interface ResponseHeaderContext {
  /** Whether the response has the rate limit headers. */
  isLimited: boolean;
  /** The error codes of the response, if it is an error. */
  codes?: readonly DocumentedCode[];
  more?: z.ZodRawShape | undefined;
}

// These codes are also returned before the caller is known, so the headers of a known caller are optional.
const early = new Set<DocumentedCode>(["FORBIDDEN", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"]);

/** Makes the schema of the headers of a response: the common headers and `more`. */
export function responseHeaders(
  status: number,
  { isLimited, codes = [], more }: ResponseHeaderContext,
): z.ZodObject {
  const ofCaller = { "X-Organization-Time-Zone": timeZone, ...rateLimit };
  const isEarly = codes.some((code) => early.has(code));
  return z.object({
    "X-Request-Id": requestId,
    ...(isLimited && status !== 401 && (isEarly ? z.object(ofCaller).partial().shape : ofCaller)),
    ...(status === 401 && { "WWW-Authenticate": authenticate }),
    ...((status === 429 || status === 503) && { "Retry-After": retryAfter }),
    ...more,
  });
}
