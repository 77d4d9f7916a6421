import type { Environment } from "./environment.ts";

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
