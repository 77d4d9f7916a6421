import { createReportingTokenInput, reportingTokenIdInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** What reporting tools sign in with; each is shown whole once, as it is made. */
export const reportingTokensRouter = router({
  list: staffQuery((staff) => staff.listReportingTokens),
  create: staffMutation((staff) => staff.createReportingToken, createReportingTokenInput),
  revoke: staffMutation((staff) => staff.revokeReportingToken, reportingTokenIdInput),
});
