import type { EntityManager } from "@mikro-orm/postgresql";
import {
  type EndedSessions,
  Organization,
  type Session,
  StaffUser,
  type StaffUserRef,
  type StaffUsers,
  type TeamMember,
} from "../../../core/ports.ts";
import { addAudited, copyOf, writeAuditIn } from "../audit/audited.ts";
import { type LoadLocked, withLocked } from "../audit/change_locked.ts";
import { sharingOrganization } from "../audit/share_organization.ts";
import { type Database, maxInt } from "../database/database.ts";
import { isUniqueViolation, orUnavailable } from "../database/faults.ts";
import { forUpdate } from "../database/units_of_work.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { sessionOf, type SessionRow } from "./sessions.ts";

const lastActive = `
  select staff_user_id as id, max(last_active_at)::text as at from sessions
  where organization_id = ? and staff_user_id = any(?::int[]) group by staff_user_id`;

const removeFactorsOf = ["factors", "recovery_codes"].map((table) =>
  `delete from ${table} where organization_id = ? and staff_user_id = ?`
);

// A statement of its own after the lock sees every session that was added before. An id may be any text.
const endSessions = `delete from sessions
  where organization_id = ? and staff_user_id = ? and id::text is distinct from ? and id::text = coalesce(?, id::text)
  returning id, organization_id as "organizationId", staff_user_id as "staffUserId",
    created_at::text as "createdAt", last_active_at::text as "lastActiveAt"`;

/** Implements core's `StaffUsers` in Postgres. */
export function createStaffUsers(database: Database): StaffUsers {
  const { openUnit } = database;
  return {
    listByEmail: (email) => orUnavailable(async () => inOpenOrganizations(await openUnit(), email)),
    find: (ref) =>
      orUnavailable(async () =>
        isPossible(ref)
          ? await (await openUnit()).findOne(StaffUser, { ...ref }) ?? undefined
          : undefined
      ),
    add: (user, audit) =>
      orUnavailable(async () => {
        try {
          await addAudited(database, user, audit);
          return true;
        } catch (error) {
          if (isUniqueViolation(error, "staff_users_email")) return false;
          throw error;
        }
      }),
    list: (organizationId) =>
      orUnavailable(async () => {
        const em = await openUnit();
        const users = await em.find(StaffUser, { organizationId }, { orderBy: { id: "asc" } });
        return await membersOf(em, organizationId, users);
      }),
    change: (ref, { change, ends, removesFactors, audit }) =>
      withLocked(database, lockWithOwners(ref), async ({ user, owners }, transaction) => {
        const { em } = transaction;
        const before = copyOf(user);
        change(user, { activeOwners: owners.length });
        await em.flush();
        for (const remove of removesFactors ? removeFactorsOf : []) {
          await em.execute(remove, [user.organizationId, user.id]);
        }
        const ended = await endSessionsOf(em, user, ends);
        const [member] = await membersOf(em, ref.organizationId, [user]);
        await writeAuditIn(transaction, audit(member!, before, ended));
        return member;
      }),
  };
}

/**
 * Returns a loader of a user and of the organization's OWNERs who are not disabled. It locks all of them, in the order
 * of their ids: if two OWNERs disable each other at once, the second one waits and then sees the first one's change.
 */
function lockWithOwners(ref: StaffUserRef): LoadLocked<{ user: StaffUser; owners: StaffUser[] }> {
  const { id, organizationId } = ref;
  return sharingOrganization(organizationId, async (em) => {
    if (!isPossible(ref)) return undefined;
    const locked = await em.find(
      StaffUser,
      { organizationId, $or: [{ id }, { role: "OWNER", disabledAt: null }] },
      { orderBy: { id: "asc" }, lockMode: forUpdate, refresh: true },
    );
    const user = locked.find((one) => one.id === id);
    if (!user) return undefined;
    const owners = locked.filter((one) => one.role === "OWNER" && one.disabledAt === null);
    return { user, owners };
  });
}

/** Returns the users with an e-mail address, without those of closed organizations. */
async function inOpenOrganizations(em: EntityManager, email: string): Promise<StaffUser[]> {
  const users = await em.find(StaffUser, { email }, { orderBy: { id: "asc" } });
  const ids = users.map(({ organizationId }) => organizationId);
  const open = await em.find(Organization, { id: { $in: ids }, closedAt: null });
  return users.filter((user) => open.some(({ id }) => id === user.organizationId));
}

async function endSessionsOf(
  em: EntityManager,
  { id, organizationId }: StaffUser,
  ends: EndedSessions,
): Promise<Session[]> {
  if (ends === "no session") return [];
  const { allBut, only }: { allBut?: string; only?: string } = ends === "every session" ? {} : ends;
  const values = [organizationId, id, allBut ?? null, only ?? null];
  return (await em.execute<SessionRow[]>(endSessions, values)).map(sessionOf);
}

/** Returns whether the column can hold the id. */
function isPossible({ id }: StaffUserRef): boolean {
  return id <= maxInt;
}

/** Adds to each user when the user was last active. */
async function membersOf(
  em: EntityManager,
  organizationId: number,
  users: StaffUser[],
): Promise<TeamMember[]> {
  const ids = `{${users.map(({ id }) => id).join(",")}}`;
  const rows = await em.execute<{ id: number; at: string }[]>(lastActive, [organizationId, ids]);
  const activeAt = new Map(rows.map(({ id, at }) => [id, instantFromDatabase(at)]));
  return users.map((user) => ({ user, lastActiveAt: activeAt.get(user.id) ?? null }));
}
