import { createHmac, randomBytes } from "node:crypto";
import * as fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { signBody, signDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import { generateWebhookSecret } from "../../../core/webhooks/webhook_secret.ts";
import { hmacSha256 } from "../../../gateway/security/crypto.ts";

/** The same HMAC by WebCrypto, which is asynchronous. The port allows both. */
async function webHmacSha256(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const imported = await crypto.subtle.importKey("raw", Uint8Array.from(key), algorithm, false, [
    "sign",
  ]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, Uint8Array.from(message)));
}

const attempt = {
  eventId: "0197c5f2-6f0a-7d3e-8a51-0c7d2f1f9a10",
  type: "appointment.created" as const,
  deliveryId: "3f1b3a52-7a90-4cb1-9f41-2a1a7e3f1c55",
  environment: "LIVE" as const,
  body: '{"name":"Zoë"}',
  sentAt: Temporal.Instant.from("2026-03-05T14:30:59.999Z"),
};
const secret = `whsec_${"0123456789A".repeat(4)}`;
const secretTexts = fc.infiniteStream(fc.nat(247)).map((bytes) =>
  generateWebhookSecret({ randomBytes: (length) => Uint8Array.from(bytes.take(length)) })
);

describe.each([["node:crypto", hmacSha256], ["WebCrypto", webHmacSha256]])("with %s", (_, hmac) => {
  const ports = { hmacSha256: hmac };

  test("X-Service-Signature equals GitHub's published example", async () => {
    expect(await signBody(ports, "It's a Secret to Everybody", "Hello, World!"))
      .toBe("sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17");
  });

  test("webhook-signature equals the published example of Standard Webhooks", async () => {
    const headers = await signDelivery(ports, {
      ...attempt,
      eventId: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      sentAt: Temporal.Instant.fromEpochMilliseconds(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
    });
    expect(headers).toMatchObject({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });
});

test("an attempt has exactly these headers", async () => {
  const headers = await signDelivery({ hmacSha256 }, { ...attempt, secrets: [secret] });
  const hex = createHmac("sha256", secret).update(attempt.body).digest("hex");
  const base64 = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`${attempt.eventId}.1772721059.${attempt.body}`).digest("base64");
  expect(headers).toEqual({
    "Content-Type": "application/json",
    "X-Service-Event": "appointment.created",
    "X-Service-Signature": `sha256=${hex}`,
    "X-Service-Delivery": attempt.deliveryId,
    "X-Service-Environment": "LIVE",
    "User-Agent": "AppointmentBooking-Webhooks/1.0",
    "webhook-id": attempt.eventId,
    "webhook-timestamp": "1772721059",
    "webhook-signature": `v1,${base64}`,
  });
});

test("a secret is whsec_ and 44 base62 characters, which decode as 33 bytes of base64", () => {
  fc.assert(fc.property(secretTexts, (text) => {
    expect(text).toMatch(/^whsec_[0-9A-Za-z]{44}$/);
    const strict = { lastChunkHandling: "strict" } as const;
    expect(Uint8Array.fromBase64(text.slice(6), strict)).toHaveLength(33);
  }));
  const made = Array.from({ length: 500 }, () => generateWebhookSecret({ randomBytes }));
  expect(new Set(made).size).toBe(500);
});

describe("the package standardwebhooks", () => {
  const now = Temporal.Instant.fromEpochMilliseconds(Date.now());
  const cases = fc.tuple(secretTexts, secretTexts, fc.uuid(), fc.json());

  test("verifies a delivery with either secret and rejects a changed delivery", async () => {
    await fc.assert(fc.asyncProperty(cases, async ([current, old, eventId, body]) => {
      const signed = { ...attempt, eventId, body, sentAt: now };
      const headers = await signDelivery({ hmacSha256 }, { ...signed, secrets: [current, old] });
      for (const one of [current, old]) {
        const receiver = new Webhook(one);
        expect(receiver.verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => receiver.verify(`${body} `, headers)).toThrow("No matching signature found");
        expect(() => receiver.verify(body, { ...headers, "webhook-id": "other" }))
          .toThrow("No matching signature found");
      }
      const alone = await signDelivery({ hmacSha256 }, { ...signed, secrets: [current] });
      fc.pre(current !== old);
      expect(() => new Webhook(old).verify(body, alone)).toThrow("No matching");
    }));
  });
});
