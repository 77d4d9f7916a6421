import type { Pool } from "pg";
import { Session, type Sessions, type SignedInUser } from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { orUnavailable } from "../database/faults.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";

// FOR SHARE excludes a transaction that disables the user or replaces the password. If that transaction comes first,
// this statement sees its change and adds nothing. If it comes second, it sees the new session and deletes it.
const add: Statement<{ id: string }> = {
  name: "add a session",
  text: `
    with holder as (
      select id, organization_id from staff_users
      where organization_id = $5 and id = $2 and disabled_at is null and password_hash = $3
      for share
    )
    insert into sessions (id, organization_id, staff_user_id, created_at, last_active_at)
    select $1::uuid, organization_id, id, $4::timestamptz, $4::timestamptz from holder
    returning id`,
};

type FoundSession = Omit<SignedInUser, "sessionId"> & { createdAt: string; lastActiveAt: string };

// Runs for every request of staff, so a signed-out session or a changed role affects the next request.
const find: Statement<FoundSession> = {
  name: "find a session",
  text: `
    select u.id as "staffUserId", u.email, u.name, u.role,
      u.must_change_password as "mustChangePassword", o.id as "organizationId",
      o.name as "organizationName", o.time_zone as "timeZone",
      s.created_at as "createdAt", s.last_active_at as "lastActiveAt"
    from sessions s
    join staff_users u on u.organization_id = s.organization_id and u.id = s.staff_user_id
    join organizations o on o.id = u.organization_id
    where s.id = $1::uuid and u.disabled_at is null and o.closed_at is null`,
};

const touch: Statement<never> = {
  name: "touch a session",
  text: "update sessions set last_active_at = greatest(last_active_at, $2) where id = $1::uuid",
};

const end: Statement<{ id: string }> = {
  name: "end a session",
  text: "delete from sessions where organization_id = $2 and id = $1::uuid returning id",
};

// A correctly signed cookie may still contain no UUID.
const idForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Implements core's `Sessions` in Postgres. */
export function createSessions(pool: Pool): Sessions {
  return {
    add: (session, passwordHash, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { id, organizationId, staffUserId, createdAt } = session;
          const values = [id, staffUserId, passwordHash, createdAt.toString(), organizationId];
          if ((await rowsIn(transaction.client, add, values)).length === 0) return false;
          await writeAudit(transaction, [audit(session)]);
          return true;
        })
      ),
    async find(id) {
      if (!idForm.test(id)) return undefined;
      const [row] = await rowsOf(pool, find, [id]);
      if (!row) return undefined;
      const { createdAt, lastActiveAt, ...user } = row;
      const { staffUserId, organizationId } = user;
      const session = new Session(
        { id: staffUserId, organizationId },
        instantFromDatabase(createdAt),
      );
      session.id = id;
      session.lastActiveAt = instantFromDatabase(lastActiveAt);
      return { session, caller: { sessionId: id, ...user } };
    },
    touch: async (id, at) => void await rowsOf(pool, touch, [id, at.toString()]),
    end: ({ id, organizationId }, record) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const ended = await rowsIn(transaction.client, end, [id, organizationId]);
          if (ended.length > 0) await writeAudit(transaction, [record]);
        })
      ),
  };
}
