import { z } from "zod";
import { answering, recordOf } from "../audit/audit_record.ts";
import { DomainError, validationError } from "../errors.ts";
import { parseInput, textField } from "../input.ts";
import { changeStaffUser } from "./team.ts";
import { hashFor, newPasswordField } from "./password.ts";
import { requireGoodPassword } from "./password_rules.ts";
import type { StaffCaller } from "./caller.ts";
import { auditFailures } from "./failed_sign_ins.ts";
import { userKey } from "./known_browser.ts";
import { checkWithinLimit } from "./sign_in.ts";
import type { Background, Clock, CommonPasswords, PasswordHashing } from "../platform.ts";
import type { StaffUsers } from "./staff_user.ts";
import type { SignInDelays, SignInLimits } from "./limits.ts";
import { say } from "../messages.ts";

/** Input of a change of the caller's own password. */
export const changePasswordInput = z.object({
  currentPassword: textField(128, "The current password"),
  newPassword: newPasswordField("The new password"),
});

type ChangePasswordPorts = Clock & PasswordHashing & CommonPasswords & {
  staffUsers: StaffUsers;
  signInLimits?: SignInLimits;
  background?: Background;
};

/**
 * Changes the caller's own password and ends the user's other sessions. Throws VALIDATION_ERROR, also for a wrong
 * current password, which counts as a failed sign-in; RATE_LIMIT_EXCEEDED after too many failures or changes
 * (core/access/README.md 9); CONFLICT if the password was changed by another request at the same time.
 */
export async function changePassword(
  ports: ChangePasswordPorts,
  caller: StaffCaller,
  input: unknown,
): Promise<void> {
  const { currentPassword, newPassword } = parseInput(changePasswordInput, input);
  // Before the limit: a refused choice must not count as a change.
  await requireGoodPassword(ports, newPassword, { field: "newPassword", owner: caller });
  const ref = { id: caller.staffUserId, organizationId: caller.organizationId };
  const attempt = { email: caller.email, ipAddress: caller.ipAddress, known: userKey(ref) };
  const check = async (delays: SignInDelays) => {
    const found = await ports.staffUsers.find(ref);
    const matching = await ports.matchPassword(
      currentPassword,
      found ? [found.passwordHash] : [],
      { from: caller.ipAddress },
    );
    const isRight = matching.length > 0;
    if (!isRight) ports.background?.runLater(() => auditFailures(ports, [ref], attempt));
    return isRight && delays.known === 0 ? found : undefined;
  };
  const isChange = newPassword !== currentPassword;
  const user = await checkWithinLimit(ports, attempt, check, {
    ...(isChange && { forgives: "address" }),
  });
  if (!user) {
    throw validationError({ field: "currentPassword", message: say("wrongPassword") });
  }
  if (!isChange) {
    throw validationError({
      field: "newPassword",
      message: say("samePassword"),
    });
  }
  const passwordHash = await hashFor(ports, newPassword, caller);
  const { actor } = caller;
  await caller.requireStill?.();
  await changeStaffUser(ports, ref, {
    ends: { allBut: caller.sessionId },
    change(found) {
      if (found.passwordHash !== user.passwordHash) {
        throw new DomainError(
          "CONFLICT",
          say("passwordChanged"),
        );
      }
      found.setPassword(passwordHash, { isOneTime: false, now: ports.now() });
    },
    audit: ({ user: found }) =>
      recordOf(found, {
        actor: answering(actor, null),
        action: "staff.password_changed",
        at: ports.now(),
      }),
  });
}
