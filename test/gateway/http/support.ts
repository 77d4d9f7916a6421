import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { pino } from "pino";
import { type Deadlines, usualDeadlines } from "../../../gateway/http/half_read.ts";
import {
  type HttpServer,
  type HttpServerOptions,
  startHttpServer,
} from "../../../gateway/http/http_server.ts";
import type { Handler, Surfaces } from "../../../gateway/http/routes.ts";

/** A server of the test's own over handlers of its own; what it logs is in `logged`. */
export interface TestServer extends HttpServer, AsyncDisposable {
  logged: Record<string, unknown>[];
}

export interface TestServerOptions {
  rest?: Handler;
  trpc?: Handler;
  isReady?: () => Promise<boolean>;
  acceptsWrites?: () => boolean;
  databaseFacts?: Surfaces["databaseFacts"];
  publicUrl?: string;
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
  const { isReady = async () => true, acceptsWrites = () => true, isOpen = true } = options;
  const noFacts = {
    appliedMigrations: 50,
    pendingMigrations: 0,
    oldestWaitingSeconds: null,
    lastBackupAt: null,
  };
  const { databaseFacts = async () => noFacts } = options;
  const logged: Record<string, unknown>[] = [];
  const log = pino({ level: "debug" }, { write: (line) => void logged.push(JSON.parse(line)) });
  const { trustedProxies = 0, maxInFlight = 100, maxStopMs = 10_000, drainMs = 0 } = options;
  const server = await startHttpServer({
    host: "127.0.0.1",
    port: 0,
    version: "1.2.3",
    publicUrl: options.publicUrl,
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
    const surfaces = {
      rest,
      trpc,
      graphql: rest,
      events,
      screens: events,
      sso: rest,
      email: rest,
      endWaits() {},
    };
    server.open({ ...surfaces, isReady, acceptsWrites, databaseFacts });
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

/**
 * Sends a POST with one byte of its two-byte body, `{`, and waits until the server has begun the request: from then on a
 * stop waits for it. An answer on another connection would not show that, because another process may have sent it.
 */
export async function sendHalfRequest(
  { socket, text }: RawConnection,
  headers: Record<string, string> = {},
): Promise<void> {
  const all = {
    Host: "h",
    "Content-Type": "application/json",
    "Content-Length": "2",
    Expect: "100-continue",
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /api/v1/appointments HTTP/1.1\r\n${lines.join("")}\r\n{`);
  while (!text().startsWith("HTTP/1.1 100 Continue\r\n")) await once(socket, "data");
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
