import type { BookingScope, Environment } from "../environment.ts";
import type { PageRequest } from "../page.ts";

/** Why a balance moved: a booking, a staff cancellation, or an operator's grant. */
export const creditEntryKinds = ["CONSUMED", "REFUNDED", "GRANTED"] as const;

/** One of these reasons. */
export type CreditEntryKind = (typeof creditEntryKinds)[number];

/** One line of the append-only ledger; a balance is the sum of its lines' amounts. */
export class CreditEntry {
  id!: number;
  organizationId: number;
  environment: Environment;
  kind: CreditEntryKind;
  /** Credits, negative where they were consumed. */
  amount: number;
  /** The balance that this line left. */
  balanceAfter: number;
  appointmentId: number | null;
  note: string;
  createdAt: Temporal.Instant;

  constructor(made: Omit<CreditEntry, "id">) {
    this.organizationId = made.organizationId;
    this.environment = made.environment;
    this.kind = made.kind;
    this.amount = made.amount;
    this.balanceAfter = made.balanceAfter;
    this.appointmentId = made.appointmentId;
    this.note = made.note;
    this.createdAt = made.createdAt;
  }
}

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
