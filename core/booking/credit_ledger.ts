import type { PageRequest } from "../page.ts";
import type { CreditEntry, CreditEntryKind } from "./credit_entry.ts";
import type { BookingScope } from "./environment.ts";

/** Which entries are asked for, newest first; null leaves a filter out. */
export interface CreditEntryQuery extends PageRequest {
  kind: CreditEntryKind | null;
  /** Inclusive. */
  from: Temporal.Instant | null;
  /** Exclusive. */
  to: Temporal.Instant | null;
}

/** An entry as it is read. */
export type ReadCreditEntry = Omit<CreditEntry, "organizationId" | "environment">;

/** What moved the balances, append-only; the gate writes it. */
export interface CreditLedger {
  /** The entries of one page, and how many there are in all, both up to `maxCounted`. */
  page(
    scope: BookingScope,
    query: CreditEntryQuery,
  ): Promise<{ items: ReadCreditEntry[]; totalElements: number }>;
}
