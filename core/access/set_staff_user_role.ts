import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser, refuseForLastOwner } from "./change_staff_user.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { roleField, staffUserIdInput, type StaffUserView, toStaffUserView } from "./team.ts";

/** Input of a new role for a staff user. */
export const setStaffUserRoleInput = staffUserIdInput.extend({ role: roleField });

/**
 * Changes the role of a staff user. The next request of the user has the new role; sessions continue. Throws
 * VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER (core/access/README.md 2).
 */
export async function setStaffUserRole(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id, role } = parseInput(setStaffUserRoleInput, input);
  const { organizationId, timeZone } = caller;
  const action = { actor: actorOf(caller), action: "staff.role_changed", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change(user, context) {
      if (role !== "OWNER") refuseForLastOwner(user, context, "given another role");
      user.role = role;
    },
    audit: (user, before) => {
      const changes = changesBetween(before, user, { fields: ["role"] });
      return ifChanged(recordOf(user, { ...action, changes }));
    },
  });
  return toStaffUserView(member, timeZone);
}
