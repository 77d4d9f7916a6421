import { LockMode } from "@mikro-orm/core";
import { StaffUser, type StaffUsers } from "../../core/mod.ts";
import { addAudited, changeAudited } from "./audit/audited.ts";
import type { Database } from "./database.ts";
import { isUniqueViolation, orUnavailable } from "./faults.ts";

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
          const context = { activeOwners: owners.length };
          await changeAudited(em, user, { change: (found) => change(found, context), audit });
          // After the lock, in a statement of its own, so that it sees every session that was begun.
          await em.execute(endSessions, [user.id, keptSessionId]);
          return user;
        })
      ),
  };
}
