import { WebhookVerificationError } from "./errors.ts";
import type { Event, TestEvent } from "./types.ts";

/** A webhook as it arrived. */
export interface ReceivedWebhook {
  /** The body as it arrived. JSON that was parsed and written again may differ. */
  body: string | Uint8Array;
  /** The headers of the request, as `fetch`, Node or a framework gives them. */
  headers: Headers | Record<string, string | string[] | undefined>;
  /** The secret of the webhook, `whsec_…`. */
  secret: string;
  /** How old the request may be, in seconds; 300 if left out. */
  toleranceSeconds?: number;
  /** The present time; that of this machine if left out. */
  now?: Date;
}

/** The headers that a signature needs. */
const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/**
 * Returns the event of a webhook if the service has signed it, by the Standard Webhooks specification. A test has the type
 * `webhook.test`. Throws WebhookVerificationError.
 */
export async function verifyWebhook(
  { body, headers, secret, toleranceSeconds = 300, now = new Date() }: ReceivedWebhook,
): Promise<Event | TestEvent> {
  const header = (name: string) => headerOf(headers, name);
  const missing = names.filter((name) => header(name) === "");
  if (missing.length > 0) {
    throw new WebhookVerificationError(
      `The request has no ${
        missing.join(", ")
      }: it is no webhook of this service, or a proxy left headers out`,
    );
  }
  const [id, timestamp] = [header("webhook-id"), header("webhook-timestamp")];
  if (!/^\d+$/.test(timestamp)) {
    throw new WebhookVerificationError("The webhook-timestamp is no number of seconds");
  }
  const ageSeconds = Math.abs(now.getTime() / 1000 - Number(timestamp));
  if (!(ageSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      "The webhook is too old, or the clock of this machine is wrong",
    );
  }
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const message = new Uint8Array([...new TextEncoder().encode(`${id}.${timestamp}.`), ...bytes]);
  const key = await keyOf(secret);
  // While a secret is being replaced, there is a signature for each.
  for (const signature of header("webhook-signature").split(" ")) {
    const [version, text = ""] = signature.split(",");
    if (version === "v1" && await isSignature(key, bytesOf(text), message)) {
      return JSON.parse(new TextDecoder().decode(bytes)) as Event | TestEvent;
    }
  }
  throw new WebhookVerificationError("No signature of the webhook fits the secret");
}

function keyOf(secret: string): Promise<CryptoKey> {
  const raw = bytesOf(secret.replace(/^whsec_/, ""));
  if (raw.length === 0) throw new WebhookVerificationError("The secret must be whsec_ and base64");
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  return crypto.subtle.importKey("raw", raw, algorithm, false, ["verify"]);
}

function isSignature(
  key: CryptoKey,
  signature: Uint8Array<ArrayBuffer>,
  message: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  return crypto.subtle.verify("HMAC", key, signature, message);
}

/** Decodes base64. Returns no bytes for a text that is none. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}

function headerOf(headers: ReceivedWebhook["headers"], name: string): string {
  // Headers of another library or realm are no instances of this class.
  if (isHeaders(headers)) return headers.get(name) ?? "";
  const [, value = ""] = Object.entries(headers).find(([one]) => one.toLowerCase() === name) ?? [];
  return Array.isArray(value) ? value.join(" ") : value;
}

function isHeaders(headers: ReceivedWebhook["headers"]): headers is Headers {
  return typeof headers.get === "function";
}
