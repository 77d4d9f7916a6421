import type { Environment } from "../booking/environment.ts";
import type { EventType } from "./event_types.ts";
import { secretPrefix } from "./webhook_secret.ts";

/** The parts of an attempt that its headers depend on. */
export interface DeliveryAttempt {
  /** The `id` in the body. */
  eventId: string;
  type: EventType;
  /** A UUID, the same on every attempt. A retry by hand has a new one. */
  deliveryId: string;
  environment: Environment;
  /** The exact body. */
  body: string;
  /** The current secret and, for 24 hours after a replacement, the previous one. */
  secrets: readonly [current: string, previous?: string];
  /** Time of this attempt. */
  sentAt: Temporal.Instant;
  /** The version in `User-Agent`. */
  version: string;
}

/** The port that signing needs. */
export interface SigningPorts {
  /** Returns the 32 bytes of HMAC-SHA256. Each attempt needs two or three. */
  hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array | Promise<Uint8Array>;
}

const utf8 = new TextEncoder();

/**
 * Returns the headers of one attempt (core/webhooks/README.md 3). `X-Service-Signature` is made with the current
 * secret, the signatures of Standard Webhooks with every given secret.
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
    // The event's id, not the delivery's: by the standard, receivers recognize a repetition by it.
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

/**
 * Returns the value of `X-Service-Signature`: `sha256=` and the lowercase hex HMAC-SHA256 of the body. The key is the
 * whole text of the secret, prefix included.
 */
export async function signBody(
  { hmacSha256 }: SigningPorts,
  secret: string,
  body: string,
): Promise<string> {
  return `sha256=${(await hmacSha256(utf8.encode(secret), utf8.encode(body))).toHex()}`;
}

/** Signs by the Standard Webhooks specification. The key is the base64-decoded text after the prefix. */
async function signByStandard(
  { hmacSha256 }: SigningPorts,
  secret: string,
  message: string,
): Promise<string> {
  const key = Uint8Array.fromBase64(secret.slice(secretPrefix.length));
  return `v1,${(await hmacSha256(key, utf8.encode(message))).toBase64()}`;
}
