import type { Ports } from "../ports.ts";
import { staffUserNotFound } from "./disable_staff_user.ts";
import { oneTimePassword } from "./password.ts";
import type { StaffUser } from "./staff_user.ts";

/**
 * Replaces a staff user's password by a one-time one, returned this once, and ends the user's sessions. It
 * must be changed at the next sign-in; a disabled user stays disabled. Throws STAFF_USER_NOT_FOUND.
 */
export async function resetPassword(
  ports: Pick<Ports, "randomBytes" | "hashPassword" | "staffUsers">,
  email: string,
): Promise<{ user: StaffUser; password: string }> {
  const password = oneTimePassword(ports);
  const passwordHash = await ports.hashPassword(password);
  const user = await ports.staffUsers.changeAndSignOut(
    email.trim().toLowerCase(),
    (found) => found.setPassword(passwordHash, { isOneTime: true }),
  );
  if (!user) throw staffUserNotFound();
  return { user, password };
}
