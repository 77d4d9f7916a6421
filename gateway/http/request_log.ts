import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

/** A request and its response. */
export interface Answered {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  response: Response;
  ipAddress: string;
  /** Time of the monotonic clock. */
  startedAt: number;
}

/** The status that nginx logs for a client that disconnected before the answer. */
const clientClosedRequest = 499;

/**
 * Logs one line when the response has ended: at info for 5xx, else at debug. The line has the path without the query,
 * and no header except X-Request-Id, so no key, cookie or name reaches the log. Tokens in paths are left out.
 */
export function logRequest(answered: Answered, log: Logger): void {
  const { incoming, outgoing, response, ipAddress, startedAt } = answered;
  // If the client has disconnected, the work ends with an error, which is not a failure of the service.
  const status = outgoing.destroyed ? clientClosedRequest : response.status;
  const isOurs = status >= 500;
  if (!log.isLevelEnabled(isOurs ? "info" : "debug")) return;
  const requestId = response.headers.get("x-request-id");

  function write(): void {
    const fields = {
      requestId,
      method: incoming.method,
      path: pathWithoutToken(pathOf(incoming)),
      status,
      isComplete: outgoing.writableFinished,
      responseTimeMs: Math.round(performance.now() - startedAt),
      ipAddress,
    };
    if (isOurs) log.info(fields, "request failed");
    else log.debug(fields, "request");
  }
  // A destroyed response emits no further "close".
  if (outgoing.destroyed) write();
  else outgoing.once("close", write);
}

/** The pages whose paths have a token. Nothing else is at another case of their names, but the token would be the same. */
const tokenPage = /^\/(ticket|display|kiosk)\/./i;

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
