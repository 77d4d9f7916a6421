/** What the host knows of a connection and a Request does not say. */
export interface Connection {
  /** The caller's address as the host trusts it; "" where it is unknown. */
  ipAddress: string;
  /**
   * Breaks the connection off under an answer that is being sent, so that its reader sees it is not whole.
   * Without it the answer's stream fails, which hosts report as they please.
   */
  breakOff?: () => void;
}

/** One request on its way through the adapter. */
export interface Exchange extends Connection {
  request: Request;
  /** Repeated as `X-Request-Id` on the response. */
  requestId: string;
  /** What CORS adds to the response; undefined unless the request's origin is configured. */
  corsHeaders: Record<string, string> | undefined;
  /** What every response of this surface carries beside those of all. */
  surfaceHeaders?: Record<string, string>;
}

/** What is answered, before it becomes a Response. */
export interface Answer {
  status: number;
  /** Sent as JSON; undefined means an empty body without a content type. */
  body?: unknown;
  /** Sent as it comes, in place of `body`; `headers` then names its type. */
  stream?: ReadableStream<Uint8Array>;
  headers?: Record<string, string>;
  /** Whether the call's usage was written already, with the booking that it made. */
  isRecorded?: boolean;
}

const requestIdForm = /^[A-Za-z0-9._-]{1,128}$/;

/** The caller's own `X-Request-Id` where it is safe to repeat and to log, else a new one. */
export function requestIdOf(headers: Headers): string {
  const own = headers.get("X-Request-Id");
  return own !== null && requestIdForm.test(own) ? own : crypto.randomUUID();
}

/**
 * The path of a request as it was called, without the query. Cut out by hand: parsing a URL costs more than
 * all else that a read does here, and would decode nothing that is wanted.
 */
export function pathOf({ url }: Request): string {
  const path = url.slice(url.indexOf("/", url.indexOf("//") + 2));
  const end = path.search(/[?#]/);
  return end === -1 ? path : path.slice(0, end);
}

/** What a browser may not do with an answer to staff: run it, frame it, or show it elsewhere. */
export const staffHeaders = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** The headers that every response carries, whatever its surface (decisions 5). */
export function standingHeaders({ requestId }: Pick<Exchange, "requestId">) {
  return {
    "X-Request-Id": requestId,
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
  };
}

/** The response to an exchange, with the headers that every response carries (decisions 5). */
export function respond(answer: Answer, exchange: Exchange): Response {
  const headers: Record<string, string> = {
    ...standingHeaders(exchange),
    ...exchange.corsHeaders,
    ...exchange.surfaceHeaders,
    ...answer.headers,
  };
  if (answer.stream) return new Response(answer.stream, { status: answer.status, headers });
  if (answer.body === undefined) {
    // Said, or the host would send an empty body in chunks. A 204 has none to say it of.
    if (answer.status !== 204) headers["Content-Length"] = "0";
    return new Response(null, { status: answer.status, headers });
  }
  headers["Content-Type"] = "application/json";
  return new Response(JSON.stringify(answer.body), { status: answer.status, headers });
}
