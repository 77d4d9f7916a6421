import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "../limits/mod.ts";
import { clientAddress, createPlaces, type Places } from "./client_address.ts";

/** Where a request comes from. */
interface Origin {
  ipAddress: string;
  /** What its address is counted as: an IPv4 address, or the /64 of an IPv6 address. */
  network: string;
}

/** A request that has not been answered in full. */
export interface OpenRequest extends Origin {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** Where it has taken a place. */
  places: Places | undefined;
}

/** A connection. One request at a time is read, handled and answered; those behind it wait. */
export interface Connection {
  socket: Socket;
  /** Where the socket comes from: a caller, or a proxy. */
  origin: Origin;
  current: OpenRequest | undefined;
  waiting: OpenRequest[];
  isPausing: boolean;
}

/** The connections of a server. */
export interface Connections {
  of(socket: Socket): Connection | undefined;
  /** All whose request is being read or answered. */
  active(): Iterable<Connection>;
}

/** How connections are bounded, and what their requests are given to. */
export interface ConnectionOptions {
  maxConnections: number;
  trustedProxies: number;
  /** Begins a request. */
  begin(request: OpenRequest): void;
  /** Is called when the response to a request has closed, before the next one of its connection begins. */
  end(request: OpenRequest): void;
}

// Requests behind the current one after which nothing more is read from a connection.
const maxWaitingUnpaused = 4;

// Node emits all requests of one read, up to 3,640, and each takes 2 KB. A network gets half of these at most.
const maxWaiting = 32_768;

/** Hands on the requests of each connection one after another (README, 1), and bounds the number of connections. */
export function serveConnections(server: Server, options: ConnectionOptions): Connections {
  const { maxConnections, trustedProxies, begin, end } = options;
  const bySocket = new WeakMap<Socket, Connection>();
  const active = new Set<Connection>();
  const sockets = trustedProxies === 0 ? createPlaces(maxConnections) : undefined;
  const waitingPlaces = createPlaces(maxWaiting);
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
      // In a turn of its own (README, 1). Meanwhile Node must not read on, which it does at the end of each request.
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
  // Node would answer an unknown Expect with a bare 417.
  server.on("request", receive).on("checkExpectation", receive);
  return { of: (socket) => bySocket.get(socket), active: () => active };
}

/** A connection that closes after an answer takes no further request. */
function isClosing(socket: Socket): boolean {
  return socket.destroyed || socket.writableEnded;
}

/**
 * Stops reading. Node resumes a socket by itself at the end of each request, in a tick of its own, so this comes
 * after the ticks; what still slips through is one read, and each further request pauses again.
 */
function pause(connection: Connection): void {
  if (connection.isPausing) return;
  connection.isPausing = true;
  queueMicrotask(() => {
    connection.isPausing = false;
    connection.socket.pause();
  });
}
