import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { type Certificate, createAuthority, trustAuthority } from "../../support/certificates.ts";

const authority = createAuthority("Authority of the tests");
/** For `localhost` and 127.0.0.1, from an authority that this process trusts. */
export const goodCertificate = authority.issue({ names: ["localhost", "127.0.0.1"] });
export const authorityCertificate = authority.cert;
export const issue = authority.issue;
trustAuthority(authority.cert);

/** A server on loopback, as a receiver of webhooks. */
export interface Receiver extends AsyncDisposable {
  port: number;
  url: string;
  /** Every connection that was ever made. */
  connections: Socket[];
  /** How many connections are open. */
  open(): number;
}

/** One that answers over https. */
export function startReceiver(
  answer: RequestListener,
  certificate: Certificate = goodCertificate,
): Promise<Receiver> {
  const server = createServer({ ...certificate, keepAliveTimeout: 60_000 }, answer);
  return listening(server, "secureConnection");
}

/** One that takes each TLS connection as it likes. */
export function startTlsReceiver(onSocket: (socket: TLSSocket) => void): Promise<Receiver> {
  return listening(createTlsServer(goodCertificate, onSocket), "secureConnection");
}

/** One that takes each TCP connection as it likes. */
export function startTcpReceiver(onSocket: (socket: Socket) => void): Promise<Receiver> {
  return listening(createTcpServer(onSocket), "connection");
}

async function listening(server: Server, event: string): Promise<Receiver> {
  const connections: Socket[] = [];
  server.on(event, (socket: Socket) => connections.push(socket.on("error", () => {})));
  const raw = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    raw.add(socket.on("error", () => {}).on("close", () => raw.delete(socket)));
  });
  server.on("tlsClientError", () => {});
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `https://localhost:${port}/hook`,
    connections,
    open: () => raw.size,
    async [Symbol.asyncDispose]() {
      server.close();
      for (const socket of raw) socket.destroy();
    },
  };
}

/** A receiver's requests, each with its body. */
export interface Hit {
  method: string;
  path: string;
  headers: Record<string, unknown>;
  rawHeaders: string[];
  body: string;
}

/** Records the request and answers 204. */
export function noting(hits: Hit[], statusCode = 204): RequestListener {
  return async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers, rawHeaders } = request;
    const body = Buffer.concat(chunks).toString();
    hits.push({ method: method!, path: url!, headers, rawHeaders, body });
    response.writeHead(statusCode).end();
  };
}

/** What a test sends. */
export function webhook(url: string) {
  return { url, headers: { "Content-Type": "application/json" }, body: '{"name":"Zoë"}' };
}

/** `localhost` and every other name, as 127.0.0.1. */
export async function toLoopback(): Promise<string[]> {
  return ["127.0.0.1"];
}
