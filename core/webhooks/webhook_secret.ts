import { randomBase62 } from "../random_text.ts";

/** The prefix of every signing secret. */
export const secretPrefix = "whsec_";

// 44 characters are the base64 of exactly 33 bytes. Standard Webhooks libraries decode the secret as base64.
const randomLength = 44;
const overlap = { hours: 24 };

/** Generates a signing secret: `whsec_` and 44 random base62 characters (core/webhooks/README.md 7). */
export function generateWebhookSecret(
  random: { randomBytes(length: number): Uint8Array },
): string {
  return secretPrefix + randomBase62(randomLength, random);
}

/** The current secret of a webhook and the previous one with the time of its replacement. */
export interface WebhookSecrets {
  secret: string;
  previous?: { secret: string; replacedAt: Temporal.Instant } | null;
}

/** Returns the secrets that sign at `now`, the current one first. A replaced secret still signs for 24 hours. */
export function signingSecrets(
  { secret, previous }: WebhookSecrets,
  now: Temporal.Instant,
): [current: string, previous?: string] {
  const isOverlapping = previous &&
    Temporal.Instant.compare(now, previous.replacedAt.add(overlap)) < 0;
  return isOverlapping ? [secret, previous.secret] : [secret];
}

/** Encrypts secrets that must be stored (core/webhooks/README.md 7). */
export interface SecretBox {
  /** Encrypts a text for a context. Sealing the same text twice gives different results. */
  seal(text: string, context: string): string;
  /** Decrypts a sealed text. Throws an Error if it was changed, or was sealed for another context or key. */
  open(sealed: string, context: string): string;
}

/** A request to a receiver, ready to be sent. */
export interface SignedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}
