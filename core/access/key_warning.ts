import type { ApiKey } from "./api_key.ts";

/** How many days before its end a warning about a key is published, the last one first (core/access/README.md 6.3). */
export const keyWarningDays = [3, 14] as const;

/** A key about which there is a warning. */
export interface EndingKey extends Pick<ApiKey, "id" | "name" | "maskedKey"> {
  expiresAt: Temporal.Instant;
  warnedDays: number;
}

/**
 * Returns which warning about a key is due: how many days before its end; undefined for none. A key that has not lived
 * that long before its end gets none: whoever has just chosen such an end knows it.
 */
export function dueWarning(
  { createdAt, expiresAt, revokedAt, warnedEnd, warnedDays }: Pick<
    ApiKey,
    "createdAt" | "expiresAt" | "revokedAt" | "warnedEnd" | "warnedDays"
  >,
  now: Temporal.Instant,
): number | undefined {
  if (!expiresAt || revokedAt || !isBefore(now, expiresAt)) return undefined;
  const due = keyWarningDays.find((days) => {
    const from = expiresAt.subtract({ hours: days * 24 });
    return !isBefore(now, from) && !isBefore(from, createdAt);
  });
  const isGiven = warnedEnd !== null && warnedEnd.equals(expiresAt);
  return due !== undefined && isGiven && warnedDays! <= due ? undefined : due;
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}
