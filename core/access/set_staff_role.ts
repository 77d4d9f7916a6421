import { changesBetween } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeMember, refuseForLastOwner } from "./change_member.ts";
import type { StaffCaller } from "./staff_caller.ts";
import { roleField, staffUserIdInput, type StaffUserView } from "./team.ts";

/** Who is to have which role. */
export const setStaffRoleInput = staffUserIdInput.extend({ role: roleField });

/**
 * Gives a staff user another role, which acts on the user's next request; sessions go on. Throws
 * VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER (decisions 1).
 */
export async function setStaffRole(
  ports: Pick<Ports, "now" | "team">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id, role } = parseInput(setStaffRoleInput, input);
  return await changeMember(ports, caller, {
    id,
    action: "staff.role_changed",
    endsSessions: false,
    change(user, context) {
      if (user.role === role) return null;
      refuseForLastOwner(user, context, "given another role");
      const before = { role: user.role };
      user.role = role;
      return changesBetween(before, { role }, { fields: ["role"] });
    },
  });
}
