import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser, refuseForLastOwner } from "./change_staff_user.ts";
import { findStaffUser } from "./find_staff_user.ts";
import type { StaffUser, StaffUserAddress, StaffUserRef } from "./staff_user.ts";

/**
 * Disables a staff user and ends all sessions of the user. Does nothing if the user is already disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER of an organization (core/access/README.md 2) and for an e-mail
 * address of several organizations.
 */
export async function disableStaffUser(
  ports: Pick<Ports, "now" | "staffUsers">,
  which: StaffUserRef | StaffUserAddress,
  actor: Actor = operator,
): Promise<StaffUser> {
  const at = ports.now();
  const { user } = await changeStaffUser(ports, await findStaffUser(ports, which), {
    ends: "every session",
    change(found, context) {
      refuseForLastOwner(found, context, "disabled");
      found.disable(at);
    },
    audit: (found, { disabledAt }) =>
      disabledAt ? null : recordOf(found, { actor, action: "staff.disabled", at }),
  });
  return user;
}
