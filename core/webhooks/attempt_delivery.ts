import { type ClaimedAttempt, nextAttemptAt, type SettledAttempt } from "./delivery_queue.ts";
import type { EventType } from "./event_catalogue.ts";
import { sentBody } from "./event_body.ts";
import { loggedHeaders } from "./logged_headers.ts";
import { secretPrefix, signingSecrets } from "./webhook_secret.ts";
import type { Environment } from "../environment.ts";
import type { Clock, SecretBox } from "../platform.ts";
import type { DeliverySender, Signing } from "./delivery_sender.ts";

/** The version in `User-Agent`. It changes when the format of deliveries changes. */
const version = "1.0";

/**
 * Makes one attempt and returns what the queue must write about it (core/webhooks/README.md 4). The attempt uses the
 * webhook's current URL and secrets. A test is attempted once and does not change the health.
 */
export async function attemptDelivery(
  ports: Clock & Signing & DeliverySender & { secretBox: SecretBox },
  claimed: ClaimedAttempt,
): Promise<SettledAttempt> {
  const sentAt = ports.now();
  const { eventId, eventType, deliveryId, environment, url } = claimed;
  const body = sentBody(claimed);
  const headers = await signDelivery(ports, {
    eventId,
    type: eventType,
    deliveryId,
    environment,
    body,
    secrets: openSecrets(ports, claimed, sentAt),
    sentAt,
  });
  const result = await ports.sendDelivery({ url, headers, body });
  const isLast = result.isDelivered || claimed.isTest;
  const nextRetryAt = isLast ? null : nextAttemptAt(claimed.attempt, sentAt);
  const responseHeaders = result.responseHeaders ? loggedHeaders(result.responseHeaders) : null;
  return {
    claimed,
    sentAt,
    result,
    responseHeaders,
    nextRetryAt,
    countsForHealth: !claimed.isTest,
  };
}

/** Decrypts the secrets that sign now. */
function openSecrets(
  { secretBox }: { secretBox: SecretBox },
  claimed: ClaimedAttempt,
  now: Temporal.Instant,
): [current: string, ...replaced: string[]] {
  const context = secretContext(claimed.organizationId);
  const [current, ...replaced] = signingSecrets(claimed, now);
  const open = (sealed: string) => secretBox.open(sealed, context);
  return [open(current), ...replaced.map(open)];
}

/** Returns the context of a sealed secret. A secret copied into another organization's row cannot be opened. */
export function secretContext(organizationId: number): string {
  return `webhook secret of organization ${organizationId}`;
}

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
  /** The current secret, and those that were replaced within 24 hours. */
  secrets: readonly [current: string, ...replaced: string[]];
  /** Time of this attempt. */
  sentAt: Temporal.Instant;
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
  const message = `${eventId}.${secondsOf(sentAt)}.${body}`;
  const standard = await Promise.all(
    secrets.map((secret) => signByStandard(ports, secret, message)),
  );
  return deliveryHeaders(attempt, {
    own: await signBody(ports, secrets[0], body),
    standard: standard.join(" "),
  });
}

/** Returns the headers of an attempt with the given signatures. */
export function deliveryHeaders(
  { type, eventId, deliveryId, environment, sentAt }: Pick<
    DeliveryAttempt,
    "type" | "eventId" | "deliveryId" | "environment" | "sentAt"
  >,
  signatures: { own: string; standard: string },
): Record<string, string> {
  return {
    "Content-Type": "application/json",
    "X-Service-Event": type,
    "X-Service-Signature": signatures.own,
    "X-Service-Delivery": deliveryId,
    "X-Service-Environment": environment,
    "User-Agent": `AppointmentBooking-Webhooks/${version}`,
    // The event's id, not the delivery's: by the standard, receivers recognize a repetition by it.
    "webhook-id": eventId,
    "webhook-timestamp": secondsOf(sentAt),
    "webhook-signature": signatures.standard,
  };
}

function secondsOf(instant: Temporal.Instant): string {
  return String(Math.floor(instant.epochMilliseconds / 1000));
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
