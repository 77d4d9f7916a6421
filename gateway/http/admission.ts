import type { IncomingMessage, Server } from "node:http";
import { type OpenRequest, serveConnections } from "./connections.ts";
import { type Deadlines, trackHalfRead, usualDeadlines } from "./half_read.ts";
import { malformedRequest, overloaded, refuse } from "./error_response.ts";
import { answerMalformedRequests } from "./malformed_requests.ts";
import { maxSockets } from "./open_files.ts";
import { createAdmissionLimit } from "./client_address.ts";
import { mergeRepeatedHeaders } from "./repeated_headers.ts";
import { collectBody } from "./request_body.ts";
import { normalizeTarget } from "./request_target.ts";
import { budgetOf } from "./routes.ts";
import { watchAnswers } from "./unread_answers.ts";

/** Options of `admitRequests`. */
export interface AdmissionOptions {
  /** The maximum number of concurrent calls, and also of documents, and of unfinished bodies. */
  maxInFlight: number;
  trustedProxies: number;
  deadlines?: Deadlines | undefined;
  /** Handles a request whose body is complete. */
  handle(request: OpenRequest): void;
  /** Called for each request that is refused because no place is free. */
  onOverload?: (() => void) | undefined;
  /** Called after each response. */
  onEnd(): void;
}

/** The open requests. */
export interface Admission {
  open(): OpenRequest[];
  /** Returns the open request of a message. */
  requestOf(incoming: IncomingMessage): OpenRequest;
}

const minConnections = 1000;
// A stream is silent nearly all the time. It costs its connection, of which there are more than twice as many.
const streamsPerPlace = 4;
const connectionsPerPlace = 10;

/** Decides which requests are handled, and when (gateway/http/README.md). No caller can keep others from being served. */
export function admitRequests(server: Server, options: AdmissionOptions): Admission {
  const { maxInFlight, trustedProxies, handle, onEnd, deadlines = usualDeadlines } = options;
  const budgets = {
    call: createAdmissionLimit(maxInFlight),
    document: createAdmissionLimit(maxInFlight),
    stream: createAdmissionLimit(streamsPerPlace * maxInFlight),
  };
  const halfRead = trackHalfRead(maxInFlight, deadlines);

  function begin(request: OpenRequest): void {
    const { incoming, outgoing } = request;
    if (!hasOneHost(incoming)) {
      refuse(outgoing, malformedRequest, { isLast: true });
      return;
    }
    request.conflictingHeaders = mergeRepeatedHeaders(incoming);
    normalizeTarget(incoming);
    let isRead = false;
    collectBody(incoming, () => {
      isRead = true;
      halfRead.remove(request);
      // It may have timed out before.
      if (!outgoing.headersSent) admit(request);
    });
    if (isRead) return;
    // A body that arrived with its headers has been read by then. It needs no place.
    queueMicrotask(() => {
      if (!isRead && !outgoing.closed) halfRead.add(request);
    });
  }

  function admit(request: OpenRequest): void {
    const { incoming, outgoing, network } = request;
    const budget = budgetOf(incoming);
    // Probes need no place: a busy instance is neither dead nor without its database.
    if (budget !== "probe") {
      const places = budgets[budget];
      if (!places.take(network)) {
        options.onOverload?.();
        refuse(outgoing, overloaded);
        return;
      }
      request.places = places;
    }
    handle(request);
  }

  function end(request: OpenRequest): void {
    halfRead.remove(request);
    request.places?.release(request.network);
    onEnd();
  }

  const maxNeeded = Math.max(minConnections, connectionsPerPlace * maxInFlight);
  const maxConnections = Math.min(maxNeeded, maxSockets());
  const connections = serveConnections(server, { maxConnections, trustedProxies, begin, end });
  answerMalformedRequests(server, connections);
  const answers = watchAnswers(connections.active, deadlines);
  const sweeping = setInterval(() => {
    const now = performance.now();
    halfRead.sweep(now);
    answers.sweep(now);
  }, deadlines.sweepMs);
  server.once("close", () => clearInterval(sweeping));
  return {
    open: () => [...connections.active()].map(({ current }) => current!),
    requestOf: (incoming) => connections.of(incoming.socket)!.current!,
  };
}

/** Whether the request has exactly one Host, or at most one in HTTP/1.0 (RFC 9112, 3.2). */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts === 1 || hosts === 0 && httpVersion !== "1.1";
}
