import { recordOf } from "../audit/audit_record.ts";
import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser } from "./change_staff_user.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { staffUserIdInput, type StaffUserView, toStaffUserView } from "./team.ts";

/**
 * Lets a disabled staff user in again, with the role and the password of before; one that is not disabled
 * stays as it is. Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND.
 */
export async function enableStaff(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  const { organizationId, timeZone } = caller;
  const deed = { actor: actorOf(caller), action: "staff.enabled", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change: (user) => user.enable(),
    audit: (user, { disabledAt }) => disabledAt ? recordOf(user, deed) : null,
  });
  return toStaffUserView(member, timeZone);
}
