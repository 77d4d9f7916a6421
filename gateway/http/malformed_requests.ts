import { type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody, type HttpRefusal, jsonHeaders, malformedRequest } from "./error_response.ts";
import type { Connections } from "./connections.ts";

const refusals: Record<string, HttpRefusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "REQUEST_HEADERS_TOO_LARGE",
    message: "The request's headers are larger than 16 KiB",
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: "PAYLOAD_TOO_LARGE",
    message: "The chunk extensions of the request's body are too large",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: "REQUEST_TIMEOUT",
    message: "The request did not arrive in time",
  },
};

/** Answers requests that Node's parser refuses with our error body, and closes the connection. */
export function answerMalformedRequests(server: Server, connections: Connections): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const { current, waiting = [] } = connections.of(socket) ?? {};
    const request = waiting.at(-1) ?? current;
    if (request?.incoming.complete) {
      // The malformed bytes follow a valid request without an answer. A 400 now would be taken as that answer, so the
      // connection ends after the real one.
      if (!request.outgoing.headersSent) request.outgoing.setHeader("Connection", "close");
      return;
    }
    const isAnswered = request?.outgoing.headersSent ?? false;
    if (!socket.writable || isAnswered || error.code === "ECONNRESET") socket.destroy();
    else answer(socket, refusals[error.code ?? ""] ?? malformedRequest);
  });
}

function answer(socket: Socket, refusal: HttpRefusal): void {
  const body = errorBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    ...Object.entries(jsonHeaders()).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
