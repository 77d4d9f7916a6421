import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";

/** A span as a collector reads it. */
export interface Span {
  service: string;
  traceId: string;
  spanId: string;
  /** "" for the first span of a trace. */
  parentId: string;
  name: string;
  /** Of OpenTelemetry: 1 internal, 2 server, 3 client. */
  kind: number;
  traceState: string;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
  /** 2 for an error. */
  status: number;
}

/** A collector for traces over OTLP/HTTP, in the test's own process. */
export interface OtlpReceiver extends AsyncDisposable {
  url: string;
  /** The bodies as they came in. */
  bodies: Buffer[];
  headers: IncomingHttpHeaders[];
  spans(): Span[];
}

/** Starts a receiver. `answer` returns the status of the next answer; without one the request hangs. */
export async function startOtlpReceiver(
  answer: () => number | undefined = () => 200,
): Promise<OtlpReceiver> {
  const bodies: Buffer[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const isTraces = request.method === "POST" && request.url === "/v1/traces";
    const status = isTraces ? answer() : 404;
    if (status === 200) {
      bodies.push(Buffer.concat(chunks));
      headers.push(request.headers);
    }
    if (status !== undefined) response.writeHead(status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    headers,
    spans: () => bodies.flatMap(spansOf),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The fields of a message of Protocol Buffers, by their numbers. */
type Message = Map<number, (bigint | Buffer)[]>;

/** Reads an ExportTraceServiceRequest (opentelemetry-proto, trace/v1). */
function spansOf(body: Buffer): Span[] {
  return messagesIn(parse(body), 1).flatMap((resourceSpans) => {
    const resource = attributesIn(messagesIn(resourceSpans, 1)[0]!, 1);
    return messagesIn(resourceSpans, 2).flatMap((scopeSpans) =>
      messagesIn(scopeSpans, 2).map((span): Span => ({
        service: String(resource["service.name"]),
        traceId: hexIn(span, 1),
        spanId: hexIn(span, 2),
        traceState: textIn(span, 3),
        parentId: hexIn(span, 4),
        name: textIn(span, 5),
        kind: Number(span.get(6)?.[0] ?? 0),
        attributes: attributesIn(span, 9),
        links: messagesIn(span, 13).map((link) => ({
          traceId: hexIn(link, 1),
          spanId: hexIn(link, 2),
        })),
        status: Number(messagesIn(span, 15)[0]?.get(3)?.[0] ?? 0),
      }))
    );
  });
}

function parse(bytes: Buffer): Message {
  const message: Message = new Map();
  let at = 0;
  function varint(): bigint {
    for (let value = 0n, shift = 0n;; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  }
  function take(count: number): Buffer {
    at += count;
    return bytes.subarray(at - count, at);
  }
  while (at < bytes.length) {
    const tag = Number(varint());
    const values = message.get(tag >> 3) ?? [];
    message.set(tag >> 3, values);
    const wireType = tag & 7;
    if (wireType === 0) values.push(varint());
    else if (wireType === 1) values.push(take(8));
    else if (wireType === 2) values.push(take(Number(varint())));
    else if (wireType === 5) values.push(take(4));
    else throw new Error(`Not Protocol Buffers: wire type ${wireType}`);
  }
  return message;
}

function messagesIn(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).map((bytes) => parse(bytes as Buffer));
}

function textIn(message: Message, field: number): string {
  return (message.get(field)?.[0] as Buffer | undefined)?.toString() ?? "";
}

function hexIn(message: Message, field: number): string {
  return (message.get(field)?.[0] as Buffer | undefined)?.toString("hex") ?? "";
}

function attributesIn(message: Message, field: number): Record<string, unknown> {
  return Object.fromEntries(
    messagesIn(message, field).map((one) => [textIn(one, 1), valueOf(messagesIn(one, 2)[0]!)]),
  );
}

function valueOf(value: Message): unknown {
  if (value.has(1)) return textIn(value, 1);
  if (value.has(2)) return value.get(2)![0] === 1n;
  if (value.has(3)) return Number(value.get(3)![0]);
  if (value.has(4)) return (value.get(4)![0] as Buffer).readDoubleLE();
  return messagesIn(messagesIn(value, 5)[0]!, 1).map(valueOf);
}
