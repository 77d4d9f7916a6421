import {
  inviteStaffUserInput,
  setStaffUserRoleInput,
  staffUserIdInput,
} from "../../../core/mod.ts";
import { router, staffMutation, staffQuery } from "../procedures.ts";

/** The team; only an OWNER changes it. */
export const staffRouter = router({
  list: staffQuery((staff) => staff.listStaffUsers),
  invite: staffMutation((staff) => staff.inviteStaffUser, inviteStaffUserInput),
  setRole: staffMutation((staff) => staff.setStaffUserRole, setStaffUserRoleInput),
  disable: staffMutation((staff) => staff.disableStaffUser, staffUserIdInput),
  enable: staffMutation((staff) => staff.enableStaffUser, staffUserIdInput),
  resetPassword: staffMutation((staff) => staff.resetStaffUserPassword, staffUserIdInput),
});
