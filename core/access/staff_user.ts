import type { Audited, AuditRecord } from "../audit/audit_record.ts";
import type { Session } from "./session.ts";

/** Roles, from the most to the least powerful (core/access/README.md 2). */
export const roles = ["OWNER", "ADMIN", "STAFF", "VIEWER"] as const;

/**
 * OWNER may do everything, ADMIN everything except managing the team, STAFF the work of the front desk. VIEWER reads the
 * desk and changes nothing.
 */
export type Role = (typeof roles)[number];

/** A one-time password ends this number of days after it was made. */
const oneTimeDays = 7;

/** A person who signs in for an organization. The e-mail address is lower case and unique in the organization. */
export class StaffUser {
  id!: number;
  organizationId!: number;
  email: string;
  name: string;
  role: Role;
  /** The departments that the user is bound to, by id; null for all. Only STAFF and VIEWER can be bound. */
  departmentIds: number[] | null = null;
  /** The argon2id hash as a PHC string. */
  passwordHash: string;
  /** True if the password is a one-time password, which must be changed first. */
  mustChangePassword: boolean;
  /** When a one-time password ends. Counts only with `mustChangePassword`: an older version of the service ignores it. */
  oneTimeUntil: Temporal.Instant | null;
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
    this.oneTimeUntil = made.mustChangePassword ? endOfOneTime(made.createdAt) : null;
  }

  /** Disables the user. Does nothing if the user is already disabled. */
  disable(now: Temporal.Instant): void {
    this.disabledAt ??= now;
  }

  /** Enables the user. */
  enable(): void {
    this.disabledAt = null;
  }

  /** Replaces the password. A one-time password must be changed at the next sign-in, within 7 days of `now`. */
  setPassword(
    passwordHash: string,
    { isOneTime, now }: { isOneTime: boolean; now: Temporal.Instant },
  ): void {
    this.passwordHash = passwordHash;
    this.mustChangePassword = isOneTime;
    this.oneTimeUntil = isOneTime ? endOfOneTime(now) : null;
  }

  /** Returns whether the user may sign in with the password: the user is not disabled, and a one-time password not over. */
  maySignInAt(now: Temporal.Instant): boolean {
    const hasEnded = this.mustChangePassword && this.oneTimeUntil !== null &&
      Temporal.Instant.compare(this.oneTimeUntil, now) <= 0;
    return this.disabledAt === null && !hasEnded;
  }
}

function endOfOneTime(madeAt: Temporal.Instant): Temporal.Instant {
  return madeAt.add({ hours: 24 * oneTimeDays });
}

/** Identifies a staff user. */
export interface StaffUserRef {
  id: number;
  organizationId: number;
}

/** A staff user with the last activity of the user's sessions; null if the user has no session. */
export interface TeamMember {
  user: StaffUser;
  lastActiveAt: Temporal.Instant | null;
}

/** The sessions of a user that a change ends. */
export type EndedSessions = "no session" | "every session" | { allBut: string } | { only: string };

/** A change of a staff user. */
export interface StaffUserChange {
  /** Changes the user. `activeOwners` is the number of OWNERs who are not disabled; they are locked. */
  change(user: StaffUser, context: { activeOwners: number }): void;
  /** The sessions of the user that the change ends. */
  ends: EndedSessions;
  /** Whether the second factors and recovery codes of the user are deleted. */
  removesFactors?: boolean;
  /**
   * Makes the audit record from the user after and before the change, and from the ended sessions, some of which may
   * have expired before. Null means: not audited.
   */
  audit(member: TeamMember, before: StaffUser, ended: readonly Session[]): AuditRecord | null;
}

/** The staff users of all organizations. `audit` makes the audit record of a change. */
export interface StaffUsers {
  /** Returns the staff users of all organizations with this e-mail address in the order of their ids. */
  listByEmail(email: string): Promise<StaffUser[]>;
  find(ref: StaffUserRef): Promise<StaffUser | undefined>;
  /** Stores a new user and sets its id. Returns false if the organization already has the e-mail address. */
  add(user: StaffUser, audit: Audited<StaffUser>): Promise<boolean>;
  /** Returns the staff users of an organization in the order of their ids. */
  list(organizationId: number): Promise<TeamMember[]>;
  /**
   * Locks a user, changes it and ends sessions of the user, in one transaction. If `change` throws, nothing is
   * stored. Returns undefined if the user does not exist.
   */
  change(ref: StaffUserRef, change: StaffUserChange): Promise<TeamMember | undefined>;
}
