import { changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser, refuseForLastOwner } from "./change_staff_user.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { roleField, staffUserIdInput, type StaffUserView, toStaffUserView } from "./team.ts";

/** Who is to have which role. */
export const setStaffRoleInput = staffUserIdInput.extend({ role: roleField });

/**
 * Gives a staff user another role, which acts on the user's next request; sessions go on. Throws
 * VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER (decisions 1).
 */
export async function setStaffRole(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id, role } = parseInput(setStaffRoleInput, input);
  const { organizationId, timeZone } = caller;
  const deed = { actor: actorOf(caller), action: "staff.role_changed", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change(user, context) {
      if (role !== "OWNER") refuseForLastOwner(user, context, "given another role");
      user.role = role;
    },
    audit: (user, before) => {
      const changes = changesBetween(before, user, { fields: ["role"] });
      return ifChanged(recordOf(user, { ...deed, changes }));
    },
  });
  return toStaffUserView(member, timeZone);
}
