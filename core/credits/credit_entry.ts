import type { BookingScope, Environment } from "../environment.ts";
import type { PageRequest } from "../page.ts";
import type { Audited } from "../audit/audit_record.ts";

/** The kinds of credit entries: a booking, a cancellation by staff, a grant by the operator. */
export const creditEntryKinds = ["CONSUMED", "REFUNDED", "GRANTED"] as const;
export type CreditEntryKind = (typeof creditEntryKinds)[number];

/** One entry of the append-only ledger. The balance is the sum of the amounts (core/credits/README.md 1). */
export class CreditEntry {
  id!: number;
  organizationId: number;
  environment: Environment;
  kind: CreditEntryKind;
  /** Credits. Negative if they were consumed. */
  amount: number;
  /** The balance after this entry. */
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

/** Filters and page of a list of entries, newest first. Null turns a filter off. */
export interface CreditEntryQuery extends PageRequest {
  kind: CreditEntryKind | null;
  /** Inclusive. */
  from: Temporal.Instant | null;
  /** Exclusive. */
  to: Temporal.Instant | null;
}

/** An entry as stored, without its scope. */
export type ReadCreditEntry = Omit<CreditEntry, "organizationId" | "environment">;

/** Reads the ledger. Only the booking gate writes it. */
export interface CreditLedger {
  /** Returns one page of entries and the total. Counts and pages at most `maxCounted` entries. */
  page(
    scope: BookingScope,
    query: CreditEntryQuery,
  ): Promise<{ items: ReadCreditEntry[]; totalElements: number }>;
}

/** The part of the booking gate that credits pass through. */
export interface CreditGate {
  /** Adds credits with an entry in the ledger. Returns the new balance, or undefined without such an organization. */
  grant(
    scope: BookingScope,
    grant: { amount: number; note: string },
    audit: Audited<CreditEntry>,
  ): Promise<number | undefined>;
}
