import type { Audited, AuditedChange } from "../audit/audit_record.ts";

/** Roles, from the most to the least powerful (decisions 1). */
export const roles = ["OWNER", "ADMIN", "STAFF"] as const;

/** What a staff user may do: OWNER everything, ADMIN all but the team, STAFF the front desk. */
export type Role = (typeof roles)[number];

/** Someone who signs in for an organization. E-mail addresses are unique and lower case. */
export class StaffUser {
  id!: number;
  organizationId!: number;
  email: string;
  name: string;
  role: Role;
  /** argon2id, as a PHC string. */
  passwordHash: string;
  /** True while the password is a one-time one, which must be changed before anything else. */
  mustChangePassword: boolean;
  createdAt: Temporal.Instant;
  disabledAt: Temporal.Instant | null = null;

  constructor(
    made: Pick<
      StaffUser,
      "email" | "name" | "role" | "passwordHash" | "mustChangePassword" | "createdAt"
    >,
  ) {
    this.email = made.email;
    this.name = made.name;
    this.role = made.role;
    this.passwordHash = made.passwordHash;
    this.mustChangePassword = made.mustChangePassword;
    this.createdAt = made.createdAt;
  }

  /** Ends the user's access; one that is disabled stays as it is. */
  disable(now: Temporal.Instant): void {
    this.disabledAt ??= now;
  }

  /** Lets the user in again. */
  enable(): void {
    this.disabledAt = null;
  }

  /** Replaces the password; a one-time one must be changed at the next sign-in. */
  setPassword(passwordHash: string, { isOneTime }: { isOneTime: boolean }): void {
    this.passwordHash = passwordHash;
    this.mustChangePassword = isOneTime;
  }
}

/** Identifies a staff user: by e-mail address, or by id within an organization. */
export type StaffUserRef = string | { id: number; organizationId: number };

/** A staff user, with when the user was last active as far as sessions tell; null where there is none. */
export interface TeamMember {
  user: StaffUser;
  lastActiveAt: Temporal.Instant | null;
}

/** What is to become of a staff user. */
export interface StaffUserChange {
  /** `activeOwners` counts the organization's OWNERs who are not disabled, under their locks. */
  change(user: StaffUser, context: { activeOwners: number }): void;
  /** Which of the user's sessions end with it. */
  ends: "no session" | "every session" | { allBut: string };
  audit: AuditedChange<StaffUser>;
}

/** The staff users of all organizations; `audit` is written with what it tells. */
export interface StaffUsers {
  findByEmail(email: string): Promise<StaffUser | undefined>;
  /** Keeps a new user and gives it its id; false when the e-mail is taken. */
  add(user: StaffUser, audit: Audited<StaffUser>): Promise<boolean>;
  /** Those of an organization, by id. */
  list(organizationId: number): Promise<TeamMember[]>;
  /**
   * Changes a user under its lock and, in the same transaction, ends what it says of the user's sessions. What
   * `change` throws undoes everything; undefined where there is no such user.
   */
  change(ref: StaffUserRef, change: StaffUserChange): Promise<TeamMember | undefined>;
}
