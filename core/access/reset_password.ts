import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import { changeStaffUser } from "./change_staff_user.ts";
import { oneTimePassword } from "./password.ts";
import type { StaffUser, StaffUserRef } from "./staff_user.ts";

/**
 * Replaces a staff user's password by a one-time password and ends all sessions of the user. Returns the password,
 * which is never returned again and must be changed at the next sign-in. A disabled user stays disabled. Throws
 * STAFF_USER_NOT_FOUND.
 */
export async function resetPassword(
  ports: Pick<Ports, "now" | "randomBytes" | "hashPassword" | "staffUsers">,
  ref: StaffUserRef,
  actor: Actor = operator,
): Promise<{ user: StaffUser; password: string }> {
  const password = oneTimePassword(ports);
  const passwordHash = await ports.hashPassword(password);
  const { user } = await changeStaffUser(ports, ref, {
    ends: "every session",
    change: (found) => found.setPassword(passwordHash, { isOneTime: true }),
    audit: (found) => recordOf(found, { actor, action: "staff.password_reset", at: ports.now() }),
  });
  return { user, password };
}
