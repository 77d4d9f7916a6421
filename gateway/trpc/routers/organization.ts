import { updateOrganizationInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** The organization's own settings. */
export const organizationRouter = router({
  current: staffQuery((staff) => staff.getOrganization),
  update: staffMutation((staff) => staff.updateOrganization, updateOrganizationInput),
});
