import { StaffUser, type StaffUsers } from "../../core/mod.ts";
import { addAudited, changeAudited } from "./audit/audited.ts";
import type { Database } from "./database.ts";
import { isUniqueViolation, orUnavailable } from "./faults.ts";
import { lockWithOwners } from "./lock_with_owners.ts";

const endSessions = "delete from sessions where staff_user_id = ? and id is distinct from ?::uuid";

/** Core's staff users in Postgres. */
export function createStaffUsers({ orm }: Database): StaffUsers {
  return {
    findByEmail: (email) =>
      orUnavailable(async () => await orm.em.fork().findOne(StaffUser, { email }) ?? undefined),
    add: (user, audit) =>
      orUnavailable(async () => {
        try {
          await addAudited(orm, user, audit);
          return true;
        } catch (error) {
          if (isUniqueViolation(error, "staff_users_email")) return false;
          throw error;
        }
      }),
    changeAndSignOut: (email, change, keptSessionId, audit) =>
      orUnavailable(() =>
        orm.em.fork().transactional(async (em) => {
          const locked = await lockWithOwners(em, { email });
          if (!locked) return undefined;
          const { user, owners } = locked;
          const context = { activeOwners: owners.length };
          await changeAudited(em, user, { change: (found) => change(found, context), audit });
          // After the lock, in a statement of its own, so that it sees every session that was begun.
          await em.execute(endSessions, [user.id, keptSessionId]);
          return user;
        })
      ),
  };
}
