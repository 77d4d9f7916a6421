import { recordOf } from "../audit/audit_record.ts";
import type { Clock } from "../platform.ts";
import { staffActor } from "./caller.ts";
import type { SignInAttempt, SignInLimits } from "./limits.ts";
import type { StaffUserRef, StaffUsers } from "./staff_user.ts";

type FailurePorts = Clock & { staffUsers: StaffUsers; signInLimits?: SignInLimits };

/**
 * Audits a wrong password, code or proof for each account that it is for, without what was typed (core/access/README.md 5). Of
 * many failures from one address, the first is audited and then each doubling of their number in 24 hours, with how many
 * there were since the last entry. So nobody fills the audit by guessing.
 */
export async function auditFailures(
  { now, staffUsers, signInLimits }: FailurePorts,
  users: readonly StaffUserRef[],
  attempt: SignInAttempt,
): Promise<void> {
  if (users.length === 0) return;
  const at = now();
  const count = await signInLimits?.countFailure(attempt) ?? 1;
  if (!Number.isInteger(Math.log2(count))) return;
  const changes = [{ field: "failures", before: null, after: Math.ceil(count / 2) }];
  for (const { id, organizationId } of users) {
    await staffUsers.change({ id, organizationId }, {
      ends: "no session",
      change: () => {},
      audit({ user }) {
        const { ipAddress } = attempt;
        const actor = staffActor({ staffUserId: id, name: user.name, ipAddress });
        return recordOf(user, { actor, action: "staff.sign_in_failed", changes, at });
      },
    });
  }
}
