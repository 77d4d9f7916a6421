import type { EntityManager } from "@mikro-orm/postgresql";
import {
  StaffUser,
  type StaffUserRef,
  type StaffUsers,
  type TeamMember,
} from "../../../core/mod.ts";
import { addAudited, changeAudited, inAuditedTransaction } from "../audit/audited.ts";
import { type Database, maxInt } from "../database/database.ts";
import { isUniqueViolation, orUnavailable } from "../database/faults.ts";
import { lockWithOwners } from "../database/lock.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";

const lastActive = `
  select staff_user_id as id, max(last_active_at)::text as at from sessions
  where staff_user_id = any(?::int[]) group by staff_user_id`;

const endSessions = "delete from sessions where staff_user_id = ? and id is distinct from ?::uuid";

/** Core's staff users in Postgres. */
export function createStaffUsers(database: Database): StaffUsers {
  const { orm } = database;
  return {
    listByEmail: (email) =>
      orUnavailable(() => orm.em.fork().find(StaffUser, { email }, { orderBy: { id: "asc" } })),
    find: (ref) =>
      orUnavailable(async () =>
        isPossible(ref)
          ? await orm.em.fork().findOne(StaffUser, { ...ref }) ?? undefined
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
        const em = orm.em.fork();
        const users = await em.find(StaffUser, { organizationId }, { orderBy: { id: "asc" } });
        return await membersOf(em, users);
      }),
    change: (ref, { change, ends, audit }) =>
      orUnavailable(() =>
        inAuditedTransaction(database, async (transaction) => {
          const { em } = transaction;
          const locked = isPossible(ref) ? await lockWithOwners(em, ref) : undefined;
          if (!locked) return undefined;
          const { user, owners } = locked;
          const context = { activeOwners: owners.length };
          const changeInContext = (found: StaffUser) => change(found, context);
          await changeAudited(transaction, user, { change: changeInContext, audit });
          if (ends !== "no session") {
            const keptSessionId = ends === "every session" ? null : ends.allBut;
            // After the lock, in a statement of its own, so that it sees every session that was begun.
            await em.execute(endSessions, [user.id, keptSessionId]);
          }
          return (await membersOf(em, [user]))[0];
        })
      ),
  };
}

/** What the column cannot hold is nobody's id. */
function isPossible({ id }: StaffUserRef): boolean {
  return id <= maxInt;
}

/** The users with when each was last active. */
async function membersOf(em: EntityManager, users: StaffUser[]): Promise<TeamMember[]> {
  const ids = `{${users.map(({ id }) => id).join(",")}}`;
  const rows = await em.execute<{ id: number; at: string }[]>(lastActive, [ids]);
  const activeAt = new Map(rows.map(({ id, at }) => [id, instantFromDatabase(at)]));
  return users.map((user) => ({ user, lastActiveAt: activeAt.get(user.id) ?? null }));
}
