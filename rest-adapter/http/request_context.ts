import type { LimitState } from "../../core/mod.ts";

/** A body in the encoding that the client accepts best. */
interface EncodedBody {
  encoding: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Compresses bodies for one client. The host implements it; it compresses the same bytes once. Undefined if the body
 * is too small for that.
 */
export interface Compressor {
  bytes(body: Uint8Array<ArrayBuffer>): Promise<EncodedBody | undefined>;
  stream(body: ReadableStream<Uint8Array>): {
    encoding: string;
    stream: ReadableStream<Uint8Array>;
  };
}

/** Why a request was refused, and who sent it, for the log of the host. It names nobody. */
export interface Refused {
  /** The `error.code` of the answer. */
  code: string;
  /** Absent if the caller is not known, or is none of these. */
  apiKeyId?: number | undefined;
  staffUserId?: number | undefined;
}

/** What the host knows about a connection and a `Request` does not contain. */
export interface ConnectionInfo {
  /** The caller's address, as far as the host trusts it; "" if unknown. */
  ipAddress: string;
  /**
   * Closes the connection while an answer is being sent, so that the reader sees that the answer is incomplete.
   * Without this function only the answer's stream fails, which each host reports in its own way.
   */
  breakOff?: () => void;
  /** Called with the template of the path, such as `/api/v1/appointments/{id}`, if the path has a route. */
  onRoute?: ((template: string) => void) | undefined;
  /** Called before the answer to a refused request. */
  onRefused?: ((refused: Refused) => void) | undefined;
  /** The id of the request, if the host has found or made it before. */
  requestId?: string | undefined;
  /**
   * The names, in lower case, of headers that were sent in several lines with different values, if the host knows them.
   * A `Request` shows them as one value with commas.
   */
  conflictingHeaders?: readonly string[] | undefined;
  /** Returns what compresses answers to this request; undefined if its client accepts only plain ones. */
  compressor?: (() => Compressor | undefined) | undefined;
}

/** One request, with what the adapter knows about it before an endpoint handles it. */
export interface RequestContext extends Omit<ConnectionInfo, "requestId"> {
  request: Request;
  /** Sent as `X-Request-Id` on the response. */
  requestId: string;
  /** The CORS headers of the response; undefined unless the request's origin is configured. */
  corsHeaders: Record<string, string> | undefined;
  /** The headers of every response of this surface, in addition to the common headers. */
  surfaceHeaders?: Record<string, string>;
}

/** An answer, before it becomes a `Response`. */
export interface Answer {
  status: number;
  /** Sent as JSON. If undefined, the body is empty and has no content type. */
  body?: unknown;
  /** An encoded body, sent instead of `body`; JSON if `headers` do not say otherwise. */
  json?: Uint8Array<ArrayBuffer>;
  /** Sent unchanged instead of `body`; `headers` must then contain its content type. */
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
  /** The values of `Set-Cookie`, of which there may be several. */
  setCookies?: readonly string[];
  /** Whether the usage entry was already written, in the transaction of the booking. */
  isRecorded?: boolean;
  /** How long the request waited because its caller asked for it. It is no part of the response time. */
  waitedMs?: number;
}

const utf8 = new TextEncoder();
const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the caller's own `X-Request-Id` if it is safe to repeat and to log, else a new id. */
export function requestIdOf(headers: Headers): string {
  const own = headers.get("X-Request-Id");
  return own !== null && requestIdForm.test(own) ? own : crypto.randomUUID();
}

/**
 * Returns the path of a request as it was called, without the query. It does not parse the URL: parsing costs more
 * than everything else that a read does here.
 */
export function pathOf({ url }: Request): string {
  const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** Forbid browsers to run an answer to staff as a page, to frame it, or to load it into another site. */
export const staffHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Returns the headers of every response of every surface. */
export function commonHeaders({ requestId }: Pick<RequestContext, "requestId">) {
  return {
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** Makes the response to a request: the answer with the common, CORS and surface headers, and its cookies. */
export function respond(answer: Answer, context: RequestContext): Response {
  const response = withHeaders(answer, context);
  for (const cookie of answer.setCookies ?? []) response.headers.append("Set-Cookie", cookie);
  return response;
}

function withHeaders(answer: Answer, context: RequestContext): Response {
  const headers: Record<string, string> = {
    ...commonHeaders(context),
    ...context.corsHeaders,
    ...context.surfaceHeaders,
    ...answer.headers,
  };
  const vary = [context.corsHeaders?.["Vary"], answer.headers?.["Vary"]].filter(Boolean);
  if (vary.length > 1) headers["Vary"] = vary.join(", ");
  const isHead = context.request.method === "HEAD";
  if (answer.stream) {
    // Nothing more is read for an answer that has no body.
    if (isHead) void answer.stream.cancel().catch(() => undefined);
    return new Response(isHead ? null : answer.stream, { status: answer.status, headers });
  }
  if (answer.body === undefined && !answer.json) {
    // Without Content-Length the host would send an empty body in chunks. A 204 and a 304 have no body.
    if (answer.status !== 204 && answer.status !== 304) headers["Content-Length"] = "0";
    return new Response(null, { status: answer.status, headers });
  }
  headers["Content-Type"] ??= "application/json";
  const body = answer.json ?? JSON.stringify(answer.body);
  if (isHead) {
    const bytes = typeof body === "string" ? utf8.encode(body) : body;
    headers["Content-Length"] = String(bytes.length);
    return new Response(null, { status: answer.status, headers });
  }
  return new Response(body, { status: answer.status, headers });
}

/** Returns the headers of every response to a known caller: time zone and rate limit (rest-adapter/README.md 4). */
export function limitHeaders(
  { timeZone }: { timeZone: string },
  limit: LimitState | undefined,
): Record<string, string> {
  if (!limit) return { "X-Organization-Time-Zone": timeZone };
  return {
    "X-Organization-Time-Zone": timeZone,
    "X-RateLimit-Limit": String(limit.limit),
    "X-RateLimit-Remaining": String(limit.remaining),
    "X-RateLimit-Reset": String(limit.resetSeconds),
    ...(!limit.isAllowed && { "Retry-After": String(Math.max(1, limit.resetSeconds)) }),
  };
}
