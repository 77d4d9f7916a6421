import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { createWebhookSender } from "../../../gateway/webhooks/mod.ts";
import { goodCertificate, toLoopback, webhook } from "./receivers.ts";

/** A receiver in a thread of its own. It answers its second request once `flags[1]` is set, and sets `flags[2]` then. */
const receiver = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { certificate, flags } = workerData;
  let requests = 0;
  const server = require("node:https").createServer(certificate, (request, response) => {
    requests += 1;
    if (requests === 2) {
      Atomics.store(flags, 0, 1);
      Atomics.wait(flags, 1, 0);
    }
    response.end(() => {
      if (requests < 2) return;
      Atomics.store(flags, 2, 1);
      Atomics.notify(flags, 2);
    });
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

test("an answer that arrived in time counts, also if the process was too busy to read it", async () => {
  const flags = new Int32Array(new SharedArrayBuffer(12));
  const workerData = { certificate: goodCertificate, flags };
  const thread = new Worker(receiver, { eval: true, workerData });
  const [port] = await once(thread, "message");
  const timeoutMs = 2000;
  const sender = createWebhookSender({ allowsPrivateNetwork: true, lookup: toLoopback, timeoutMs });
  const url = `https://localhost:${port}/hook`;
  await sender.send(webhook(url));
  await turn();
  await turn();
  const sending = sender.send(webhook(url));
  while (Atomics.load(flags, 0) === 0) await turn();
  Atomics.store(flags, 1, 1);
  Atomics.notify(flags, 1);
  // The answer arrives meanwhile, and so does the deadline.
  Atomics.wait(flags, 2, 0);
  const wake = new Int32Array(new SharedArrayBuffer(4));
  Atomics.wait(wake, 0, 0, timeoutMs + 200);
  expect(await sending).toMatchObject({ isDelivered: true, statusCode: 200 });
  await sender.close();
  await thread.terminate();
});
