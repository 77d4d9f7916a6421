import { expect, test } from "vitest";
import { attemptDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import type { SendingResult } from "../../../core/webhooks/delivery_queue.ts";
import type { SignedDelivery } from "../../../core/webhooks/webhook_secret.ts";
import { failedResult, makeWebhook, openMemory } from "./webhook_memory.ts";

const deliveredResult = { isDelivered: true, statusCode: 201, responseTimeMs: 9, error: null };

async function openAttempt(result: SendingResult) {
  const sent: SignedDelivery[] = [];
  const ports = openMemory({
    async sendDelivery(delivery) {
      sent.push(delivery);
      return result;
    },
  });
  const { id } = await makeWebhook(ports);
  ports.addEvent(id);
  const [claimed] = await ports.deliveryQueue.claim(1);
  return { ports, sent, claimed: claimed! };
}

test("an attempt sends the exact body of the event to the URL of the claim, with the headers of the claim", async () => {
  const { ports, sent, claimed } = await openAttempt(deliveredResult);
  const body = '{ "kept" : "as it is" }\n';
  await attemptDelivery(ports, { ...claimed, body, environment: "TEST", url: "https://b.example" });
  expect(sent).toEqual([{
    url: "https://b.example",
    body,
    headers: expect.objectContaining({
      "X-Service-Event": "appointment.created",
      "X-Service-Delivery": claimed.deliveryId,
      "X-Service-Environment": "TEST",
      "webhook-id": claimed.eventId,
      "webhook-timestamp": "1772352000",
    }),
  }]);
});

test("an attempt has the contact only for a webhook that includes it, and signs what it sends", async () => {
  const { ports, sent, claimed } = await openAttempt(deliveredResult);
  const object = { id: 7, name: 'A "metadata": B', email: "a@example.org", locale: null };
  const body = JSON.stringify({ id: "e", data: { object: { ...object, metadata: { a: "b" } } } });
  await attemptDelivery(ports, { ...claimed, body, includeContact: true });
  await attemptDelivery(ports, { ...claimed, body });
  const plain = JSON.stringify({ id: "e", data: { object: { id: 7, name: 'A "metadata": B' } } });
  await attemptDelivery(ports, { ...claimed, body: plain });
  expect(sent.map((one) => one.body)).toEqual([body, plain, plain]);
  const signatures = sent.map(({ headers }) => headers["webhook-signature"]);
  expect(signatures[1]).toBe(signatures[2]);
  expect(signatures[0]).not.toBe(signatures[1]);
});

test("a successful attempt is not retried, and its secret headers are hidden in the log", async () => {
  const result = {
    ...deliveredResult,
    responseHeaders: {
      server: `nginx\n${"x".repeat(400)}`,
      "set-cookie": "id=7",
      "x-api-key": "k",
    },
  };
  const { ports, claimed } = await openAttempt(result);
  expect(await attemptDelivery(ports, claimed)).toEqual({
    claimed,
    sentAt: ports.now(),
    result,
    responseHeaders: {
      server: `nginx\ufffd${"x".repeat(294)}…`,
      "set-cookie": "(hidden)",
      "x-api-key": "(hidden)",
    },
    nextRetryAt: null,
    countsForHealth: true,
  });
});

test.each([[1, 1], [2, 5], [3, 30], [4, 120], [5, null]])(
  "failed attempt %i is retried %s minutes after its start",
  async (attempt, minutes) => {
    const { ports, claimed } = await openAttempt(failedResult);
    const startedAt = ports.now();
    const sendDelivery = async () => {
      ports.pass({ seconds: 5 });
      return failedResult;
    };
    const settled = await attemptDelivery({ ...ports, sendDelivery }, { ...claimed, attempt });
    expect(settled.nextRetryAt).toEqual(minutes && startedAt.add({ minutes }));
    expect(settled.countsForHealth).toBe(true);
  },
);

test("a test is attempted once and does not count for the health", async () => {
  const { ports, claimed } = await openAttempt(failedResult);
  const settled = await attemptDelivery(ports, { ...claimed, isTest: true });
  expect(settled.nextRetryAt).toBeNull();
  expect(settled.countsForHealth).toBe(false);
});

test("a secret that was sealed for another organization is not opened, and nothing is sent", async () => {
  const { ports, sent, claimed } = await openAttempt(deliveredResult);
  await expect(attemptDelivery(ports, { ...claimed, organizationId: 2 }))
    .rejects.toThrow("Cannot open");
  expect(sent).toEqual([]);
});
