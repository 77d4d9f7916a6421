import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeMember } from "./change_member.ts";
import type { StaffCaller } from "./staff_caller.ts";
import { staffUserIdInput, type StaffUserView } from "./team.ts";

/**
 * Lets a disabled staff user in again, with the role and the password of before; one that is not disabled
 * stays as it is. Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND.
 */
export async function enableStaff(
  ports: Pick<Ports, "now" | "team">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  return await changeMember(ports, caller, {
    id,
    action: "staff.enabled",
    endsSessions: false,
    change(user) {
      if (user.disabledAt === null) return null;
      user.enable();
      return [];
    },
  });
}
