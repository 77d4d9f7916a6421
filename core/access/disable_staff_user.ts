import { type Actor, operator, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffUser } from "./staff_user.ts";

/**
 * Ends a staff user's access and sessions at once. Disabling again changes nothing. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER of an organization (decisions 1).
 */
export async function disableStaffUser(
  { now, staffUsers }: Pick<Ports, "now" | "staffUsers">,
  email: string,
  actor: Actor = operator,
): Promise<StaffUser> {
  const at = now();
  const disable = (found: StaffUser, { activeOwners }: { activeOwners: number }) => {
    if (found.role === "OWNER" && found.disabledAt === null && activeOwners <= 1) {
      throw new DomainError("CONFLICT", "The last OWNER of an organization cannot be disabled");
    }
    found.disable(at);
  };
  const user = await staffUsers.changeAndSignOut(
    email.trim().toLowerCase(),
    disable,
    null,
    (found, { disabledAt }) =>
      disabledAt ? null : recordOf(found, { actor, action: "staff.disabled", at }),
  );
  if (!user) throw staffUserNotFound();
  return user;
}

/** The refusal of an e-mail address that no account has. */
export function staffUserNotFound(): DomainError {
  return new DomainError("STAFF_USER_NOT_FOUND", "There is no staff user with this e-mail address");
}
