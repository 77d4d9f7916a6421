import { recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser } from "./change_staff_user.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { staffUserIdInput, type StaffUserView, toStaffUserView } from "./team.ts";

/**
 * Enables a disabled staff user with the same role and password as before. Does nothing if the user is not disabled.
 * Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND.
 */
export async function enableStaffUser(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  const { organizationId, timeZone } = caller;
  const action = { actor: actorOf(caller), action: "staff.enabled", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change: (user) => user.enable(),
    audit: (user, { disabledAt }) => disabledAt ? recordOf(user, action) : null,
  });
  return toStaffUserView(member, timeZone);
}
