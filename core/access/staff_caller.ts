import type { Actor } from "../audit/audit_record.ts";
import { DomainError } from "../errors.ts";
import type { Role } from "./staff_user.ts";

/** A signed-in user as the database knows it at this moment. */
export interface SignedInUser {
  sessionId: string;
  staffUserId: number;
  email: string;
  name: string;
  role: Role;
  mustChangePassword: boolean;
  organizationId: number;
  organizationName: string;
  timeZone: string;
}

/** Who calls a staff surface, and from where. */
export interface StaffCaller extends SignedInUser {
  ipAddress: string;
  /** Aborted once nobody waits for the answer any more. */
  signal?: AbortSignal;
}

/** The caller as the audit names who does something. */
export function actorOf(
  { staffUserId, name, ipAddress }: Pick<StaffCaller, "staffUserId" | "name" | "ipAddress">,
): Actor {
  return { kind: "STAFF", id: staffUserId, name, ipAddress };
}

const ranks: Record<Role, number> = { STAFF: 0, ADMIN: 1, OWNER: 2 };

/**
 * Throws PASSWORD_CHANGE_REQUIRED while the caller's password is a one-time one, and FORBIDDEN unless the
 * caller has the role or a more powerful one (decisions 1).
 */
export function requireRole(caller: StaffCaller, role: Role): void {
  if (caller.mustChangePassword) {
    throw new DomainError(
      "PASSWORD_CHANGE_REQUIRED",
      "The password is a one-time one; change it before anything else",
    );
  }
  if (ranks[caller.role] >= ranks[role]) return;
  throw new DomainError(
    "FORBIDDEN",
    `This needs the role ${role}${role === "ADMIN" ? " or OWNER" : ""}`,
  );
}

/** Who is signed in, as staff are told (decisions 7, `GET /api/staff/session`). */
export function toSessionView(caller: StaffCaller) {
  const { staffUserId, email, name, role, organizationId, organizationName, timeZone } = caller;
  return {
    user: { id: staffUserId, email, name, role },
    organization: { id: organizationId, name: organizationName, timeZone },
  };
}
