import { getRequestListener } from "@hono/node-server";
import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { noteCollectedBody, type Refused } from "../../rest-adapter/http/mod.ts";
import { type Admission, admitRequests } from "./admission.ts";
import type { Deadlines } from "./half_read.ts";
import { errorResponse, internalError, malformedRequest } from "./error_response.ts";
import { listen } from "./listen.ts";
import type { CollectedMessage } from "./request_body.ts";
import { createRequestLog, pathOf } from "./request_log.ts";
import { findUnready, type Life, route, type Surfaces } from "./routes.ts";
import { createStatusReader } from "./status.ts";

/** Options of the server. */
export interface HttpServerOptions {
  host: string;
  /** 0 selects a free port. */
  port: number;
  /** The maximum number of concurrent requests. More are refused at once. */
  maxInFlight: number;
  trustedProxies: number;
  /** The version of the service, which `/status` shows. */
  version: string;
  publicUrl?: string | undefined;
  log: Logger;
  /** How long `stop` still accepts requests, so that proxies see "not ready" first. 0 by default. */
  drainMs?: number;
  /** How long `stop` waits for running requests after that. */
  maxStopMs?: number;
  deadlines?: Deadlines | undefined;
  /** Receives what is measured; nothing is measured if left out. */
  measure?: {
    onAnswered(request: {
      method: string;
      route: string | undefined;
      status: number;
      seconds: number;
    }): void;
    onOverload(): void;
  } | undefined;
  /** Serves a request in a span; nothing is traced if left out. */
  trace?: TraceRequest | undefined;
}

/** Receives what tracing needs to know about a request. */
type TraceRequest = (
  request: Request,
  path: string,
  serve: (span?: { requestId: string; onRoute(template: string): void }) => Promise<Response>,
) => Promise<Response>;

/** The HTTP server. Until `open`, `/healthz` and `/status` are 200 and everything else is 503. */
export interface HttpServer {
  /** `http://HOST:PORT`. */
  url: string;
  open(surfaces: Surfaces): void;
  /**
   * Drains for `drainMs` if it was opened: `/readyz` is 503, and requests are served with `Connection: close`. Then
   * accepts no more connections, finishes running requests, and cuts those that take too long.
   */
  stop(): Promise<void>;
}

// Longer than the 60 s of common load balancers. The side that closes first must be the one that sends requests, or a
// request may be lost on a closing connection.
const keepAliveMs = 65_000;
const headersDeadlineMs = 15_000;
const requestDeadlineMs = 30_000;

/** Starts the server on its port. Throws like `listen`. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const { version, publicUrl } = options;
  const status = createStatusReader({
    version,
    unready: () => findUnready(life),
    facts: () => life.surfaces?.databaseFacts,
  });
  const life: Life = { surfaces: undefined, isStopping: false, status, publicUrl };
  let isClosed = false;
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: headersDeadlineMs,
    // Bodies have their own deadline (half_read.ts). This one ends oversized bodies, which are refused unread.
    requestTimeout: requestDeadlineMs,
    connectionsCheckingInterval: 1000,
    // Node's own refusal of a missing Host has no error body. admission.ts refuses it.
    requireHostHeader: false,
  });
  const admission = admitRequests(server, {
    ...options,
    handle({ incoming, outgoing }) {
      if (life.isStopping) outgoing.setHeader("Connection", "close");
      void listener(incoming, outgoing);
    },
    onOverload: options.measure?.onOverload,
    onEnd() {
      // Not before: a proxy may be sending a request on a connection that is idle.
      if (isClosed) setImmediate(() => server.closeIdleConnections());
    },
  });
  const listener = createListener(options, admission, life);
  const url = await listen(server, options);
  server.on("error", (error) => options.log.error({ err: error }, "the HTTP server failed"));

  async function stop(): Promise<void> {
    life.isStopping = true;
    if (life.surfaces && options.drainMs) await sleep(options.drainMs);
    isClosed = true;
    life.surfaces?.events.end();
    life.surfaces?.screens.end();
    life.surfaces?.endWaits();
    await stopServer(server, { admission, ...options });
  }

  let stopped: Promise<void> | undefined;
  return {
    url,
    open: (surfaces) => void (life.surfaces = surfaces),
    stop: () => stopped ??= stop(),
  };
}

function createListener(
  { log, host, measure, trace }: HttpServerOptions,
  admission: Admission,
  life: Life,
) {
  const logRequest = createRequestLog(log);
  return getRequestListener(async (request, node) => {
    const incoming = node.incoming as CollectedMessage;
    const outgoing = node.outgoing as ServerResponse;
    const startedAt = performance.now();
    const { ipAddress, conflictingHeaders } = admission.requestOf(incoming);
    const path = pathOf(incoming);
    const { method, rawBody } = incoming;
    // A `Request` with one of these methods has no body, whatever was sent.
    if (rawBody && method !== "GET" && method !== "HEAD") noteCollectedBody(request, rawBody);
    let template: string | undefined;
    let refused: Refused | undefined;
    const breakOff = () => outgoing.destroy();
    const onRefused = (why: Refused) => void (refused ??= why);
    const connection = { path, ipAddress, conflictingHeaders, breakOff, life, onRefused };
    const onRoute = (found: string) => template = found;
    const response = trace
      ? await trace(request, path, async (span) =>
        await route(request, {
          ...connection,
          requestId: span?.requestId,
          onRoute(found) {
            onRoute(found);
            span?.onRoute(found);
          },
        }))
      : await route(request, { ...connection, onRoute });
    measure?.onAnswered({
      method: method ?? "",
      route: template,
      status: response.status,
      seconds: (performance.now() - startedAt) / 1000,
    });
    logRequest({ incoming, outgoing, response, ipAddress, startedAt, route: template, refused });
    return response;
  }, {
    // For HTTP/1.0, which has no Host.
    hostname: host.includes(":") ? `[${host}]` : host,
    errorHandler(error) {
      if (error instanceof Error && error.name === "RequestError") {
        return errorResponse(malformedRequest);
      }
      log.error({ err: error }, "handling a request failed");
      return errorResponse(internalError);
    },
  });
}

async function stopServer(
  server: Server,
  { admission, maxStopMs = 10_000, log }: HttpServerOptions & { admission: Admission },
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // Also closes idle connections.
  server.close(() => resolve());
  for (const { outgoing } of admission.open()) {
    if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
  }
  const cut = setTimeout(() => {
    log.warn({ open: admission.open().length }, "stopping, cutting requests that take too long");
    server.closeAllConnections();
  }, maxStopMs);
  await closed;
  clearTimeout(cut);
}
