import { z } from "zod";
import { getBalances } from "../access/organizations.ts";
import type { StaffCaller } from "../access/caller.ts";
import { inSchema, parseInput, queriedBound, wholeNumberField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { type Page, pageOf } from "../page.ts";
import { endOf, startOf } from "../calendar.ts";
import { creditEntryKinds, type CreditLedger, type ReadCreditEntry } from "./credit_entry.ts";
import { environmentField } from "../environment.ts";
import type { Organizations } from "../access/organization.ts";

/** An entry as staff see it. `createdAt` is local to the organization. */
export interface CreditEntryView extends Omit<ReadCreditEntry, "createdAt"> {
  createdAt: string;
}

/** Filters and page of the ledger. */
export const listCreditEntriesInput = z.object({
  page: wholeNumberField(0, Number.MAX_SAFE_INTEGER, "Page number, from 0").default(0),
  size: wholeNumberField(1, Infinity, "Entries per page; above 100 counts as 100")
    .transform((size) => Math.min(size, 100))
    .default(50),
  environment: environmentField,
  kind: z
    .enum(creditEntryKinds, {
      error: inSchema("mustBe", { what: `one of ${creditEntryKinds.join(", ")}` }),
    })
    .nullish(),
  startDate: queriedBound("00:00:00").optional(),
  endDate: queriedBound("23:59:59").optional(),
});

/** Returns the balances of the caller's organization. */
export async function getCreditBalances(
  ports: { organizations: Organizations },
  caller: Pick<StaffCaller, "organizationId">,
): Promise<{ live: number; test: number }> {
  const { LIVE: live, TEST: test } = await getBalances(ports, caller);
  return { live, test };
}

/**
 * Lists one page of the ledger, newest first. The total is at most `maxCounted`. Throws VALIDATION_ERROR or
 * INVALID_DATE_FORMAT.
 */
export async function listCreditEntries(
  { creditLedger }: { creditLedger: CreditLedger },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
  input: unknown,
): Promise<Page<CreditEntryView>> {
  const { environment, page, size, ...filter } = parseInput(listCreditEntriesInput, input);
  const { kind = null, startDate, endDate } = filter;
  const { items, totalElements } = await creditLedger.page({ organizationId, environment }, {
    page,
    size,
    kind,
    from: startDate ? startOf(startDate, timeZone) : null,
    to: endDate ? endOf(endDate, timeZone) : null,
  });
  return pageOf(
    items.map((entry) => toCreditEntryView(entry, timeZone)),
    { page, size },
    totalElements,
  );
}

function toCreditEntryView(
  { createdAt, ...entry }: ReadCreditEntry,
  timeZone: string,
): CreditEntryView {
  return { ...entry, createdAt: formatInstant(createdAt, timeZone) };
}
