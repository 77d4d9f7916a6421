import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { request } from "undici";
import { createCheckedConnector } from "../../../gateway/webhooks/checked_connector.ts";
import { keepConnections } from "../../../gateway/webhooks/kept_connections.ts";
import { createWebhookSender, type WebhookSender } from "../../../gateway/webhooks/mod.ts";
import { startTlsReceiver, toLoopback, webhook } from "./receivers.ts";

let sender: WebhookSender;
beforeAll(() => {
  sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback });
});
afterAll(() => sender.close());

const noContent = "HTTP/1.1 204 No Content\r\n\r\n";
const goOn = "HTTP/1.1 100 Continue\r\n\r\n";
const processing = "HTTP/1.1 102 Processing\r\n\r\n";
const hints = "HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\n\r\n";
const ok = "HTTP/1.1 200 OK\r\n";
const empty = "Content-Length: 0\r\n\r\n";
const longHead = `HTTP/1.1 100 Continue\r\nX-Long: ${"a".repeat(12_000)}\r\n\r\n`;

/** What a receiver writes, in one packet for each text. */
const answers: Record<string, string[]> = {
  "100 Continue": [goOn + noContent],
  "100 Continue in a packet of its own": [goOn, noContent],
  "100 Continue byte by byte": [...`${goOn}${noContent}`],
  "100 Continue several times": [goOn + goOn, goOn + noContent],
  "100 Continue with headers": ["HTTP/1.1 100 Continue\r\nServer: a\r\n\r\n", noContent],
  "100 without a reason": ["HTTP/1.1 100\r\n\r\n", noContent],
  "several long 100 Continue": [longHead.repeat(3) + noContent],
  "102 Processing": [processing, noContent],
  "103 Early Hints": [hints + noContent],
  "103, 100, 102 and 100": [hints + goOn, processing + goOn + noContent],
  "an interim status that nobody knows": ["HTTP/1.1 199 Soon\r\n\r\n", noContent],
  "204 with a length": [`HTTP/1.1 204 No Content\r\n${empty}`],
  "205": [`HTTP/1.1 205 Reset Content\r\n${empty}`],
  "chunks": [`${ok}Transfer-Encoding: chunked\r\n\r\n`, "2;a=b\r\nok\r\n", "0\r\n\r\n"],
  "trailers": [
    `${ok}Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n2\r\nok\r\n0\r\nX-Sum: 1\r\n\r\n`,
  ],
  "a body that looks like 100 Continue": [`${ok}Content-Length: ${goOn.length}\r\n\r\n${goOn}`],
  "HTTP/1.0 with a length": ["HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"],
  "no reason": ["HTTP/1.1 200 \r\n", empty],
  "15,000 bytes of headers": [`${ok}X-Long: ${"a".repeat(15_000)}\r\n${empty}`],
  "200 headers": [ok, ..."a".repeat(200).split("").map((_, i) => `X-${i}: a\r\n`), empty],
  "an offer of HTTP/2": [`${ok}Upgrade: h2\r\nConnection: Upgrade, close\r\n${empty}`],
};

test.each(Object.entries(answers))("%s is a delivery", async (_, packets) => {
  await using receiver = await startTlsReceiver((socket) =>
    socket.setNoDelay().once("data", async () => {
      for (const packet of packets) {
        socket.write(packet);
        await wait(1);
      }
    })
  );
  const startedAt = performance.now();
  expect(await sender.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
  // The end of the answer is found, and not waited for until the deadline.
  expect(performance.now() - startedAt).toBeLessThan(4500);
});

test.each([
  ["no length", `${ok}\r\nok`],
  ["Connection: close", `${ok}Connection: close\r\n\r\nok`],
  ["HTTP/1.0 without a length", "HTTP/1.0 200 OK\r\n\r\nok"],
  ["100 Continue and no length", `${goOn}${ok}\r\nok`],
])("%s, ended by the end of the connection, is a delivery", async (_, text) => {
  await using receiver = await startTlsReceiver((socket) =>
    socket.once("data", () => socket.end(text))
  );
  expect(await sender.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
});

test.each([
  ["and keeps the connection", `${ok}${empty}`],
  ["and closes the connection", `${ok}Connection: close\r\n${empty}`],
  ["after 100 Continue", `${goOn}${ok}Connection: close\r\n${empty}`],
])("an answer before the body is read, %s, is a delivery", async (_, text) => {
  await using receiver = await startTlsReceiver((socket) => {
    socket.pause();
    socket.write(text);
  });
  const body = "a".repeat(5_000_000);
  expect(await sender.send({ ...webhook(receiver.url), body })).toMatchObject({
    isDelivered: true,
    statusCode: 200,
  });
});

test("each request of a kept connection may be answered with 100 Continue first", async () => {
  let requests = 0;
  await using receiver = await startTlsReceiver((socket) =>
    socket.on("data", (data) => {
      if (!data.toString().startsWith("POST")) return;
      requests += 1;
      socket.write(goOn);
      socket.write(`${ok}Content-Length: ${goOn.length}\r\n\r\n${goOn}`);
    })
  );
  for (let i = 0; i < 3; i += 1) {
    expect(await sender.send(webhook(receiver.url))).toMatchObject({ statusCode: 200 });
    await wait(20);
  }
  expect({ requests, connections: receiver.connections.length })
    .toEqual({ requests: 3, connections: 1 });
});

test("a body in several writes does not make the answer's body look like the beginning of an answer", async () => {
  await using receiver = await startTlsReceiver((socket) =>
    socket.setNoDelay().on("data", (data) => {
      if (data.toString().startsWith("POST")) socket.write(`${ok}Content-Length: 2\r\n\r\n`);
      else if (data.includes("end")) socket.write("ok");
    })
  );
  const resolveName = toLoopback;
  const connect = createCheckedConnector({
    allowsPrivateNetwork: true,
    resolveName,
    timeoutMs: 5000,
  });
  const dispatcher = keepConnections(connect);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  async function* parts() {
    yield "begin";
    // Once the head of the answer was read.
    await answered;
    yield "end";
  }
  const options = { dispatcher, method: "POST" as const, body: Readable.from(parts()) };
  const { body } = await request(receiver.url, options);
  resolve();
  expect(await Promise.race([body.text(), wait(2000, "held back")])).toBe("ok");
  await dispatcher.close();
});

test("a connection that the receiver has half closed after its answer is not used again", async () => {
  await using receiver = await startTlsReceiver((socket) =>
    socket.once("data", () => socket.end(noContent))
  );
  for (let i = 0; i < 3; i += 1) {
    expect(await sender.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
  }
  expect(receiver.connections).toHaveLength(3);
});

test.each([
  ["100 Continue and the end", goOn],
  ["a part of 100 Continue and the end", goOn.slice(0, 9)],
])("%s is no answer", async (_, text) => {
  await using receiver = await startTlsReceiver((socket) =>
    socket.once("data", () => socket.end(text))
  );
  expect(await sender.send(webhook(receiver.url))).toMatchObject({
    isDelivered: false,
    statusCode: null,
    error: "The connection was closed before an answer",
  });
});
