import { LockMode } from "@mikro-orm/core";
import { StaffUser, type StaffUsers } from "../../core/mod.ts";
import type { Database } from "./database.ts";
import { isUniqueViolation, orUnavailable } from "./faults.ts";

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
          const known = await em.findOne(StaffUser, { email }, { fields: ["organizationId"] });
          if (!known) return undefined;
          const { organizationId } = known;
          // All that may change or count, by id: two OWNERs who disable each other wait for one another.
          const locked = await em.find(
            StaffUser,
            { organizationId, $or: [{ email }, { role: "OWNER", disabledAt: null }] },
            {
              orderBy: { id: "asc" },
              lockMode: LockMode.PESSIMISTIC_WRITE,
              refresh: true,
            },
          );
          const user = locked.find((one) => one.email === email)!;
          const owners = locked.filter((one) => one.role === "OWNER" && one.disabledAt === null);
          change(user, { activeOwners: owners.length });
          await em.flush();
          // After the lock, in a statement of its own, so that it sees every session that was begun.
          await em.execute(endSessions, [user.id, keptSessionId ?? null]);
          return user;
        })
      ),
  };
}
