import { z } from "zod";
import type { DocumentedCode } from "./error_schemas.ts";

const requestId = z.string().regex(/^[A-Za-z0-9._-]{1,128}$/).meta({
  description: "Finds this request in the service's logs; your own X-Request-Id where it was valid",
  examples: ["b2f7f0c4-4d5c-4c36-8f3e-0b7f5f0b8a11"],
});

const timeZone = z.string().min(1).meta({
  description: "IANA zone of the organization, which every local date-time is local to",
  examples: ["Europe/Oslo"],
});

const retryAfter = z.int().min(1).meta({
  description: "Seconds to wait before trying again",
  examples: [1],
});

const rateLimit = {
  "X-RateLimit-Limit": z.int().min(1).meta({
    description: "Requests that the caller is allowed: an API key an hour, a staff user a minute",
    examples: [1000],
  }),
  "X-RateLimit-Remaining": z.int().min(0).meta({
    description: "Requests left in this window",
    examples: [998],
  }),
  "X-RateLimit-Reset": z.int().min(0).meta({
    description: "Seconds until the window ends",
    examples: [3412],
  }),
};

/** What the headers of a response depend on. */
export interface ResponseHeaderContext {
  /** Whether the response tells how the caller stands in its limit. */
  isLimited: boolean;
  /** What it refuses with, where it does. */
  codes?: readonly DocumentedCode[];
  more?: z.ZodRawShape | undefined;
}

// These may come before the caller is known: a foreign page's request, a defect, overload.
const early = new Set<DocumentedCode>(["FORBIDDEN", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"]);

/** The headers of a response with this status, and `more` (decisions 1, 5 and 9). */
export function responseHeaders(
  status: number,
  { isLimited, codes = [], more }: ResponseHeaderContext,
): z.ZodObject {
  const standing = { "X-Organization-Time-Zone": timeZone, ...rateLimit };
  const isEarly = codes.some((code) => early.has(code));
  return z.object({
    "X-Request-Id": requestId,
    ...(isLimited && status !== 401 && (isEarly ? z.object(standing).partial().shape : standing)),
    ...((status === 429 || status === 503) && { "Retry-After": retryAfter }),
    ...more,
  });
}
