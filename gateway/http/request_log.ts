import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "pino";

/** A request and what is answered to it. */
export interface Answered {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  response: Response;
  ipAddress: string;
  /** By the monotonic clock. */
  startedAt: number;
}

/** What nginx logs for a client that closed the connection before it got an answer. */
const clientClosedRequest = 499;

/**
 * One line for each request once its response has ended: at debug, and at info where we failed (5xx). It
 * names the path without the query and no other header than X-Request-Id, so neither keys nor cookies nor
 * names reach the log.
 */
export function logRequest(answered: Answered, log: Logger): void {
  const { incoming, outgoing, response, ipAddress, startedAt } = answered;
  // The work of a client that is gone ends with an error, which is no failure of ours.
  const status = outgoing.destroyed ? clientClosedRequest : response.status;
  const isOurs = status >= 500;
  if (!log.isLevelEnabled(isOurs ? "info" : "debug")) return;
  const requestId = response.headers.get("x-request-id");

  function write(): void {
    const fields = {
      requestId,
      method: incoming.method,
      path: pathOf(incoming),
      status,
      isComplete: outgoing.writableFinished,
      responseTimeMs: Math.round(performance.now() - startedAt),
      ipAddress,
    };
    if (isOurs) log.info(fields, "request failed");
    else log.debug(fields, "request");
  }
  // A caller who has hung up will not close again.
  if (outgoing.destroyed) write();
  else outgoing.once("close", write);
}

/** The path as it was sent, without the query. */
export function pathOf({ url = "/" }: { url?: string | undefined }): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
