import { randomBase62 } from "../random_text.ts";

/** How every signing secret begins. */
export const secretPrefix = "whsec_";

// 44 characters are also the base64 of exactly 33 bytes, which receivers of Standard Webhooks decode.
const randomLength = 44;
const overlap = { hours: 24 };

/** A new signing secret: `whsec_` and 44 random base62 characters (interface, "Webhook (staff view)"). */
export function generateWebhookSecret(
  random: { randomBytes(length: number): Uint8Array },
): string {
  return secretPrefix + randomBase62(randomLength, random);
}

/** A webhook's secret, and the one before it with the instant at which it was replaced. */
export interface WebhookSecrets {
  secret: string;
  previous?: { secret: string; replacedAt: Temporal.Instant } | null;
}

/** The secrets that sign at `now`, the current one first; a replaced one signs for 24 hours more (decisions 8). */
export function signingSecrets(
  { secret, previous }: WebhookSecrets,
  now: Temporal.Instant,
): [current: string, previous?: string] {
  const isOverlapping = previous &&
    Temporal.Instant.compare(now, previous.replacedAt.add(overlap)) < 0;
  return isOverlapping ? [secret, previous.secret] : [secret];
}
