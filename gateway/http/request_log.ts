import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Refused } from "../../rest-adapter/http/mod.ts";

/** A request and its response. */
export interface Answered {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  response: Response;
  ipAddress: string;
  /** Time of the monotonic clock. */
  startedAt: number;
  /** The template of the path; undefined if no route has it, or nobody asked for it. */
  route?: string | undefined;
  /** Why it was refused, if its surface said so. */
  refused?: Refused | undefined;
}

/** The status that nginx logs for a client that disconnected before the answer. */
const clientClosedRequest = 499;

/** The lines about refused requests that are written in a second. The others are counted. */
const refusalsPerSecond = 20;

/**
 * Creates the function that logs a line when a response has ended: at info for a 5xx and for a refusal (a 4xx, or a
 * refused call in a batch of tRPC), else at debug. The line has the path without the query, and no header except
 * X-Request-Id, so no key, cookie or name reaches the log. Tokens in paths are left out. Of the refusals, at most 20 in
 * a second have a line of their own (gateway/http/README.md 12).
 */
export function createRequestLog(log: Logger): (answered: Answered) => void {
  const isRefusalLogged = limitPerSecond(
    refusalsPerSecond,
    (count) => log.info({ count }, "more requests were refused"),
  );
  return (answered) => {
    const { incoming, outgoing, response, ipAddress, startedAt, route, refused } = answered;
    // If the client has disconnected, the work ends with an error, which is not a failure of the service.
    const status = outgoing.destroyed ? clientClosedRequest : response.status;
    const isOurs = status >= 500;
    const isRefused = !isOurs && status !== clientClosedRequest && (status >= 400 || !!refused);
    const isShown = isOurs || isRefused && log.isLevelEnabled("info") && isRefusalLogged();
    if (!log.isLevelEnabled(isShown ? "info" : "debug")) return;
    const requestId = response.headers.get("x-request-id");

    function write(): void {
      const fields = {
        requestId,
        method: incoming.method,
        path: pathWithoutToken(pathOf(incoming)),
        ...(isRefused && { route }),
        status,
        ...refused,
        isComplete: outgoing.writableFinished,
        responseTimeMs: Math.round(performance.now() - startedAt),
        ipAddress,
      };
      if (isOurs) log.info(fields, "request failed");
      else if (isShown) log.info(fields, "request refused");
      else log.debug(fields, "request");
    }
    // A destroyed response emits no further "close".
    if (outgoing.destroyed) write();
    else outgoing.once("close", write);
  };
}

/** Returns a function that returns true `max` times in a second. `onMore` gets the number of other calls of a second. */
function limitPerSecond(max: number, onMore: (count: number) => void): () => boolean {
  let startedAt = -Infinity;
  let count = 0;
  let more = 0;
  return () => {
    const now = performance.now();
    if (now - startedAt >= 1000) [startedAt, count] = [now, 0];
    count += 1;
    if (count <= max) return true;
    more += 1;
    if (more === 1) {
      setTimeout(() => {
        onMore(more);
        more = 0;
      }, 1000).unref();
    }
    return false;
  };
}

/** The pages whose paths have a token. Nothing else is at another case of their names, but the token would be the same. */
const tokenPage = /^\/(ticket|display|kiosk|appointment|feeds|email\/stop)\/./i;

/** Returns the path with `{token}` instead of the token that it has, for logs and metrics. */
export function pathWithoutToken(path: string): string {
  const page = tokenPage.exec(path)?.[1];
  return page === undefined ? path : `/${page.toLowerCase()}/{token}`;
}

/** Returns the path of a target without the query. */
export function pathOf({ url = "/" }: { url?: string | undefined }): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
