import type { Environment } from "../booking/environment.ts";
import type { EventType } from "./event_types.ts";
import { secretPrefix } from "./webhook_secret.ts";

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** The body's own `id`. */
  eventId: string;
  type: EventType;
  /** A UUID, the same on every attempt; a manual retry has another. */
  deliveryId: string;
  environment: Environment;
  /** The exact text that is sent. */
  body: string;
  /** The current secret and, while it overlaps, the one before it. */
  secrets: readonly [current: string, previous?: string];
  /** When this attempt is made. */
  sentAt: Temporal.Instant;
  /** The service's version, for the `User-Agent`. */
  version: string;
}

/** What signing needs from outside the domain. */
export interface SigningPorts {
  /** The 32 bytes of HMAC-SHA256. WebCrypto can do it; each delivery needs two. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

const utf8 = new TextEncoder();

/**
 * The headers of one attempt (interface, "Delivery headers"; decisions 8): the service's own, signed with
 * the current secret, and those of Standard Webhooks, signed with each.
 */
export async function signDelivery(
  ports: SigningPorts,
  attempt: DeliveryAttempt,
): Promise<Record<string, string>> {
  const { eventId, body, secrets, sentAt } = attempt;
  const timestamp = String(Math.floor(sentAt.epochMilliseconds / 1000));
  const message = `${eventId}.${timestamp}.${body}`;
  const standard = await Promise.all(
    secrets.filter((secret) => secret !== undefined).map((secret) =>
      signByStandard(ports, secret, message)
    ),
  );
  return {
    "Content-Type": "application/json",
    "X-Service-Event": attempt.type,
    "X-Service-Signature": await signBody(ports, secrets[0], body),
    "X-Service-Delivery": attempt.deliveryId,
    "X-Service-Environment": attempt.environment,
    "User-Agent": `AppointmentBooking-Webhooks/${attempt.version}`,
    // The event and not the delivery: that standard's id is what receivers know a repetition by.
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

/**
 * The value of `X-Service-Signature`: `sha256=` and the lowercase hex HMAC-SHA256 of the body, keyed with
 * the secret's whole text, prefix included (interface, "Delivery headers"; decisions 8).
 */
export async function signBody(
  { hmacSha256 }: SigningPorts,
  secret: string,
  body: string,
): Promise<string> {
  return `sha256=${(await hmacSha256(utf8.encode(secret), utf8.encode(body))).toHex()}`;
}

/** Standard Webhooks sign otherwise: keyed with the bytes that the text after the prefix is the base64 of. */
async function signByStandard(
  { hmacSha256 }: SigningPorts,
  secret: string,
  message: string,
): Promise<string> {
  const key = Uint8Array.fromBase64(secret.slice(secretPrefix.length));
  return `v1,${(await hmacSha256(key, utf8.encode(message))).toBase64()}`;
}
