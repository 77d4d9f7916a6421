import { formatUtc } from "../local_date_time.ts";
import { randomBase62 } from "../random_text.ts";

/** The prefix of every signing secret. */
export const secretPrefix = "whsec_";

// 44 characters are the base64 of exactly 33 bytes. Standard Webhooks libraries decode the secret as base64.
const randomLength = 44;
const overlap = { hours: 24 };
const maxSigning = 5;

/** So many are kept besides the current and the previous secret. */
export const maxEarlierSecrets = maxSigning - 2;

/** Generates a signing secret: `whsec_` and 44 random base62 characters (core/webhooks/README.md 7). */
export function generateWebhookSecret(
  random: { randomBytes(length: number): Uint8Array },
): string {
  return secretPrefix + randomBase62(randomLength, random);
}

/** A replaced secret, encrypted, with the time of its replacement in UTC. */
export interface ReplacedSecret {
  sealedSecret: string;
  replacedAt: string;
}

/** The secrets of a webhook, encrypted. */
export interface SealedSecrets {
  sealedSecret: string;
  previousSealedSecret: string | null;
  secretReplacedAt: Temporal.Instant | null;
  earlierSecrets: readonly ReplacedSecret[];
}

/** Returns the replaced secrets of a webhook, the newest first. */
export function replacedSecretsOf(
  { previousSealedSecret, secretReplacedAt, earlierSecrets }: SealedSecrets,
): ReplacedSecret[] {
  const previous = previousSealedSecret !== null && secretReplacedAt !== null
    ? [{ sealedSecret: previousSealedSecret, replacedAt: formatUtc(secretReplacedAt) }]
    : [];
  return [...previous, ...earlierSecrets];
}

/** Returns the secrets that sign at `now`, the current one first. A replaced secret still signs for 24 hours. */
export function signingSecrets(
  secrets: SealedSecrets,
  now: Temporal.Instant,
): [current: string, ...replaced: string[]] {
  const replaced = replacedSecretsOf(secrets)
    .filter(({ replacedAt }) => isOverlapping(replacedAt, now));
  return [secrets.sealedSecret, ...replaced.map(({ sealedSecret }) => sealedSecret)];
}

/** Returns whether a secret that was replaced still signs. */
export function isOverlapping(replacedAt: string, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, Temporal.Instant.from(replacedAt).add(overlap)) < 0;
}

/** A request to a receiver, ready to be sent. */
export interface SignedDelivery {
  url: string;
  headers: Record<string, string>;
  body: string;
}
