import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { type HttpServer, startHttpServer } from "../../../gateway/http/http_server.ts";
import type { Handler } from "../../../gateway/http/routes.ts";

/** A server of the test's own over handlers of its own; what it logs is in `logged`. */
export interface TestServer extends HttpServer, AsyncDisposable {
  logged: Record<string, unknown>[];
}

export interface TestServerOptions {
  rest?: Handler;
  trpc?: Handler;
  isReady?: () => Promise<boolean>;
  trustedProxies?: number;
  maxInFlight?: number;
  stopPatienceMs?: number;
  isOpen?: boolean;
}

export async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const { rest = () => new Response("{}"), trpc = rest } = options;
  const { isReady = async () => true, isOpen = true } = options;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void logged.push(JSON.parse(line)) });
  const { trustedProxies = 0, maxInFlight = 100, stopPatienceMs = 10_000 } = options;
  const at = { host: "127.0.0.1", port: 0 };
  const server = await startHttpServer({ ...at, log, trustedProxies, maxInFlight, stopPatienceMs });
  if (isOpen) server.open({ rest, trpc, graphql: rest, isReady });
  return { ...server, logged, [Symbol.asyncDispose]: () => server.stop() };
}

/** A raw connection, for what fetch would never send; `text` is all that has come back. */
export interface RawConnection {
  socket: Socket;
  text(): string;
  /** All that has come back once the server has closed the connection. */
  closed: Promise<string>;
}

export async function connectRaw(url: string): Promise<RawConnection> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(url).port) });
  let received = "";
  socket.on("data", (chunk: Buffer) => void (received += chunk.toString()));
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(received)).on("error", () => {});
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  return { socket, text: () => received, closed };
}
