import { z } from "zod";
import { idField, parseInput, requiredOr, textField } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import {
  type Role,
  roles,
  type StaffUser,
  type StaffUserChange,
  type StaffUserRef,
  type StaffUsers,
  type TeamMember,
} from "./staff_user.ts";
import type { StaffCaller } from "./caller.ts";
import { DomainError } from "../errors.ts";
import { say } from "../messages.ts";

/** Input with the id of a staff user. */
export const staffUserIdInput = z.object({ id: idField("Id of the staff user") });

/** Input with the e-mail address of a staff user, for operators. */
const staffUserEmailInput = z.object({ email: textField(254, "E-mail address of the staff user") });

/** The role of a staff user. */
export const roleField = z.enum(roles, { error: requiredOr("mustBe", { what: roles.join(", ") }) });

/** A staff user as ADMIN and OWNER see the team; times are local to the organization. */
export interface StaffUserView {
  id: number;
  email: string;
  name: string;
  role: Role;
  /** The departments that the user is bound to, by id; null for all. */
  departmentIds: number[] | null;
  isDisabled: boolean;
  mustChangePassword: boolean;
  /** When the one-time password ends; null if there is none, or if it has no end. */
  oneTimePasswordEndsAt: string | null;
  createdAt: string;
  /** At most a minute late; null if the user has no session. */
  lastActiveAt: string | null;
}

/** Makes the view of a staff user. */
export function toStaffUserView(
  { user, lastActiveAt }: TeamMember,
  timeZone: string,
): StaffUserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    departmentIds: user.departmentIds,
    isDisabled: user.disabledAt !== null,
    mustChangePassword: user.mustChangePassword,
    oneTimePasswordEndsAt: user.mustChangePassword && user.oneTimeUntil
      ? formatInstant(user.oneTimeUntil, timeZone)
      : null,
    createdAt: formatInstant(user.createdAt, timeZone),
    lastActiveAt: lastActiveAt && formatInstant(lastActiveAt, timeZone),
  };
}

/** Lists the staff users of the caller's organization by id, disabled users too. */
export async function listStaffUsers(
  { staffUsers }: { staffUsers: StaffUsers },
  { organizationId, timeZone }: Pick<StaffCaller, "organizationId" | "timeZone">,
): Promise<StaffUserView[]> {
  return (await staffUsers.list(organizationId)).map((member) => toStaffUserView(member, timeZone));
}

/**
 * Returns a staff user. Throws STAFF_USER_NOT_FOUND, or CONFLICT if staff users of several organizations have the
 * e-mail address (core/access/README.md 9).
 */
export async function findStaffUser(
  { staffUsers }: { staffUsers: StaffUsers },
  organizationId: number | undefined,
  input: unknown,
): Promise<StaffUser> {
  if (typeof input === "object" && input !== null && "email" in input && !("id" in input)) {
    const { email } = parseInput(staffUserEmailInput, input);
    return await findByEmail(staffUsers, { email, organizationId });
  }
  const { id } = parseInput(staffUserIdInput, input);
  const user = organizationId && await staffUsers.find({ id, organizationId });
  if (user) return user;
  throw new DomainError("STAFF_USER_NOT_FOUND", say("staffUserNotFound"));
}

async function findByEmail(
  staffUsers: StaffUsers,
  { email, organizationId }: { email: string; organizationId: number | undefined },
): Promise<StaffUser> {
  const users = (await staffUsers.listByEmail(email.trim().toLowerCase()))
    .filter((user) => organizationId === undefined || user.organizationId === organizationId);
  const [user, ...others] = users;
  if (!user) {
    throw new DomainError(
      "STAFF_USER_NOT_FOUND",
      say("staffEmailNotFound"),
    );
  }
  if (others.length === 0) return user;
  const organizations = users.map((one) => one.organizationId).join(", ");
  throw new DomainError(
    "CONFLICT",
    say("ambiguousEmail", { organizations }),
  );
}

/** Locks a staff user and changes it. Throws STAFF_USER_NOT_FOUND and the errors of `change`. */
export async function changeStaffUser(
  { staffUsers }: { staffUsers: StaffUsers },
  { id, organizationId }: StaffUserRef,
  change: StaffUserChange,
): Promise<TeamMember> {
  const member = await staffUsers.change({ id, organizationId }, change);
  if (member) return member;
  throw new DomainError("STAFF_USER_NOT_FOUND", say("staffUserNotFound"));
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
    say("lastOwner", { refused }),
  );
}
