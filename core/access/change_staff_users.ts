import {
  type Actor,
  changesBetween,
  ifChanged,
  operator,
  recordOf,
} from "../audit/audit_record.ts";
import type { Ports } from "../ports.ts";
import {
  changeStaffUser,
  findStaffUser,
  refuseForLastOwner,
  roleField,
  staffUserIdInput,
  type StaffUserView,
  toStaffUserView,
} from "./team.ts";
import type { StaffUser, StaffUserAddress, StaffUserRef } from "./staff_user.ts";
import { parseInput } from "../input.ts";
import { actorOf, type StaffCaller } from "./staff_caller.ts";
import { hashFor, oneTimePassword } from "./password.ts";

/**
 * Disables a staff user and ends all sessions of the user. Does nothing if the user is already disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER of an organization (core/access/README.md 2) and for an e-mail
 * address of several organizations.
 */
export async function disableStaffUser(
  ports: Pick<Ports, "now" | "staffUsers">,
  which: StaffUserRef | StaffUserAddress,
  actor: Actor = operator,
): Promise<StaffUser> {
  const at = ports.now();
  const { user } = await changeStaffUser(ports, await findStaffUser(ports, which), {
    ends: "every session",
    change(found, context) {
      refuseForLastOwner(found, context, "disabled");
      found.disable(at);
    },
    audit: (found, { disabledAt }) =>
      disabledAt ? null : recordOf(found, { actor, action: "staff.disabled", at }),
  });
  return user;
}

/**
 * Enables a disabled staff user with the same role and password as before. Does nothing if the user is not disabled.
 * Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND.
 */
export async function enableStaffUser(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  const { organizationId, timeZone } = caller;
  const action = { actor: actorOf(caller), action: "staff.enabled", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change: (user) => user.enable(),
    audit: (user, { disabledAt }) => disabledAt ? recordOf(user, action) : null,
  });
  return toStaffUserView(member, timeZone);
}

/** Input of a new role for a staff user. */
export const setStaffUserRoleInput = staffUserIdInput.extend({ role: roleField });

/**
 * Changes the role of a staff user. The next request of the user has the new role; sessions continue. Throws
 * VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER (core/access/README.md 2).
 */
export async function setStaffUserRole(
  ports: Pick<Ports, "now" | "staffUsers">,
  caller: StaffCaller,
  input: unknown,
): Promise<StaffUserView> {
  const { id, role } = parseInput(setStaffUserRoleInput, input);
  const { organizationId, timeZone } = caller;
  const action = { actor: actorOf(caller), action: "staff.role_changed", at: ports.now() } as const;
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change(user, context) {
      if (role !== "OWNER") refuseForLastOwner(user, context, "given another role");
      user.role = role;
    },
    audit: (user, before) => {
      const changes = changesBetween(before, user, { fields: ["role"] });
      return ifChanged(recordOf(user, { ...action, changes }));
    },
  });
  return toStaffUserView(member, timeZone);
}

/**
 * Replaces a staff user's password by a one-time password and ends all sessions of the user. Returns the password,
 * which is never returned again and must be changed at the next sign-in. A disabled user stays disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for an e-mail address of several organizations.
 */
export async function resetPassword(
  ports: Pick<Ports, "now" | "randomBytes" | "hashPassword" | "staffUsers">,
  which: StaffUserRef | StaffUserAddress,
  actor: Actor = operator,
): Promise<{ user: StaffUser; password: string }> {
  const password = oneTimePassword(ports);
  const named = await findStaffUser(ports, which);
  const passwordHash = await hashFor(ports, named.email, password);
  const { user } = await changeStaffUser(ports, named, {
    ends: "every session",
    change: (found) => found.setPassword(passwordHash, { isOneTime: true }),
    audit: (found) => recordOf(found, { actor, action: "staff.password_reset", at: ports.now() }),
  });
  return { user, password };
}
