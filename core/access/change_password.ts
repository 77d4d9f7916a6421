import { z } from "zod";
import { recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import { parseInput, textField } from "../input.ts";
import type { Ports } from "../ports.ts";
import { checkWithinLimit } from "./check_within_limit.ts";
import { changeStaffUser } from "./change_staff_user.ts";
import { newPasswordField } from "./password.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";

/** What is asked for to change one's own password. */
export const changePasswordInput = z.object({
  currentPassword: textField(128, "The password until now"),
  newPassword: newPasswordField("The password from now on"),
});

type ChangePasswordPorts = Pick<
  Ports,
  "now" | "hashPassword" | "verifyPassword" | "staffUsers" | "signInLimits"
>;

/**
 * Replaces the caller's own password and ends the user's other sessions. Throws VALIDATION_ERROR, also for a
 * wrong current password, which counts as a failure to sign in; RATE_LIMIT_EXCEEDED after too many of these;
 * CONFLICT when the password was changed from elsewhere meanwhile.
 */
export async function changePassword(
  ports: ChangePasswordPorts,
  caller: StaffCaller,
  input: unknown,
  { ipAddress }: { ipAddress: string },
): Promise<void> {
  const { currentPassword, newPassword } = parseInput(changePasswordInput, input);
  const attempt = { email: caller.email, ipAddress };
  const user = await checkWithinLimit(ports, attempt, async () => {
    const found = await ports.staffUsers.findByEmail(caller.email);
    const isRight = await ports.verifyPassword(currentPassword, found?.passwordHash);
    return isRight ? found : undefined;
  });
  if (!user) {
    throw validationError({ field: "currentPassword", message: "Is not the current password" });
  }
  if (newPassword === currentPassword) {
    throw validationError({
      field: "newPassword",
      message: "Must be another than the current one",
    });
  }
  const passwordHash = await ports.hashPassword(newPassword);
  const actor = actorOf({ ...caller, ipAddress });
  await changeStaffUser(ports, caller.email, {
    ends: { allBut: caller.sessionId },
    change(found) {
      if (found.passwordHash !== user.passwordHash) {
        throw new DomainError("CONFLICT", "The password was changed meanwhile; sign in again");
      }
      found.setPassword(passwordHash, { isOneTime: false });
    },
    audit: (found) => recordOf(found, { actor, action: "staff.password_changed", at: ports.now() }),
  });
}
