import { StaffUser, type StaffUsers } from "../../core/mod.ts";
import type { Database } from "./database.ts";
import { isUniqueViolation, orUnavailable } from "./faults.ts";
import { lockWithOwners } from "./lock_with_owners.ts";

const endSessions = "delete from sessions where staff_user_id = ? and id is distinct from ?::uuid";

/** Core's staff users in Postgres. */
export function createStaffUsers({ orm }: Database): StaffUsers {
  return {
    findByEmail: (email) =>
      orUnavailable(async () => await orm.em.fork().findOne(StaffUser, { email }) ?? undefined),
    add: (user) =>
      orUnavailable(async () => {
        try {
          await orm.em.fork().persist(user).flush();
          return true;
        } catch (error) {
          if (isUniqueViolation(error, "staff_users_email")) return false;
          throw error;
        }
      }),
    changeAndSignOut: (email, change, keptSessionId) =>
      orUnavailable(() =>
        orm.em.fork().transactional(async (em) => {
          const locked = await lockWithOwners(em, { email });
          if (!locked) return undefined;
          const { user, owners } = locked;
          change(user, { activeOwners: owners.length });
          await em.flush();
          // After the lock, in a statement of its own, so that it sees every session that was begun.
          await em.execute(endSessions, [user.id, keptSessionId ?? null]);
          return user;
        })
      ),
  };
}
