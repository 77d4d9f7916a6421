import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffUser, StaffUserChange, StaffUserRef, TeamMember } from "./staff_user.ts";

/** Changes a staff user under its lock. Throws STAFF_USER_NOT_FOUND, and what `change` throws. */
export async function changeStaffUser(
  { staffUsers }: Pick<Ports, "staffUsers">,
  ref: StaffUserRef,
  change: StaffUserChange,
): Promise<TeamMember> {
  const isEmail = typeof ref === "string";
  const member = await staffUsers.change(isEmail ? ref.trim().toLowerCase() : ref, change);
  if (member) return member;
  const what = isEmail ? "e-mail address" : "id";
  throw new DomainError("STAFF_USER_NOT_FOUND", `There is no staff user with this ${what}`);
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
