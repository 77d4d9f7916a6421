import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeMember, refuseForLastOwner } from "./change_member.ts";
import type { StaffCaller } from "./staff_caller.ts";
import { staffUserIdInput, type StaffUserView } from "./team.ts";

/**
 * Ends the access and the sessions of a staff user of the caller's organization at once. Disabling again
 * changes nothing. Throws VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER
 * (decisions 1).
 */
export async function disableStaff(
  ports: Pick<Ports, "now" | "team">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  return await changeMember(ports, caller, {
    id,
    action: "staff.disabled",
    endsSessions: true,
    change(user, context) {
      if (user.disabledAt !== null) return null;
      refuseForLastOwner(user, context, "disabled");
      user.disable(ports.now());
      return [];
    },
  });
}
