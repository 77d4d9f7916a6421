import {
  setImmediate as turn,
  setInterval as every,
  setTimeout as wait,
} from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createWebhookSender,
  type SendResult,
  type WebhookSender,
} from "../../../gateway/webhooks/mod.ts";
import { type Certificate, createAuthority, createSelfSigned } from "../../support/certificates.ts";
import {
  issue,
  type Receiver,
  startReceiver,
  startTcpReceiver,
  startTlsReceiver,
  toLoopback,
  webhook,
} from "./receivers.ts";
import { startOwnTime } from "../../support/own_time.ts";
import { patience } from "../../support/time_bounds.ts";

const silence = "No answer within 5 s";
const closed = "The connection was closed before an answer";
const dayMs = 86_400_000;
const names = ["localhost"];
const megabyte = Buffer.alloc(1024 * 1024, "a");
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024));
const head = "HTTP/1.1 200 OK\r\n";

let canary: Receiver;
/** What a receiver wrote before it was cut off, in bytes. */
const written: Record<string, number> = {};

/** Writes raw text as soon as a request has come. */
const answering = (text: string) => (): Promise<Receiver> =>
  startTlsReceiver((socket) => socket.once("data", () => socket.write(text)));

/** Writes `start` and then one `drop` every 50 ms. */
const dripping = (start: string, drop: string) => (): Promise<Receiver> =>
  startTlsReceiver((socket) =>
    socket.once("data", async () => {
      socket.write(start);
      for await (const _ of every(50)) if (socket.destroyed || !socket.write(drop)) break;
    })
  );

/** Writes a body for as long as anybody reads it. */
const flooding = (name: string, headers: string, chunk: Buffer) => (): Promise<Receiver> =>
  startTlsReceiver((socket) =>
    socket.once("data", () => {
      socket.write(`${head}${headers}\r\n\r\n`);
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
        written[name] = socket.bytesWritten;
      };
      socket.on("drain", pour);
      pour();
    })
  );

const certified = (certificate: Certificate) => (): Promise<Receiver> =>
  startReceiver((_, response) => response.end(), certificate);

interface Case {
  start(): Promise<Receiver>;
  statusCode: number | null;
  /** Null for a delivery. */
  error: string | null;
  /** Whether it takes the whole time. */
  isSlow?: boolean;
}

const status = (
  code: number,
  error: string | null,
  headers: Record<string, string> = {},
): Case => ({
  start: () => startReceiver((_, response) => response.writeHead(code, headers).end()),
  statusCode: code,
  error,
});
const refused = (start: Case["start"], error: string): Case => ({ start, statusCode: null, error });
const hanging = (start: Case["start"]): Case => ({ ...refused(start, silence), isSlow: true });
const delivered = (start: Case["start"]): Case => ({ start, statusCode: 200, error: null });
const untrusted = "TLS certificate is not valid: ";
const unknownAuthority = "it is not from a known authority, or the chain is incomplete";

const cases: Record<string, Case> = {
  "200": status(200, null),
  "201": status(201, null),
  "204": status(204, null),
  "299": status(299, null),
  "410": status(410, "Answered 410"),
  "500": status(500, "Answered 500"),
  "304": status(304, "Answered 304"),
  "302 to the canary": {
    start: () =>
      startReceiver((_, response) => response.writeHead(302, { location: canary.url }).end()),
    statusCode: 302,
    error: "Answered 302; redirects are not followed",
  },
  "a reset": refused(
    () => startTcpReceiver((socket) => socket.once("data", () => socket.resetAndDestroy())),
    closed,
  ),
  "a reset after the request": refused(
    () => startTlsReceiver((socket) => socket.once("data", () => socket.destroy())),
    closed,
  ),
  "an end without an answer": refused(
    () => startTlsReceiver((socket) => socket.once("data", () => socket.end())),
    closed,
  ),
  "a hang before TLS": hanging(() => startTcpReceiver(() => {})),
  "a hang before the headers": hanging(() => startReceiver(() => {})),
  "a drip of headers": hanging(dripping(head, "X-Drip: 1\r\n")),
  "a drip of interim answers": hanging(dripping("", "HTTP/1.1 103 Early Hints\r\n\r\n")),
  "a drip of 100 Continue": hanging(dripping("", "HTTP/1.1 100 Continue\r\n\r\n")),
  "a 100 Continue without end": refused(
    answering(`HTTP/1.1 100 Continue\r\nX-Long: ${"a".repeat(100_000)}`),
    "The headers of the answer are too large",
  ),
  "a drip of a body": {
    ...delivered(dripping(`${head}Content-Length: 10000\r\n\r\n`, "a")),
    isSlow: true,
  },
  "a drip of a 500's body": {
    start: dripping("HTTP/1.1 500 Oops\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
    statusCode: 500,
    error: "Answered 500",
    isSlow: true,
  },
  "a body that never begins": {
    ...delivered(answering(`${head}Content-Length: 5\r\n\r\n`)),
    isSlow: true,
  },
  "1 GB": delivered(flooding("1 GB", `Content-Length: ${2 ** 30}`, megabyte)),
  "an endless body": delivered(flooding("an endless body", "Connection: close", megabyte)),
  "a gzip bomb": delivered(() =>
    startReceiver((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
    })
  ),
  "a body that is cut off": delivered(() =>
    startTlsReceiver((socket) =>
      socket.once("data", () => socket.end(`${head}Content-Length: 100\r\n\r\nabc`))
    )
  ),
  "headers without end": refused(
    answering(`${head}X-Long: ${"a".repeat(100_000)}`),
    "The headers of the answer are too large",
  ),
  "something that is not HTTP": refused(
    answering("SSH-2.0-OpenSSH_9.6\r\n"),
    "The answer is not valid HTTP",
  ),
  "a switch of protocols": refused(
    answering("HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    closed,
  ),
  "plain HTTP": refused(
    () => startTcpReceiver((socket) => socket.end(`${head}Content-Length: 0\r\n\r\n`)),
    "The TLS handshake failed",
  ),
  "a self-signed certificate": refused(
    certified(createSelfSigned({ names })),
    `${untrusted}it is self-signed`,
  ),
  "a certificate of an unknown authority": refused(
    certified(createAuthority("Authority of nobody").issue({ names })),
    untrusted + unknownAuthority,
  ),
  "a certificate for another host": refused(
    certified(issue({ names: ["other.example", "127.0.0.1"] })),
    `${untrusted}it is for another host name`,
  ),
  "an expired certificate": refused(
    certified(issue({ names, until: new Date(Date.now() - dayMs / 2) })),
    `${untrusted}it has expired`,
  ),
  "a certificate of tomorrow": refused(
    certified(issue({ names, from: new Date(Date.now() + dayMs / 2) })),
    `${untrusted}it is not valid yet`,
  ),
  "nobody on the port": refused(async () => {
    const gone = await startTcpReceiver(() => {});
    await gone[Symbol.asyncDispose]();
    // Nobody is given this port later.
    return { ...gone, url: "https://localhost:1/hook" };
  }, "Connection refused"),
};

/** What a send came to, and when a timer of five seconds was due that was set right after its own. */
interface Outcome extends SendResult {
  tookMs: number;
  /** Sooner than 5 s after a turn that took long, since timers count from its beginning; later where they were late. */
  dueMs: number;
  /** Waits a few turns of the event loop, so that a deadline can take effect. */
  endedMs: number;
}

let sender: WebhookSender;
let receivers: Receiver[];
let outcomes: Record<string, Outcome>;
let grownBytes: number;

/** For how long, of all that time, this process was kept from running. */
let lostMs: number;

async function timed(send: () => Promise<SendResult>): Promise<Outcome> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const sending = send();
  const due = wait(5000).then(elapsedMs);
  const ended = due.then(() => turn()).then(() => turn()).then(() => turn()).then(elapsedMs);
  const result = await sending;
  const tookMs = elapsedMs();
  return { ...result, tookMs, dueMs: await due, endedMs: await ended };
}

// All at once, because many of them take the whole five seconds.
beforeAll(async () => {
  canary = await startReceiver((_, response) => response.end());
  receivers = await Promise.all(Object.values(cases).map(({ start }) => start()));
  sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback });
  // What every send needs once is there before memory is measured.
  const first = await startReceiver((_, response) => response.end());
  await sender.send(webhook(first.url));
  await first[Symbol.asyncDispose]();
  const before = process.memoryUsage().rss;
  let peak = before;
  const sampling = new AbortController();
  const samples = (async () => {
    for await (const _ of every(20, null, { signal: sampling.signal })) {
      peak = Math.max(peak, process.memoryUsage().rss);
    }
  })().catch(() => {});
  using ownTime = startOwnTime();
  const sent = Object.keys(cases).map(async (name, i) =>
    [name, await timed(() => sender.send(webhook(receivers[i]!.url)))] as const
  );
  outcomes = Object.fromEntries(await Promise.all(sent));
  lostMs = ownTime.lostMs();
  sampling.abort();
  await samples;
  grownBytes = peak - before;
});
afterAll(async () => {
  await sender.close();
  await Promise.all([canary, ...receivers].map((one) => one[Symbol.asyncDispose]()));
});

test.each(Object.entries(cases))("%s", (name, { statusCode, error, isSlow }) => {
  const { tookMs, dueMs, endedMs, responseTimeMs, responseHeaders, ...result } = outcomes[name]!;
  expect(result).toEqual({ isDelivered: error === null, statusCode, error });
  expect(typeof responseHeaders).toBe(statusCode === null ? "undefined" : "object");
  expect(tookMs - lostMs).toBeLessThan(endedMs + patience(250));
  if (isSlow) expect(tookMs).toBeGreaterThan(dueMs - 100);
  else expect(tookMs - lostMs).toBeLessThan(patience(2500));
  // Until the headers, where there are any; else all of it.
  if (statusCode === null) expect(Math.abs(responseTimeMs - tookMs)).toBeLessThan(patience(250));
  else expect(responseTimeMs - lostMs).toBeLessThan(patience(2500));
  expect(Number.isInteger(responseTimeMs)).toBe(true);
});

test("the target of a redirect gets no request", () => {
  expect(canary.connections).toHaveLength(0);
});

test("an endless answer is cut off and its connection is closed", async () => {
  for (const name of ["1 GB", "an endless body"]) {
    const receiver = receivers[Object.keys(cases).indexOf(name)]!;
    expect(receiver.connections.map(({ destroyed }) => destroyed)).toEqual([true]);
    // The kernel's buffers on both sides, in addition to the 16 KiB.
    expect(written[name]).toBeGreaterThan(16 * 1024);
    expect(written[name]).toBeLessThan(16 * 1024 * 1024);
  }
});

test("memory grows by less than 50 MB over all of them", () => {
  expect(grownBytes).toBeLessThan(50 * 1024 * 1024);
});

test("each attempt makes one connection", () => {
  const made = Object.keys(cases).map((name, i) => [name, receivers[i]!.connections.length]);
  expect(made.filter(([, count]) => (count as number) > 1)).toEqual([]);
});
