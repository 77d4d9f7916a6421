import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { errorBody, type HttpRefusal, malformedRequest } from "./error_response.ts";
import type { InFlight } from "./in_flight.ts";

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

/** Answers what Node's parser refuses in the envelope of every other error, and closes the connection. */
export function answerMalformedRequests(server: Server, inFlight: InFlight): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    const request = inFlight.on(socket);
    if (request?.incoming.complete) {
      // What is malformed was sent behind a good request that is still being answered: a 400 now would be
      // read as that one's answer. It is answered, and the connection ends with it.
      if (!request.outgoing.headersSent) request.outgoing.setHeader("Connection", "close");
      return;
    }
    const isAnswered = request?.outgoing.headersSent ?? false;
    if (!socket.writable || isAnswered || error.code === "ECONNRESET") socket.destroy();
    else answer(socket, refusals[error.code ?? ""] ?? malformedRequest);
  });
}

function answer(socket: Duplex, refusal: HttpRefusal): void {
  const body = errorBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    `Date: ${new Date().toUTCString()}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroy());
}
