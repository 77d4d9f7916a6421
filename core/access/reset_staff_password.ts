import { parseInput } from "../input.ts";
import type { Ports } from "../ports.ts";
import { changeMember } from "./change_member.ts";
import { oneTimePassword } from "./password.ts";
import type { StaffCaller } from "./staff_caller.ts";
import { staffUserIdInput } from "./team.ts";

/**
 * Replaces the password of a staff user of the caller's organization by a one-time one, returned this once,
 * and ends the user's sessions. A disabled user stays disabled. Throws VALIDATION_ERROR or
 * STAFF_USER_NOT_FOUND.
 */
export async function resetStaffPassword(
  ports: Pick<Ports, "now" | "randomBytes" | "hashPassword" | "team">,
  caller: StaffCaller,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const { id } = parseInput(staffUserIdInput, input);
  const password = oneTimePassword(ports);
  const passwordHash = await ports.hashPassword(password);
  await changeMember(ports, caller, {
    id,
    action: "staff.password_reset",
    endsSessions: true,
    change(user) {
      user.setPassword(passwordHash, { isOneTime: true });
      return [];
    },
  });
  return { id, oneTimePassword: password };
}
