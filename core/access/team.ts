import { z } from "zod";
import type { Audited } from "../audit/audit_record.ts";
import { idField, requiredOr } from "../input.ts";
import { formatInstant } from "../local_date_time.ts";
import { type Role, roles, type StaffUser } from "./staff_user.ts";

/** Names a staff user of the caller's organization. */
export const staffUserIdInput = z.object({ id: idField("The staff user") });

/** A role that somebody is given. */
export const roleField = z.enum(roles, { error: requiredOr(`Must be ${roles.join(", ")}`) });

/** Which staff user is meant; one of another organization is none. */
export interface StaffUserName {
  id: number;
  organizationId: number;
}

/** A staff user, with when the user was last active as far as sessions tell; null where there is none. */
export interface TeamMember {
  user: StaffUser;
  lastActiveAt: Temporal.Instant | null;
}

/**
 * Changes a user under its lock; `activeOwners` counts the organization's OWNERs who are not disabled, under
 * their locks. What it throws undoes everything.
 */
export type ChangeMember = (user: StaffUser, context: { activeOwners: number }) => void;

/** The staff users of one organization, as its OWNERs manage them. */
export interface Team {
  /** All, by id. */
  list(organizationId: number): Promise<TeamMember[]>;
  /** Changes a user; undefined where there is none. */
  change(
    name: StaffUserName,
    change: ChangeMember,
    audit: Audited<StaffUser>,
  ): Promise<TeamMember | undefined>;
  /** As `change`, and ends all sessions of the user in the same transaction. */
  changeAndSignOut(
    name: StaffUserName,
    change: ChangeMember,
    audit: Audited<StaffUser>,
  ): Promise<TeamMember | undefined>;
}

/** A staff user as ADMINs and OWNERs see the team. */
export interface StaffUserView {
  id: number;
  email: string;
  name: string;
  role: Role;
  isDisabled: boolean;
  mustChangePassword: boolean;
  createdAt: string;
  /** At most a minute late; null where no session is left to tell. */
  lastActiveAt: string | null;
}

/** What is shown of a staff user, with times of the organization's zone. */
export function describeMember(
  { user, lastActiveAt }: TeamMember,
  timeZone: string,
): StaffUserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    role: user.role,
    isDisabled: user.disabledAt !== null,
    mustChangePassword: user.mustChangePassword,
    createdAt: formatInstant(user.createdAt, timeZone),
    lastActiveAt: lastActiveAt && formatInstant(lastActiveAt, timeZone),
  };
}
