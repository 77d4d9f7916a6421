import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { SignedDelivery } from "../../../core/webhooks/webhook_secret.ts";
import { attemptDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import { createWebhook } from "../../../core/webhooks/create_webhook.ts";
import { replaceWebhookSecret } from "../../../core/webhooks/change_webhooks.ts";
import { openMemory, organizationId } from "./webhook_memory.ts";
import { operatorIn } from "../../../core/access/caller.ts";

const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };

function openSending() {
  const sent: SignedDelivery[] = [];
  const ports = openMemory({
    async sendDelivery(delivery) {
      sent.push(delivery);
      return { isDelivered: true, statusCode: 204, responseTimeMs: 1, error: null };
    },
  });
  /** Returns the headers of a delivery that is attempted now. */
  async function deliver(webhookId: number) {
    ports.addEvent(webhookId);
    const claimed = await ports.deliveryQueue.claim(1);
    await ports.deliveryQueue.settle([await attemptDelivery(ports, claimed[0]!)]);
    return sent.at(-1)!;
  }
  return { ...ports, deliver };
}

/** Returns the Standard Webhooks signature of a message with each secret. */
function standardSignatures({ headers, body }: SignedDelivery, secrets: string[]): string {
  const message = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return secrets.map((secret) => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    return `v1,${createHmac("sha256", key).update(message).digest("base64")}`;
  }).join(" ");
}

function serviceSignature({ body }: SignedDelivery, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

test("for 24 hours after a replacement webhook-signature has both secrets, X-Service-Signature only the new one", async () => {
  const ports = openSending();
  const { id, secret: old } = await createWebhook(ports, operatorIn(organizationId), input);
  const first = await ports.deliver(id);
  expect(first.headers["webhook-signature"]).toBe(standardSignatures(first, [old]));
  expect(first.headers["X-Service-Signature"]).toBe(serviceSignature(first, old));

  const { secret, ...webhook } = await replaceWebhookSecret(ports, operatorIn(organizationId), {
    id,
  });
  expect(secret).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
  expect(secret).not.toBe(old);
  expect(webhook.id).toBe(id);
  for (const time of [{ hours: 0 }, { hours: 23, minutes: 59, seconds: 59 }]) {
    ports.pass(time);
    const both = await ports.deliver(id);
    expect(both.headers["webhook-signature"]).toBe(standardSignatures(both, [secret, old]));
    expect(both.headers["X-Service-Signature"]).toBe(serviceSignature(both, secret));
  }
  ports.pass({ seconds: 1 });
  const last = await ports.deliver(id);
  expect(last.headers["webhook-signature"]).toBe(standardSignatures(last, [secret]));
});

test("each replaced secret signs for its own 24 hours, also after other replacements", async () => {
  const ports = openSending();
  const { id, secret: first } = await createWebhook(ports, operatorIn(organizationId), input);
  const replace = async () =>
    (await replaceWebhookSecret(ports, operatorIn(organizationId), { id })).secret;
  const second = await replace();
  ports.pass({ hours: 20 });
  const third = await replace();
  const signs = async (...secrets: string[]) => {
    const sent = await ports.deliver(id);
    expect(sent.headers["webhook-signature"]).toBe(standardSignatures(sent, secrets));
  };
  await signs(third, second, first);
  ports.pass({ hours: 4 });
  await signs(third, second);
  ports.pass({ hours: 20 });
  await signs(third);
});

test("at most five secrets sign, the newest ones", async () => {
  const ports = openSending();
  const { id } = await createWebhook(ports, operatorIn(organizationId), input);
  const secrets: string[] = [];
  for (let i = 0; i < 6; i += 1) {
    ports.pass({ minutes: 1 });
    secrets.unshift((await replaceWebhookSecret(ports, operatorIn(organizationId), { id })).secret);
  }
  const sent = await ports.deliver(id);
  expect(sent.headers["webhook-signature"]).toBe(standardSignatures(sent, secrets.slice(0, 5)));
});

test("a pending attempt is signed with the secrets at the time of the attempt", async () => {
  const ports = openSending();
  const { id } = await createWebhook(ports, operatorIn(organizationId), input);
  ports.addEvent(id);
  const { secret } = await replaceWebhookSecret(ports, operatorIn(organizationId), { id });
  const sent = await ports.deliver(id);
  expect(sent.headers["X-Service-Signature"]).toBe(serviceSignature(sent, secret));
});
