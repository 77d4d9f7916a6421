import type { CreditEntry } from "./credit_entry.ts";

/**
 * Returns the entry that takes a balance from above the threshold to it or below (core/credits/README.md 5); undefined
 * if none does. The entries of a transaction are in their order.
 */
export function crossingEntry(
  threshold: number | null,
  entries: readonly Pick<CreditEntry, "amount" | "balanceAfter">[],
): Pick<CreditEntry, "amount" | "balanceAfter"> | undefined {
  if (threshold === null) return undefined;
  return entries.find(({ amount, balanceAfter }) =>
    balanceAfter <= threshold && balanceAfter - amount > threshold
  );
}
