import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffUser, StaffUserAddress, StaffUserRef } from "./staff_user.ts";

/**
 * Returns a staff user. Throws STAFF_USER_NOT_FOUND, or CONFLICT if staff users of several organizations have the
 * e-mail address (core/access/README.md 9).
 */
export async function findStaffUser(
  { staffUsers }: Pick<Ports, "staffUsers">,
  which: StaffUserRef | StaffUserAddress,
): Promise<StaffUser> {
  if (typeof which === "object" && "id" in which) {
    const user = await staffUsers.find(which);
    if (user) return user;
    throw new DomainError("STAFF_USER_NOT_FOUND", "No staff user has this id");
  }
  const { email, organizationId = undefined } = typeof which === "string"
    ? { email: which }
    : which;
  const users = (await staffUsers.listByEmail(email.trim().toLowerCase()))
    .filter((user) => organizationId === undefined || user.organizationId === organizationId);
  const [user, ...others] = users;
  if (!user) {
    throw new DomainError(
      "STAFF_USER_NOT_FOUND",
      "No staff user has this e-mail address",
    );
  }
  if (others.length === 0) return user;
  const organizations = users.map((one) => one.organizationId).join(", ");
  throw new DomainError(
    "CONFLICT",
    `Staff users of several organizations have this e-mail address: ${organizations}. ` +
      "Also name the organization.",
  );
}
