import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Received, ReceiversAsked, ReceiversTold } from "./receivers.ts";

// Receivers of webhooks, a process of its own: the time that they take is not that of the test's process.
let received: Received[] = [];
let count = 0;
const openAt: number[] = [];
const maxAtOnce: number[] = [];
const failed = new Set<string>();

process.on("message", (asked: ReceiversAsked) => {
  switch (asked.kind) {
    case "open":
      void open(asked).then((ports) => tell({ kind: "opened", ports }));
      break;
    case "state":
      tell({ kind: "state", count, maxAtOnce });
      break;
    case "take":
      tell({ kind: "taken", received });
      received = [];
      break;
  }
});
// Whatever became of the test, nothing keeps listening without it.
process.on("disconnect", () => process.exit());

function tell(told: ReceiversTold): void {
  process.send!(told);
}

function isFirst(delivery: string): boolean {
  const isNew = !failed.has(delivery);
  failed.add(delivery);
  return isNew;
}

function open({ receivers, certificate, answersAfterMs }: ReceiversAsked & { kind: "open" }) {
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
