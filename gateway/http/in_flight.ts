import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** A request that has not been answered in full. */
export interface OpenRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
}

/** The requests that are being answered. */
export interface InFlight {
  add(request: OpenRequest): void;
  on(socket: Duplex): OpenRequest | undefined;
  all(): Iterable<OpenRequest>;
  count(): number;
}

/** Keeps each request until its response has ended; `onEnd` is told after that. */
export function trackRequests(onEnd: () => void): InFlight {
  const open = new Set<OpenRequest>();
  return {
    add(request) {
      open.add(request);
      request.outgoing.once("close", () => {
        open.delete(request);
        onEnd();
      });
    },
    // Of pipelined requests the first in line is the one whose answer comes next.
    on: (socket) => [...open].find(({ incoming }) => incoming.socket === socket),
    all: () => open,
    count: () => open.size,
  };
}
