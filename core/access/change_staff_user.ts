import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffUser, StaffUserChange, StaffUserRef, TeamMember } from "./staff_user.ts";

/** Locks a staff user and changes it. Throws STAFF_USER_NOT_FOUND and the errors of `change`. */
export async function changeStaffUser(
  { staffUsers }: Pick<Ports, "staffUsers">,
  { id, organizationId }: StaffUserRef,
  change: StaffUserChange,
): Promise<TeamMember> {
  const member = await staffUsers.change({ id, organizationId }, change);
  if (member) return member;
  throw new DomainError("STAFF_USER_NOT_FOUND", "No staff user has this id");
}

/**
 * Throws CONFLICT if the user is the last OWNER who is not disabled (core/access/README.md 2). `refused` completes the
 * message: "disabled".
 */
export function refuseForLastOwner(
  { role, disabledAt }: StaffUser,
  { activeOwners }: { activeOwners: number },
  refused: string,
): void {
  if (role !== "OWNER" || disabledAt !== null || activeOwners > 1) return;
  throw new DomainError(
    "CONFLICT",
    `The last OWNER of an organization cannot be ${refused}. Make another staff user OWNER first.`,
  );
}
