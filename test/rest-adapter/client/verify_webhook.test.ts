import { beforeAll, describe, expect, test } from "vitest";
import { signDelivery } from "../../../core/webhooks/attempt_delivery.ts";
import { verifyWebhook, WebhookVerificationError } from "../../../rest-adapter/client/mod.ts";
import { hmacSha256 } from "../../support/in_memory/crypto.ts";

const secret = "whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGH";
const other = "whsec_zyxwvutsrqponmlkjihgfedcba9876543210ABCDEFGH";
const body = '{"id":"e-1","type":"appointment.created","data":{"object":{"name":"Zoë"}}}';
const sentAt = Temporal.Instant.from("2027-03-01T12:00:00Z");
const now = new Date("2027-03-01T12:04:00Z");

/** The headers with which the service sends the body. */
const sign = (secrets: [string, string?], signed = body) =>
  signDelivery(
    { hmacSha256 },
    {
      body: signed,
      secrets,
      sentAt,
      type: "appointment.created",
      eventId: "e-1",
      deliveryId: "d-1",
      environment: "LIVE",
    } as Parameters<typeof signDelivery>[1],
  );

let headers: Record<string, string>;
beforeAll(async () => {
  headers = await sign([secret]);
});

describe("a webhook of the service is accepted", () => {
  test.each<[string, () => Parameters<typeof verifyWebhook>[0]["headers"]]>([
    ["Headers", () => new Headers(headers)],
    ["Headers of another library", () => {
      const get = (name: string) => new Headers(headers).get(name);
      return { get } as Headers;
    }],
    ["an object in any case", () => headers],
    ["the lists of Node", () =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]),
      )],
  ])("with %s", async (_, given) => {
    const event = await verifyWebhook({ body, headers: given(), secret, now });
    expect(event).toEqual(JSON.parse(body));
  });

  test("that is a test, with a type of its own", async () => {
    const body = '{"id":"e-1","type":"webhook.test","data":{"object":{"id":0}}}';
    const event = await verifyWebhook({ body, headers: await sign([secret], body), secret, now });
    // The comparison must compile, so that receivers can tell tests from events.
    expect(event.type === "webhook.test" && event.data.object.id).toBe(0);
  });

  test("as bytes, and by either secret while one replaces the other", async () => {
    const both = await sign([other, secret]);
    const bytes = new TextEncoder().encode(body);
    for (const one of [secret, other]) {
      expect(await verifyWebhook({ body: bytes, headers: both, secret: one, now })).toMatchObject({
        id: "e-1",
      });
    }
  });
});

describe("a webhook is refused", () => {
  test.each<[string, object]>([
    ["another body", { body: `${body} ` }],
    ["another secret", { secret: other }],
    ["a secret that is none", { secret: "whsec_" }],
    ["another time", { headers: { "webhook-timestamp": "1803902401" } }],
    ["another id", { headers: { "webhook-id": "e-2" } }],
    ["no signature", { headers: { "webhook-signature": "" } }],
    ["a signature that is no base64", { headers: { "webhook-signature": "v1,***" } }],
    ["a signature of another version", {
      headers: { "webhook-signature": "v2,AAAA" },
    }],
    ["a time that is too old", { now: new Date("2027-03-01T12:05:01Z") }],
    ["a time in the future", { now: new Date("2027-03-01T11:54:59Z") }],
    ["no time", { headers: { "webhook-timestamp": "" } }],
  ])("with %s", async (_, change: { headers?: Record<string, string> }) => {
    const given = { body, secret, now, ...change, headers: { ...headers, ...change.headers } };
    await expect(verifyWebhook(given)).rejects.toThrow(WebhookVerificationError);
  });

  test("later, if the receiver says how old it may be", async () => {
    const late = new Date("2027-03-01T12:30:00Z");
    const given = { body, headers, secret, now: late };
    expect(await verifyWebhook({ ...given, toleranceSeconds: 3600 })).toMatchObject({ id: "e-1" });
  });

  test.each<[string, Record<string, string>, RegExp]>([
    ["no headers", {}, /no webhook-id, webhook-timestamp, webhook-signature: /],
    ["no signature", { "webhook-id": "e-1", "webhook-timestamp": "1" }, /no webhook-signature: /],
    [
      "a time that is none",
      { "webhook-id": "e-1", "webhook-timestamp": "now", "webhook-signature": "v1,AA" },
      /webhook-timestamp is no number/,
    ],
  ])("with %s, and the message says so", async (_, given, message) => {
    await expect(verifyWebhook({ body, headers: given, secret, now })).rejects.toThrow(message);
  });
});
