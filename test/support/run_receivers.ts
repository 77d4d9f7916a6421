import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Received, ReceiversReply, ReceiversRequest } from "./receivers.ts";

// Receivers of webhooks in their own process, so that they take no time of the process of the test.
let received: Received[] = [];
let count = 0;
const openAt: number[] = [];
const maxAtOnce: number[] = [];
const failed = new Set<string>();

process.on("message", (request: ReceiversRequest) => {
  switch (request.kind) {
    case "open":
      void open(request).then((ports) => reply({ kind: "opened", ports }));
      break;
    case "state":
      reply({ kind: "state", count, maxAtOnce });
      break;
    case "take":
      reply({ kind: "taken", received });
      received = [];
      break;
  }
});
// Nothing listens after the end of the test.
process.on("disconnect", () => process.exit());

function reply(message: ReceiversReply): void {
  process.send!(message);
}

function isFirst(delivery: string): boolean {
  const isNew = !failed.has(delivery);
  failed.add(delivery);
  return isNew;
}

function open({ receivers, certificate, answersAfterMs }: ReceiversRequest & { kind: "open" }) {
  return Promise.all(receivers.map((kind, receiver) => {
    openAt[receiver] = maxAtOnce[receiver] = 0;
    const server = createServer(certificate, (request, response) => {
      openAt[receiver]! += 1;
      maxAtOnce[receiver] = Math.max(maxAtOnce[receiver]!, openAt[receiver]!);
      response.once("close", () => openAt[receiver]! -= 1);
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk)).on("end", () => {
        const { headers } = request;
        count += 1;
        received.push({
          receiver,
          atMs: performance.timeOrigin + performance.now(),
          eventId: String(headers["webhook-id"]),
          deliveryId: String(headers["x-service-delivery"]),
          signature: String(headers["x-service-signature"]),
          body: Buffer.concat(chunks).toString(),
        });
        if (kind === "hangs") return;
        const status = kind === "fails first" && isFirst(`${receiver} ${headers["webhook-id"]}`)
          ? 500
          : 204;
        const answer = () => void response.writeHead(status).end();
        if (answersAfterMs === 0) answer();
        else setTimeout(answer, Math.random() * answersAfterMs);
      });
    });
    // Longer than the sender keeps a connection, so that none is closed as a request goes out on it.
    server.keepAliveTimeout = 60_000;
    return new Promise<number>((resolve) => {
      server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });
  }));
}
