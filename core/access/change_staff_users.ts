import { answering, changesBetween, ifChanged, recordOf } from "../audit/audit_record.ts";
import {
  changeStaffUser,
  findStaffUser,
  refuseForLastOwner,
  roleField,
  staffUserIdInput,
  type StaffUserView,
  toStaffUserView,
} from "./team.ts";
import { parseInput } from "../input.ts";
import {
  boundTo,
  departmentIdsField,
  type DepartmentLookup,
  requireBindable,
} from "./bound_departments.ts";
import { hashFor, oneTimePassword } from "./password.ts";
import type { Caller, Operator } from "./caller.ts";
import type { Clock, PasswordHashing, Randomness } from "../platform.ts";
import type { StaffUsers } from "./staff_user.ts";

/**
 * Disables a staff user and ends all sessions of the user. Does nothing if the user is already disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER of an organization (core/access/README.md 2) and for an e-mail
 * address of several organizations.
 */
export async function disableStaffUser(
  ports: Clock & { staffUsers: StaffUsers },
  { organizationId, actor, timeZone }: Caller | Operator,
  input: unknown,
): Promise<StaffUserView> {
  const at = ports.now();
  const found = await findStaffUser(ports, organizationId, input);
  const member = await changeStaffUser(ports, found, {
    ends: "every session",
    change(found, context) {
      refuseForLastOwner(found, context, "disabled");
      found.disable(at);
    },
    audit(member, { disabledAt }) {
      const by = answering(actor, toStaffUserView(member, timeZone));
      return disabledAt ? null : recordOf(member.user, { actor: by, action: "staff.disabled", at });
    },
  });
  return toStaffUserView(member, timeZone);
}

/**
 * Enables a disabled staff user with the same role and password as before. Does nothing if the user is not disabled.
 * Throws VALIDATION_ERROR or STAFF_USER_NOT_FOUND.
 */
export async function enableStaffUser(
  ports: Clock & { staffUsers: StaffUsers },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<StaffUserView> {
  const { id } = parseInput(staffUserIdInput, input);
  const at = ports.now();
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change: (user) => user.enable(),
    audit(member, { disabledAt }) {
      const by = answering(actor, toStaffUserView(member, timeZone));
      return disabledAt ? recordOf(member.user, { actor: by, action: "staff.enabled", at }) : null;
    },
  });
  return toStaffUserView(member, timeZone);
}

/** Input of a new role for a staff user. Without `departmentIds` the departments do not change; null means all. */
export const setStaffUserRoleInput = staffUserIdInput.extend({
  role: roleField,
  departmentIds: departmentIdsField,
});

/**
 * Changes the role and the departments of a staff user. The next request of the user has them; sessions continue. Throws
 * VALIDATION_ERROR, STAFF_USER_NOT_FOUND, or CONFLICT for the last OWNER (core/access/README.md 2 and 12).
 */
export async function setStaffUserRole(
  ports: Clock & DepartmentLookup & { staffUsers: StaffUsers },
  { organizationId, actor, timeZone }: Caller,
  input: unknown,
): Promise<StaffUserView> {
  const { id, role, departmentIds } = parseInput(setStaffUserRoleInput, input);
  await requireBindable(ports, organizationId, { role, departmentIds });
  const at = ports.now();
  const member = await changeStaffUser(ports, { id, organizationId }, {
    ends: "no session",
    change(user, context) {
      if (role !== "OWNER") refuseForLastOwner(user, context, "given another role");
      user.departmentIds = boundTo(user, { role, departmentIds });
      user.role = role;
    },
    audit(member, before) {
      const changes = changesBetween(before, member.user, { fields: ["role", "departmentIds"] });
      const by = answering(actor, toStaffUserView(member, timeZone));
      return ifChanged(
        recordOf(member.user, { actor: by, action: "staff.role_changed", changes, at }),
      );
    },
  });
  return toStaffUserView(member, timeZone);
}

/**
 * Removes the second factors and recovery codes of a staff user who has lost them, and ends all sessions of the user.
 * Only an operator calls it. Throws STAFF_USER_NOT_FOUND, or CONFLICT for an e-mail address of several organizations.
 */
export async function resetFactors(
  ports: Clock & { staffUsers: StaffUsers },
  { organizationId, actor }: Pick<Caller | Operator, "organizationId" | "actor">,
  input: unknown,
): Promise<{ id: number }> {
  const found = await findStaffUser(ports, organizationId, input);
  await changeStaffUser(ports, found, {
    ends: "every session",
    removesFactors: true,
    change() {},
    audit: ({ user }) => recordOf(user, { actor, action: "staff.factors_reset", at: ports.now() }),
  });
  return { id: found.id };
}

/**
 * Replaces a staff user's password by a one-time password and ends all sessions of the user. Returns the password,
 * which is never returned again and must be changed at the next sign-in. A disabled user stays disabled. Throws
 * STAFF_USER_NOT_FOUND, or CONFLICT for an e-mail address of several organizations.
 */
export async function resetPassword(
  ports: Clock & Randomness & Pick<PasswordHashing, "hashPassword"> & { staffUsers: StaffUsers },
  { organizationId, actor, requireStill }: Pick<
    Caller | Operator,
    "organizationId" | "actor" | "requireStill"
  >,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const password = oneTimePassword(ports);
  const named = await findStaffUser(ports, organizationId, input);
  const passwordHash = await hashFor(ports, password, { email: named.email, actor });
  await requireStill?.();
  await changeStaffUser(ports, named, {
    ends: "every session",
    change: (found) => found.setPassword(passwordHash, { isOneTime: true, now: ports.now() }),
    audit: ({ user }) => recordOf(user, { actor, action: "staff.password_reset", at: ports.now() }),
  });
  return { id: named.id, oneTimePassword: password };
}
