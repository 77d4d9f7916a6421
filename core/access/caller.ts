import { z } from "zod";
import { type Actor, operator } from "../audit/audit_record.ts";
import { type Role, roles } from "./staff_user.ts";
import { id, text } from "../view_fields.ts";

/** A signed-in user, as read from the database for this request. */
export interface SignedInUser {
  sessionId: string;
  staffUserId: number;
  email: string;
  name: string;
  role: Role;
  /** The departments that the user is bound to, by id; null for all (core/access/README.md 12). */
  departmentIds: readonly number[] | null;
  mustChangePassword: boolean;
  /** Whether the user has a second factor. */
  hasFactor: boolean;
  /** Whether the organization requires a second factor of the role, and the user has none. */
  mustAddFactor: boolean;
  /** Whether the organization's identity provider began the session (core/access/README.md 15). */
  bySso: boolean;
  /** When the session last proved who the user is. */
  provedAt: Temporal.Instant;
  organizationId: number;
  organizationName: string;
  timeZone: string;
}

/** Who acts in an organization. The audit log names the actor. */
export interface Caller {
  actor: Actor;
  organizationId: number;
  /** Of the times in answers. */
  timeZone: string;
  /**
   * Checks again that the caller may do this. Called after a wait, and while a long answer is sent. Throws like the first
   * check. An operator has none.
   */
  requireStill?: () => Promise<void>;
}

/** The operator at the command line, whose commands name a row of any organization by its id. Times are in UTC. */
export type Operator = Omit<Caller, "organizationId"> & { organizationId?: undefined };

/** The caller of a command that names a row by its id. */
export const operatorCaller: Operator = { actor: operator, timeZone: "UTC" };

/** Makes the caller of a command in one organization. */
export function operatorIn(organizationId: number): Caller {
  return { ...operatorCaller, organizationId };
}

/** Identifies a row for a caller: of the caller's organization, or for the operator of any. */
export function refFor(
  { organizationId }: { organizationId?: number | undefined },
  id: number,
): { id: number; organizationId?: number } {
  return organizationId === undefined ? { id } : { id, organizationId };
}

/** The caller of a staff surface. */
export interface StaffCaller extends SignedInUser, Caller {
  ipAddress: string;
  /** The `Idempotency-Key` of the request. */
  idempotencyKey?: string;
  /** Aborted when the client no longer waits for the answer. */
  signal?: AbortSignal;
}

/** The caller of a read that may wait for its turn among the heavy work. */
export type WaitingCaller = Pick<
  StaffCaller,
  "organizationId" | "timeZone" | "signal" | "requireStill"
>;

/** Makes the audit actor of a staff user. */
export function staffActor(
  { staffUserId, name, ipAddress }: Pick<StaffCaller, "staffUserId" | "name" | "ipAddress">,
): Actor {
  return { kind: "STAFF", id: staffUserId, name, ipAddress };
}

/** Makes the caller of a signed-in user's request. */
export function staffCallerOf(user: SignedInUser, ipAddress: string): StaffCaller {
  return { ...user, ipAddress, actor: staffActor({ ...user, ipAddress }) };
}

/** A session: the signed-in user and the organization. */
export const sessionView = z
  .object({
    user: z
      .object({
        id: id("Id of the user", 3),
        email: text("E-mail address", "ada@example.org"),
        name: text("Name", "Ada Lovelace"),
        role: z.enum(roles).meta({ description: "Role of the user", examples: ["ADMIN"] }),
      })
      .meta({ description: "The user" }),
    organization: z
      .object({
        id: id("Id of the organization", 1),
        name: text("Name of the organization", "Demo City"),
        timeZone: text("IANA time zone of local times", "Europe/Berlin"),
      })
      .meta({ description: "The user's organization" }),
  })
  .meta({ id: "StaffSession", description: "The signed-in user and the organization" });

/** Makes the view of a session. */
export function toSessionView(caller: StaffCaller): z.output<typeof sessionView> {
  const { staffUserId, email, name, role, organizationId, organizationName, timeZone } = caller;
  return {
    user: { id: staffUserId, email, name, role },
    organization: { id: organizationId, name: organizationName, timeZone },
  };
}
