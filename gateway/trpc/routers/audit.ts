import { listAuditInput } from "../../../core/mod.ts";
import { router, staffQuery } from "../procedures.ts";

/** What was done, by whom, when and from where. */
export const auditRouter = router({
  list: staffQuery((staff) => staff.listAudit, listAuditInput),
});
