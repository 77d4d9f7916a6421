import { expect, test } from "vitest";
import type { SendingResult } from "../../../core/webhooks/delivery_queue.ts";
import type { SignedDelivery } from "../../../core/webhooks/webhook_secret.ts";
import { testWebhook } from "../../../core/webhooks/test_webhook.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { failedResult, makeWebhook, openMemory, organizationId } from "./webhook_memory.ts";

const deliveredResult = { isDelivered: true, statusCode: 200, responseTimeMs: 84, error: null };

async function openTest(result: SendingResult) {
  const sent: SignedDelivery[] = [];
  const ports = openMemory({
    async sendDelivery(delivery) {
      sent.push(delivery);
      return result;
    },
  });
  const webhook = await makeWebhook(ports);
  return { ports, webhook, sent, ref: { id: webhook.id } };
}

test.each<[SendingResult, object]>([
  [deliveredResult, { success: true, statusCode: 200, responseTimeMs: 84, error: null }],
  [failedResult, { success: false, statusCode: 500, responseTimeMs: 12, error: "Answered 500" }],
  [{ isDelivered: false, statusCode: null, responseTimeMs: 5000, error: "No answer within 5 s" }, {
    success: false,
    statusCode: null,
    responseTimeMs: 5000,
    error: "No answer within 5 s",
  }],
])("a test returns the receiver's result: %j", async (result, expected) => {
  const { ports, sent, ref } = await openTest(result);
  const deliveryId = expect.any(String);
  expect(await testWebhook(ports, operatorIn(organizationId), ref)).toEqual({
    ...expected,
    deliveryId,
  });
  expect(sent).toHaveLength(1);
});

test("a test sends one signed webhook.test and logs it with its delivery id", async () => {
  const { ports, sent, ref } = await openTest(deliveredResult);
  const { deliveryId } = await testWebhook(ports, operatorIn(organizationId), ref);
  const [{ url, headers, body }] = sent as [SignedDelivery];
  expect(url).toBe("https://example.org/hook");
  expect(JSON.parse(body)).toMatchObject({ type: "webhook.test", id: headers["webhook-id"] });
  expect(headers).toMatchObject({
    "X-Service-Event": "webhook.test",
    "X-Service-Delivery": deliveryId,
    "X-Service-Environment": "LIVE",
    "X-Service-Signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
  });
  const [entry, ...more] = ports.memory.webhookAttempts;
  expect(more).toEqual([]);
  expect(entry).toEqual({
    ...entry,
    deliveryId,
    eventType: "webhook.test",
    status: "DELIVERED",
    statusCode: 200,
  });
});

test("an inactive webhook can be tested", async () => {
  const { ports, webhook, ref } = await openTest(deliveredResult);
  webhook.isActive = false;
  expect((await testWebhook(ports, operatorIn(organizationId), ref)).success).toBe(true);
});
