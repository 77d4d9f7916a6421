import { inviteStaffInput, setStaffRoleInput, staffUserIdInput } from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** The team; only an OWNER changes it. */
export const staffRouter = router({
  list: staffQuery((staff) => staff.listStaff),
  invite: staffMutation((staff) => staff.inviteStaff, inviteStaffInput),
  setRole: staffMutation((staff) => staff.setStaffRole, setStaffRoleInput),
  disable: staffMutation((staff) => staff.disableStaff, staffUserIdInput),
  enable: staffMutation((staff) => staff.enableStaff, staffUserIdInput),
  resetPassword: staffMutation((staff) => staff.resetStaffPassword, staffUserIdInput),
});
