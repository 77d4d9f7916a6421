import { z } from "zod";

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
    description: "Requests an hour that the API key is allowed",
    examples: [1000],
  }),
  "X-RateLimit-Remaining": z.int().min(0).meta({
    description: "Requests left in this hour",
    examples: [998],
  }),
  "X-RateLimit-Reset": z.int().min(0).meta({
    description: "Seconds until the hour ends",
    examples: [3412],
  }),
};

/** The headers of a response with this status, and `more` (decisions 1 and 5). */
export function responseHeaders(status: number, more: z.ZodRawShape = {}): z.ZodObject {
  return z.object({ "X-Request-Id": requestId, ...callerHeaders(status), ...more });
}

function callerHeaders(status: number): z.ZodRawShape {
  const standing = { "X-Organization-Time-Zone": timeZone, ...rateLimit };
  if (status === 401) return {};
  if (status === 429) return { ...standing, "Retry-After": retryAfter };
  // A 500 or a 503 may come before the caller is known.
  if (status === 500) return z.object(standing).partial().shape;
  if (status === 503) return { ...z.object(standing).partial().shape, "Retry-After": retryAfter };
  return standing;
}
