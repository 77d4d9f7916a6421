import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWebhookSender, type WebhookSender } from "../../../gateway/webhooks/mod.ts";
import {
  type Hit,
  noting,
  startReceiver,
  startTlsReceiver,
  toLoopback,
  webhook,
} from "./receivers.ts";
import { startOwnTime } from "../../support/own_time.ts";
import { patience, timed } from "../../support/time_bounds.ts";

let sender: WebhookSender;
beforeEach(() => {
  sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback });
});
afterEach(() => sender.close());

const answer = "HTTP/1.1 204 No Content\r\n\r\n";

/** An answer's connection is there for the next request a turn of the event loop later. */
async function connectionsAreFree(): Promise<void> {
  await turn();
  await turn();
}

test("the receiver gets exactly the given request", async () => {
  const hits: Hit[] = [];
  await using receiver = await startReceiver(noting(hits));
  const headers = {
    "Content-Type": "application/json",
    "X-Service-Event": "appointment.created",
    "User-Agent": "AppointmentBooking-Webhooks/1.2.3",
    "webhook-signature": "v1,abc v1,def",
  };
  const url = `https://localhost:${receiver.port}/a%20b/?x=1&y=ü#fragment`;
  const result = await sender.send({ url, headers, body: '{"name":"Zoë"}' });
  expect(result).toMatchObject({ isDelivered: true, statusCode: 204, error: null });
  const [hit] = hits;
  expect(hit).toMatchObject({
    method: "POST",
    path: "/a%20b/?x=1&y=%C3%BC",
    body: '{"name":"Zoë"}',
  });
  expect(hit!.headers).toEqual({
    host: `localhost:${receiver.port}`,
    connection: "keep-alive",
    "content-type": "application/json",
    "x-service-event": "appointment.created",
    "user-agent": "AppointmentBooking-Webhooks/1.2.3",
    "webhook-signature": "v1,abc v1,def",
    "content-length": "15",
  });
  expect(hit!.rawHeaders).toContain("X-Service-Event");
});

test("8 attempts in flight need 8 connections, whatever the number of attempts", async () => {
  const hits: Hit[] = [];
  await using receiver = await startReceiver(noting(hits));
  let left = 400;
  const results: boolean[] = [];
  await Promise.all(Array.from({ length: 8 }, async () => {
    while (left-- > 0) results.push((await sender.send(webhook(receiver.url))).isDelivered);
  }));
  expect(results).toEqual(Array.from({ length: 400 }, () => true));
  expect(hits).toHaveLength(400);
  // One more each, for a send that comes before the connection of the last is free again.
  expect(receiver.connections.length).toBeLessThanOrEqual(16);
});

test("connections to many receivers are closed once they are idle", timed, async () => {
  const receivers = await Promise.all(
    Array.from({ length: 30 }, () => startReceiver((_, response) => response.end())),
  );
  await Promise.all(
    receivers.flatMap(({ url }) => [url, url].map((url) => sender.send(webhook(url)))),
  );
  const open = () => receivers.reduce((sum, receiver) => sum + receiver.open(), 0);
  expect(open()).toBeGreaterThan(29);
  using ownTime = startOwnTime();
  await expect.poll(open).toBe(0);
  // These receivers would keep them for a minute.
  expect(ownTime.now()).toBeLessThan(patience(6000));
  await Promise.all(receivers.map((one) => one[Symbol.asyncDispose]()));
});

test("a receiver that hangs does not delay another path of its host", async () => {
  // However long a hundred handshakes take.
  const patient = createWebhookSender({
    allowsPrivateNetwork: true,
    lookup: toLoopback,
    timeoutMs: 100_000,
  });
  let hangs = true;
  await using receiver = await startReceiver((request, response) => {
    if (request.url === "/hook") response.end();
    else if (!hangs) response.destroy();
  });
  const hung = Array.from(
    { length: 100 },
    () => patient.send(webhook(`https://localhost:${receiver.port}/hangs`)),
  );
  const first = await Promise.race([patient.send(webhook(receiver.url)), ...hung]);
  hangs = false;
  for (const socket of receiver.connections) socket.destroy();
  await Promise.all(hung);
  await patient.close();
  expect(first.isDelivered).toBe(true);
});

describe("a kept connection that its receiver closes just as a request goes out", () => {
  /** Answers the first request of each connection and breaks off at the second. */
  const startForgetful = (requests: number[]) =>
    startTlsReceiver((socket) => {
      const connection = requests.push(0) - 1;
      socket.on("data", (data) => {
        if (!data.toString().startsWith("POST")) return;
        requests[connection]! += 1;
        if (requests[connection] === 1) socket.write(answer);
        else socket.destroy();
      });
    });

  test("is not a failure: the delivery is sent again on a new connection", async () => {
    const requests: number[] = [];
    await using receiver = await startForgetful(requests);
    for (let i = 0; i < 3; i += 1) {
      expect(await sender.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
      await connectionsAreFree();
    }
    expect(requests).toEqual([2, 2, 1]);
  });

  test("is not used, also if several kept connections close", async () => {
    const requests: number[] = [];
    await using receiver = await startForgetful(requests);
    await Promise.all(Array.from({ length: 8 }, () => sender.send(webhook(receiver.url))));
    await connectionsAreFree();
    expect(await sender.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
  });

  test("is distinguished from a new connection that breaks off: that gets one request", async () => {
    let requests = 0;
    await using receiver = await startTlsReceiver((socket) =>
      socket.once("data", () => {
        requests += 1;
        socket.destroy();
      })
    );
    expect(await sender.send(webhook(receiver.url))).toMatchObject({
      isDelivered: false,
      error: "The connection was closed before an answer",
    });
    expect(requests).toBe(1);
  });
});

describe("close()", () => {
  test("waits for running attempts and leaves no connection", async () => {
    const asked = Promise.withResolvers<() => void>();
    await using receiver = await startReceiver((_, response) =>
      asked.resolve(() => response.writeHead(201).end())
    );
    const sending = sender.send(webhook(receiver.url));
    const answerNow = await asked.promise;
    const closing = sender.close();
    answerNow();
    expect(await sending).toMatchObject({ isDelivered: true, statusCode: 201 });
    await closing;
    await expect.poll(receiver.open).toBe(0);
  });

  test("ends sending: a later attempt fails with a reason", async () => {
    await sender.close();
    expect(await sender.send(webhook("https://localhost/"))).toMatchObject({
      isDelivered: false,
      statusCode: null,
      error: "The service stopped before an answer",
    });
  });
});

test("an answer of up to the limit leaves its connection open, a longer one does not", async () => {
  const limited = createWebhookSender({
    allowsPrivateNetwork: true,
    lookup: toLoopback,
    maxBodyRead: 1000,
  });
  const lengths = [1000, 1000, 100_000, 1000];
  await using receiver = await startReceiver((_, response) => {
    response.end("a".repeat(lengths.shift()!));
  });
  const made = [];
  while (lengths.length > 0) {
    expect(await limited.send(webhook(receiver.url))).toMatchObject({ isDelivered: true });
    made.push(receiver.connections.length);
    await connectionsAreFree();
  }
  expect(made).toEqual([1, 1, 1, 2]);
  await limited.close();
});
