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
): Promise<StaffUser> {
  const user = await staffUsers.changeAndSignOut(email.trim().toLowerCase(), (found, context) => {
    if (found.role === "OWNER" && found.disabledAt === null && context.activeOwners <= 1) {
      throw new DomainError("CONFLICT", "The last OWNER of an organization cannot be disabled");
    }
    found.disable(now());
  });
  if (!user) throw staffUserNotFound();
  return user;
}

/** The refusal of an e-mail address that no account has. */
export function staffUserNotFound(): DomainError {
  return new DomainError("STAFF_USER_NOT_FOUND", "There is no staff user with this e-mail address");
}
