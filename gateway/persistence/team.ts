import type { EntityManager } from "@mikro-orm/postgresql";
import {
  type Audited,
  type ChangeMember,
  StaffUser,
  type StaffUserName,
  type Team,
  type TeamMember,
} from "../../core/mod.ts";
import { writeAuditIn } from "./audit/write_audit.ts";
import type { Database } from "./database.ts";
import { orUnavailable } from "./faults.ts";
import { lockWithOwners } from "./lock_with_owners.ts";
import { instantFromDatabase } from "./mapping/temporal_types.ts";

const lastActive = `
  select staff_user_id as id, max(last_active_at)::text as at from sessions
  where staff_user_id = any(?::int[]) group by staff_user_id`;

const endSessions = "delete from sessions where staff_user_id = ?";

const mostInt = 2_147_483_647;

/** Core's team in Postgres. */
export function createTeam({ orm }: Database): Team {
  const change = (
    name: StaffUserName,
    change: ChangeMember,
    { audit, endsSessions }: { audit: Audited<StaffUser>; endsSessions: boolean },
  ): Promise<TeamMember | undefined> =>
    orUnavailable(async () => {
      // What the column cannot hold is nobody's id.
      if (name.id > mostInt) return undefined;
      return await orm.em.fork().transactional(async (em) => {
        const locked = await lockWithOwners(em, name);
        if (!locked) return undefined;
        const { user, owners } = locked;
        change(user, { activeOwners: owners.length });
        await em.flush();
        // After the lock, in a statement of its own, so that it sees every session that was begun.
        if (endsSessions) await em.execute(endSessions, [user.id]);
        await writeAuditIn(em, audit(user));
        return (await membersOf(em, [user]))[0];
      });
    });
  return {
    list: (organizationId) =>
      orUnavailable(async () => {
        const em = orm.em.fork();
        const users = await em.find(StaffUser, { organizationId }, { orderBy: { id: "asc" } });
        return await membersOf(em, users);
      }),
    change: (name, changed, audit) => change(name, changed, { audit, endsSessions: false }),
    changeAndSignOut: (name, changed, audit) =>
      change(name, changed, { audit, endsSessions: true }),
  };
}

/** The users with when each was last active. */
async function membersOf(em: EntityManager, users: StaffUser[]): Promise<TeamMember[]> {
  const ids = `{${users.map(({ id }) => id).join(",")}}`;
  const rows = await em.execute<{ id: number; at: string }[]>(lastActive, [ids]);
  const activeAt = new Map(rows.map(({ id, at }) => [id, instantFromDatabase(at)]));
  return users.map((user) => ({ user, lastActiveAt: activeAt.get(user.id) ?? null }));
}
