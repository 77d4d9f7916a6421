import type { ApiCaller } from "../access/api_key.ts";
import { DomainError } from "../errors.ts";
import type { BookingScope } from "../environment.ts";
import { say } from "../messages.ts";

/** The cap of the key that books: what it and its successors may spend in a day. */
export interface DailyCap {
  lineageId: string;
  credits: number;
}

/** Credits that a key with a cap and its successors spend on one local date. */
export interface KeySpending extends Pick<BookingScope, "organizationId"> {
  lineageId: string;
  date: Temporal.PlainDate;
  credits: number;
}

/** Returns the cap of a caller; undefined if it has none. */
export function dailyCapOf(
  { lineageId, dailyCreditCap }: Partial<Pick<ApiCaller, "lineageId" | "dailyCreditCap">>,
): DailyCap | undefined {
  return lineageId === undefined || typeof dailyCreditCap !== "number"
    ? undefined
    : { lineageId, credits: dailyCreditCap };
}

/** Returns the name of the spending of a key and its successors on a date, in a map of an organization. */
export function spendingKey(
  { lineageId, date }: { lineageId: string; date: { toString(): string } },
): string {
  return `${lineageId} ${date}`;
}

/**
 * Throws INSUFFICIENT_CREDITS if a key has spent its cap on the present date (core/booking/README.md 23). Otherwise
 * returns the spending of one more credit.
 */
export function spendWithinCap(
  { lineageId, credits }: DailyCap,
  { organizationId, timeZone, now, spending }: {
    organizationId: number;
    timeZone: string;
    now: Temporal.Instant;
    /** By `spendingKey`. */
    spending: ReadonlyMap<string, number>;
  },
): KeySpending {
  const date = now.toZonedDateTimeISO(timeZone).toPlainDate();
  if ((spending.get(spendingKey({ lineageId, date })) ?? 0) >= credits) {
    throw new DomainError("INSUFFICIENT_CREDITS", say("capSpent", { credits }));
  }
  return { organizationId, lineageId, date, credits: 1 };
}
