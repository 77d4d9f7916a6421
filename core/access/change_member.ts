import type { AuditAction, FieldChange } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import type { StaffUser } from "./staff_user.ts";
import { describeMember, type StaffUserView } from "./team.ts";

/** What is to become of a staff user. */
export interface MemberChange {
  id: number;
  action: AuditAction;
  endsSessions: boolean;
  /** Changes the user and says in what; null where it was so already, which the audit then leaves out. */
  change(user: StaffUser, context: { activeOwners: number }): FieldChange[] | null;
}

/**
 * Changes a staff user of the caller's organization under its lock. Throws STAFF_USER_NOT_FOUND, and what
 * `change` throws.
 */
export async function changeMember(
  { now, team }: Pick<Ports, "now" | "team">,
  caller: StaffCaller,
  { id, action, endsSessions, change }: MemberChange,
): Promise<StaffUserView> {
  const { organizationId, timeZone } = caller;
  let changes: FieldChange[] | null = null;
  const member = await team[endsSessions ? "changeAndSignOut" : "change"](
    { id, organizationId },
    (user, context) => {
      changes = change(user, context);
    },
    ({ name }) =>
      changes && {
        organizationId,
        actor: actorOf(caller),
        action,
        subjectId: id,
        subjectName: name,
        environment: null,
        changes,
        at: now(),
      },
  );
  if (!member) {
    throw new DomainError("STAFF_USER_NOT_FOUND", "There is no staff user with this id");
  }
  return describeMember(member, timeZone);
}

/** Throws CONFLICT for the last OWNER who is not disabled (decisions 1); `what` must not become of that one. */
export function refuseForLastOwner(
  { role, disabledAt }: StaffUser,
  { activeOwners }: { activeOwners: number },
  what: string,
): void {
  if (role !== "OWNER" || disabledAt !== null || activeOwners > 1) return;
  throw new DomainError("CONFLICT", `The last OWNER of an organization cannot be ${what}`);
}
