import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { type Deadlines, usualDeadlines } from "../../../gateway/http/half_read.ts";
import {
  type HttpServer,
  type HttpServerOptions,
  startHttpServer,
} from "../../../gateway/http/http_server.ts";
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
  drainMs?: number;
  maxStopMs?: number;
  deadlines?: Partial<Deadlines>;
  isOpen?: boolean;
  measure?: HttpServerOptions["measure"];
}

export async function serve(options: TestServerOptions = {}): Promise<TestServer> {
  const { rest = () => new Response("{}"), trpc = rest } = options;
  const { isReady = async () => true, isOpen = true } = options;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void logged.push(JSON.parse(line)) });
  const { trustedProxies = 0, maxInFlight = 100, maxStopMs = 10_000, drainMs = 0 } = options;
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    log,
    trustedProxies,
    maxInFlight,
    drainMs,
    maxStopMs,
    measure: options.measure,
    deadlines: { ...usualDeadlines, ...options.deadlines },
  });
  const events = { handle: rest, end() {} };
  if (isOpen) {
    server.open({ rest, trpc, graphql: rest, events, screens: events, endWaits() {}, isReady });
  }
  return { ...server, logged, [Symbol.asyncDispose]: () => server.stop() };
}

/** A raw connection, for what fetch would never send; `text` is all that has come back. */
export interface RawConnection {
  socket: Socket;
  text(): string;
  /** All that has come back once the server has closed the connection. */
  closed: Promise<string>;
}

/** Connects, from another address of the loopback network where one is given. */
export async function connectRaw(url: string, localAddress?: string): Promise<RawConnection> {
  const socket = connect({
    host: "127.0.0.1",
    port: Number(new URL(url).port),
    ...(localAddress !== undefined && { localAddress }),
  });
  let received = "";
  socket.on("data", (chunk: Buffer) => void (received += chunk.toString()));
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => resolve(received)).on("error", () => {});
  });
  await new Promise((resolve) => socket.once("connect", resolve));
  return { socket, text: () => received, closed };
}

/** Sends a GET from an address, and returns the status. */
export function statusFrom(localAddress: string, url: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  request(url, { localAddress, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode!);
  }).on("error", reject).end();
  return promise;
}
