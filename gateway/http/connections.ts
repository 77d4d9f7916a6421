import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../limits/mod.ts";
import { clientAddress, createAdmissionLimit, type Places } from "./client_address.ts";

/** The origin of a request. */
interface Origin {
  ipAddress: string;
  /** The network that the address counts for: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
}

/** A request without a complete answer. */
export interface OpenRequest extends Origin {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The places of which it holds one. */
  places: Places | undefined;
  /** The names of single headers that were sent with different values, once it has begun. */
  conflictingHeaders?: readonly string[];
}

/** A connection. One request at a time is read, handled and answered. The others wait. */
export interface Connection {
  socket: Socket;
  /** The origin of the socket: a caller or a proxy. */
  origin: Origin;
  current: OpenRequest | undefined;
  waiting: OpenRequest[];
  isPausing: boolean;
}

/** The connections of a server. */
export interface Connections {
  of(socket: Socket): Connection | undefined;
  /** The connections with an open request. */
  active(): Iterable<Connection>;
}

/** Options of `serveConnections`. */
export interface ConnectionOptions {
  maxConnections: number;
  trustedProxies: number;
  /** Begins a request. */
  begin(request: OpenRequest): void;
  /** Called when the response has closed, before the next request of the connection begins. */
  end(request: OpenRequest): void;
}

// With more waiting requests, nothing more is read from the connection.
const maxWaitingUnpaused = 4;

// Node emits all requests of one read, up to 3,640, and each takes 2 KB. A network gets at most half of these places.
const maxWaiting = 32_768;

/** Passes on the requests of each connection one by one (gateway/http/README.md 1). Bounds the number of connections. */
export function serveConnections(server: Server, options: ConnectionOptions): Connections {
  const { maxConnections, trustedProxies, begin, end } = options;
  const bySocket = new WeakMap<Socket, Connection>();
  const active = new Set<Connection>();
  const sockets = trustedProxies === 0 ? createAdmissionLimit(maxConnections) : undefined;
  const waitingPlaces = createAdmissionLimit(maxWaiting);
  server.maxConnections = maxConnections;

  function originOf(incoming: IncomingMessage, { origin }: Connection): Origin {
    if (trustedProxies === 0) return origin;
    const ipAddress = clientAddress(incoming, trustedProxies);
    return { ipAddress, network: networkOf(ipAddress) };
  }

  function start(request: OpenRequest, connection: Connection): void {
    connection.current = request;
    active.add(connection);
    request.outgoing.once("close", () => {
      connection.current = undefined;
      active.delete(connection);
      end(request);
      if (connection.waiting.length === 0) return;
      // In its own turn of the event loop (gateway/http/README.md 1). Node resumes reading at the end of each request, so
      // the connection is paused meanwhile.
      if (connection.waiting.length > maxWaitingUnpaused) pause(connection);
      setImmediate(startNext, connection);
    });
    begin(request);
  }

  function startNext(connection: Connection): void {
    const { socket, waiting } = connection;
    const next = isClosing(socket) ? undefined : waiting.shift();
    if (!next) return;
    waitingPlaces.release(next.network);
    start(next, connection);
    if (waiting.length > maxWaitingUnpaused) pause(connection);
    else if (socket.isPaused()) socket.resume();
  }

  function receive(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const connection = bySocket.get(incoming.socket)!;
    const { socket, waiting } = connection;
    if (isClosing(socket)) return;
    const { ipAddress, network } = originOf(incoming, connection);
    const request: OpenRequest = { incoming, outgoing, ipAddress, network, places: undefined };
    if (!connection.current && waiting.length === 0) {
      start(request, connection);
    } else if (waitingPlaces.take(request.network)) {
      waiting.push(request);
      if (waiting.length > maxWaitingUnpaused) pause(connection);
    } else {
      socket.destroy();
    }
  }

  server.on("connection", (socket: Socket) => {
    const ipAddress = clientAddress({ socket, headers: {} }, 0);
    const origin = { ipAddress, network: networkOf(ipAddress) };
    if (sockets && !sockets.take(origin.network)) {
      socket.destroy();
      return;
    }
    const waiting: OpenRequest[] = [];
    bySocket.set(socket, { socket, origin, current: undefined, waiting, isPausing: false });
    socket.once("close", () => {
      sockets?.release(origin.network);
      for (const { network } of waiting.splice(0)) waitingPlaces.release(network);
    });
  });
  // Node would answer an unknown Expect with 417 without an error body.
  server.on("request", receive).on("checkExpectation", receive);
  return { of: (socket) => bySocket.get(socket), active: () => active };
}

/** Whether the connection accepts no further request, because it closes after an answer. */
function isClosing(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/**
 * Stops reading. Node resumes a socket at the end of each request, in its own tick, so this runs after the ticks. At most
 * one more read can happen, and each further request pauses again.
 */
function pause(connection: Connection): void {
  if (connection.isPausing) return;
  connection.isPausing = true;
  queueMicrotask(() => {
    connection.isPausing = false;
    connection.socket.pause();
  });
}
