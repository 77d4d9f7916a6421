import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser } from "./change_staff_user.ts";
import { findStaffUser } from "./find_staff_user.ts";
import { hashFor, oneTimePassword } from "./password.ts";
import type { StaffUser, StaffUserAddress, StaffUserRef } from "./staff_user.ts";

/**
 * Replaces a staff user's password by a one-time password and ends all sessions of the user. Returns the password,
 * which is never returned again and must be changed at the next sign-in. A disabled user stays disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for an e-mail address of several organizations.
 */
export async function resetPassword(
  ports: Pick<Ports, "now" | "randomBytes" | "hashPassword" | "staffUsers">,
  which: StaffUserRef | StaffUserAddress,
  actor: Actor = operator,
): Promise<{ user: StaffUser; password: string }> {
  const password = oneTimePassword(ports);
  const named = await findStaffUser(ports, which);
  const passwordHash = await hashFor(ports, named.email, password);
  const { user } = await changeStaffUser(ports, named, {
    ends: "every session",
    change: (found) => found.setPassword(passwordHash, { isOneTime: true }),
    audit: (found) => recordOf(found, { actor, action: "staff.password_reset", at: ports.now() }),
  });
  return { user, password };
}
