import { getRequestListener } from "@hono/node-server";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Logger } from "pino";
import { clientAddress } from "./client_address.ts";
import { errorResponse, internalError, malformedRequest } from "./error_response.ts";
import { type InFlight, trackRequests } from "./in_flight.ts";
import { listen } from "./listen.ts";
import { refuseOverload } from "./overload.ts";
import { answerMalformedRequests } from "./malformed_requests.ts";
import { logRequest, pathOf } from "./request_log.ts";
import { isProbe, type Life, route, type Surfaces } from "./routes.ts";

/** Where to serve, and how. */
export interface HttpServerOptions {
  host: string;
  /** 0 picks a free one. */
  port: number;
  /** Requests answered at a time; more are refused at once. */
  maxInFlight: number;
  trustedProxies: number;
  log: Logger;
  /** How long stop() waits for answers under way. */
  stopPatienceMs?: number;
}

/** A server that answers; until open() it is alive, and everything else is 503. */
export interface HttpServer {
  /** `http://HOST:PORT`. */
  url: string;
  open(surfaces: Surfaces): void;
  /** Takes no more connections, finishes what is under way, and cuts what takes too long. */
  stop(): Promise<void>;
}

// Longer than the 60 s for which common load balancers keep idle connections: whoever closes second never
// sends a request into a connection that is just being closed.
const keepAliveMs = 65_000;

/** Takes the port. Throws what `listen` throws. */
export async function startHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const life: Life = { surfaces: undefined, isStopping: false };
  const server = createServer({
    keepAliveTimeout: keepAliveMs,
    headersTimeout: 15_000,
    requestTimeout: 60_000,
    // Node's own refusal of a missing Host has no envelope; ours follows below.
    requireHostHeader: false,
  });
  const inFlight = trackRequests(() => {
    if (life.isStopping) setImmediate(() => server.closeIdleConnections());
  });
  const listener = createListener(options, life);

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    inFlight.add({ incoming, outgoing });
    if (life.isStopping) outgoing.setHeader("Connection", "close");
    // Probes pass: an instance that is busy is neither dead nor without its database.
    if (inFlight.count() > options.maxInFlight && !isProbe(pathOf(incoming))) {
      refuseOverload(outgoing);
      return;
    }
    void listener(incoming, outgoing);
  }
  // Node would answer an unknown Expect with a bare 417.
  server.on("request", answer).on("checkExpectation", answer);
  answerMalformedRequests(server, inFlight);
  const url = await listen(server, options);
  server.on("error", (error) => options.log.error({ err: error }, "the HTTP server failed"));

  let stopped: Promise<void> | undefined;
  return {
    url,
    open: (surfaces) => void (life.surfaces = surfaces),
    stop() {
      life.isStopping = true;
      return stopped ??= stopServer(server, { inFlight, ...options });
    },
  };
}

function createListener(
  { trustedProxies, log, host }: HttpServerOptions,
  life: Life,
) {
  return getRequestListener(async (request, node) => {
    const incoming = node.incoming as IncomingMessage;
    const outgoing = node.outgoing as ServerResponse;
    const startedAt = performance.now();
    const ipAddress = clientAddress(incoming, trustedProxies);
    const response = incoming.httpVersion === "1.1" && incoming.headers.host === undefined
      ? errorResponse(malformedRequest)
      : await route(request, {
        path: pathOf(incoming),
        ipAddress,
        breakOff: () => outgoing.destroy(),
        life,
      });
    logRequest({ incoming, outgoing, response, ipAddress, startedAt }, log);
    return response;
  }, {
    // For HTTP/1.0, which knows no Host.
    hostname: host.includes(":") ? `[${host}]` : host,
    errorHandler(error) {
      if (error instanceof Error && error.name === "RequestError") {
        return errorResponse(malformedRequest);
      }
      log.error({ err: error }, "a request ended in a defect");
      return errorResponse(internalError);
    },
  });
}

async function stopServer(
  server: Server,
  { inFlight, stopPatienceMs = 10_000, log }: HttpServerOptions & { inFlight: InFlight },
): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  // It also closes the connections that are idle now.
  server.close(() => resolve());
  for (const { outgoing } of inFlight.all()) {
    if (!outgoing.headersSent) outgoing.setHeader("Connection", "close");
  }
  const cut = setTimeout(() => {
    log.warn({ open: [...inFlight.all()].length }, "cutting the requests that take too long");
    server.closeAllConnections();
  }, stopPatienceMs);
  await closed;
  clearTimeout(cut);
}
