import {
  type BookingScope,
  CreditEntry,
  maxCounted,
  type Ports,
  type ReadCreditEntry,
} from "../../../core/mod.ts";
import type { Memory } from "./memory.ts";
import { keep, of, scopeKey } from "./rows.ts";

/** The credit ledger in memory. */
export function creditLedgerIn(memory: Memory): Ports["creditLedger"] {
  return {
    async page({ organizationId, environment }, { page, size, kind, from, to }) {
      const found = of(memory.creditEntries, organizationId)
        .filter((one) =>
          one.environment === environment && (kind === null || one.kind === kind) &&
          (from === null || Temporal.Instant.compare(one.createdAt, from) >= 0) &&
          (to === null || Temporal.Instant.compare(one.createdAt, to) < 0)
        )
        .toReversed()
        .slice(0, maxCounted)
        .map((one): ReadCreditEntry => {
          const { organizationId: _, environment: __, ...entry } = one;
          return entry;
        });
      const items = found.slice(page * size, (page + 1) * size);
      return { items, totalElements: found.length };
    },
  };
}

/** Adds credits to a balance. */
export function grant(
  memory: Memory,
  scope: BookingScope,
  { amount, ...given }: { amount: number; note: string; createdAt: Temporal.Instant },
): CreditEntry {
  const balanceAfter = memory.balances.get(scopeKey(scope))! + amount;
  const made = { ...scope, ...given, amount, balanceAfter, appointmentId: null };
  const entry = new CreditEntry({ ...made, kind: "GRANTED" });
  keep(memory.creditEntries, entry);
  memory.balances.set(scopeKey(scope), balanceAfter);
  return entry;
}
