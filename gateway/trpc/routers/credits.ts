import { listCreditEntriesInput } from "../../../core/mod.ts";
import { router, staffQuery } from "../procedures.ts";

/** The organization's credits. */
export const creditsRouter = router({
  balance: staffQuery((staff) => staff.getBalances),
  ledger: staffQuery((staff) => staff.listCreditEntries, listCreditEntriesInput),
});
