import { z } from "zod";
import { changesBetween, recordOf } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import { nameField, parseInput } from "../input.ts";
import { departmentIdsField, type DepartmentLookup, requireBindable } from "./bound_departments.ts";
import { emailField, hashFor, newPasswordField, oneTimePassword } from "./password.ts";
import { requireGoodPassword } from "./password_rules.ts";
import { requireRoom } from "./organization_size.ts";
import { requireOrganization } from "./organizations.ts";
import { StaffUser, type StaffUsers } from "./staff_user.ts";
import { roleField } from "./team.ts";
import type { Caller } from "./caller.ts";
import type { Clock, CommonPasswords, PasswordHashing, Randomness } from "../platform.ts";
import type { Organizations } from "./organization.ts";
import { say } from "../messages.ts";

/** Input of a new staff user. */
const createStaffUserInput = z.object({
  email: emailField,
  name: nameField(255, "Name of the person"),
  role: roleField,
  departmentIds: departmentIdsField,
  password: newPasswordField("Password").optional(),
});

/**
 * Adds a staff user to an organization. Without `password` it generates a one-time password, which must be changed at
 * the first sign-in. Returns the password, which is never returned again. Throws VALIDATION_ERROR,
 * ORGANIZATION_NOT_FOUND, or CONFLICT if the organization already has the e-mail address.
 */
export async function createStaffUser(
  ports:
    & Clock
    & Randomness
    & CommonPasswords
    & DepartmentLookup
    & Pick<PasswordHashing, "hashPassword">
    & {
      organizations: Organizations;
      staffUsers: StaffUsers;
    },
  { organizationId, actor, requireStill }: Pick<
    Caller,
    "organizationId" | "actor" | "requireStill"
  >,
  input: unknown,
): Promise<{ user: StaffUser; password: string }> {
  const wanted = parseInput(createStaffUserInput, input);
  const { name: organizationName } = await requireOrganization(ports, organizationId);
  await requireRoom(ports, organizationId, "staffUsers");
  await requireBindable(ports, organizationId, wanted);
  if (wanted.password !== undefined) {
    const owner = { ...wanted, organizationName };
    await requireGoodPassword(ports, wanted.password, { field: "password", owner });
  }
  const password = wanted.password ?? oneTimePassword(ports);
  const user = new StaffUser({
    email: wanted.email,
    name: wanted.name,
    role: wanted.role,
    passwordHash: await hashFor(ports, password, { email: wanted.email, actor }),
    mustChangePassword: wanted.password === undefined,
    createdAt: ports.now(),
  });
  user.organizationId = organizationId;
  user.departmentIds = wanted.departmentIds ?? null;
  // The hash may have waited for its turn, and the password would be a way back for a caller who was disabled meanwhile.
  await requireStill?.();
  const isAdded = await ports.staffUsers.add(user, (added) =>
    recordOf(added, {
      actor,
      action: "staff.created",
      changes: changesBetween<Partial<StaffUser>>({}, added, {
        fields: ["role", "departmentIds"],
      }),
      at: added.createdAt,
    }));
  if (isAdded) return { user, password };
  throw new DomainError("CONFLICT", say("emailTaken"));
}

/** Input of an invitation. */
export const inviteStaffUserInput = z.object({
  email: emailField,
  name: nameField(255, "Name of the person"),
  role: roleField,
  departmentIds: departmentIdsField,
});

/**
 * Adds a staff user to the caller's organization. Returns a one-time password, which is never returned again and must
 * be changed at the first sign-in. Throws VALIDATION_ERROR, or CONFLICT if the organization already has the e-mail
 * address. Accounts of other organizations make no difference (core/access/README.md 9).
 */
export async function inviteStaffUser(
  ports: Parameters<typeof createStaffUser>[0],
  caller: Pick<Caller, "organizationId" | "actor" | "requireStill">,
  input: unknown,
): Promise<{ id: number; oneTimePassword: string }> {
  const added = await createStaffUser(ports, caller, parseInput(inviteStaffUserInput, input));
  return { id: added.user.id, oneTimePassword: added.password };
}
