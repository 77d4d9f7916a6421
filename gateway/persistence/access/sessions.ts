import type { Pool } from "pg";
import {
  type CheckedAgainst,
  maxSessions,
  Session,
  type Sessions,
  type SignedInUser,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { shareOrganization } from "../audit/share_organization.ts";
import { orUnavailable } from "../database/faults.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { instantFromDatabase } from "../mapping/temporal_types.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";

// The lock excludes a transaction that disables the user or replaces the password. If that transaction comes first, this
// statement sees its change and adds nothing. If it comes second, it sees the new session and deletes it. It also
// excludes another sign-in of the user, so that two at once do not count the same sessions. Foreign keys to the user
// are still checked meanwhile: they need only FOR KEY SHARE.
//
// A session by the provider ($9) locks its link and the provider ($11, $12) in the same way. The removal of either, and a
// change of the provider, come before the deletion of the sessions in their transaction.
const add: Statement<{ id: string }> = {
  name: "add a session",
  text: `
    with holder as (
      select id, organization_id from staff_users
      where organization_id = $5 and id = $2 and disabled_at is null and password_hash = $3
      for no key update
    ), identity as (
      select from sso_accounts a
      join identity_providers p on p.organization_id = a.organization_id and p.issuer = a.issuer
      where a.organization_id = $5 and a.staff_user_id = $2 and a.subject = $9
        and p.issuer = $11 and p.client_id = $12
      for share
    )
    insert into sessions
      (id, organization_id, staff_user_id, created_at, last_active_at, device, ip_address,
        with_factor, sso_subject, sso_sid)
    select $1::uuid, organization_id, id, $4::timestamptz, $4::timestamptz, $6, $7, $8, $9, $10
    from holder
    where case when $9::text is not null then exists (select from identity) else not exists (
      select from identity_providers where organization_id = $5 and sso_only
    ) end
    returning id`,
};

// A statement of its own after the lock sees every session that was added before. The new session ($3) stays, whatever
// the clock of an older one was. Expired sessions ($4, $5) do not count; housekeeping deletes them.
const endOldest: Statement<{ id: string }> = {
  name: "end the oldest sessions",
  text: `
    delete from sessions
    where organization_id = $1 and staff_user_id = $2 and id in (
      select id from sessions
      where organization_id = $1 and staff_user_id = $2 and created_at > $4 and last_active_at > $5
      order by id = $3::uuid desc, created_at desc, id
      offset ${maxSessions}
    )
    returning id`,
};

const list: Statement<SessionRow & { device: string; ipAddress: string }> = {
  name: "list the sessions of a user",
  text: `
    select id, organization_id as "organizationId", staff_user_id as "staffUserId", device,
      ip_address as "ipAddress", created_at as "createdAt", last_active_at as "lastActiveAt"
    from sessions where organization_id = $1 and staff_user_id = $2
    order by created_at desc, id`,
};

/** A row of `sessions` with its times as text. */
export interface SessionRow {
  id: string;
  organizationId: number;
  staffUserId: number;
  createdAt: string;
  lastActiveAt: string;
}

interface FoundSession extends Omit<SignedInUser, "sessionId" | "provedAt"> {
  createdAt: string;
  lastActiveAt: string;
  provedAt: string;
  withFactor: boolean;
}

// Runs for every request of staff, so a signed-out session or a changed role affects the next request. A session without
// a factor does not count for a user who has one: also one of a process of the version before, which knows no factors.
// Likewise, only sessions by the provider count in an organization with single sign-on only. In them, neither a one-time
// password nor a required factor matters.
const find: Statement<FoundSession> = {
  name: "find a session",
  text: `
    select u.id as "staffUserId", u.email, u.name, u.role, u.department_ids as "departmentIds",
      u.must_change_password and s.sso_subject is null as "mustChangePassword", o.id as "organizationId",
      o.name as "organizationName", o.time_zone as "timeZone",
      s.created_at as "createdAt", s.last_active_at as "lastActiveAt",
      coalesce(s.proved_at, s.created_at) as "provedAt", s.with_factor as "withFactor",
      f.has_factor as "hasFactor",
      s.sso_subject is not null as "bySso",
      s.sso_subject is null and not f.has_factor and u.role = any(o.factor_required_roles) as "mustAddFactor"
    from sessions s
    join staff_users u on u.organization_id = s.organization_id and u.id = s.staff_user_id
    join organizations o on o.id = u.organization_id
    cross join lateral (
      select exists (
        select from factors f where f.organization_id = u.organization_id and f.staff_user_id = u.id
      ) as has_factor
    ) f
    where s.id = $1::uuid and u.disabled_at is null and o.closed_at is null
      and (s.with_factor or not f.has_factor)
      and (s.sso_subject is not null or not exists (
        select from identity_providers p where p.organization_id = o.id and p.sso_only
      ))`,
};

const touch: Statement<never> = {
  name: "touch a session",
  text: "update sessions set last_active_at = greatest(last_active_at, $2) where id = $1::uuid",
};

const prove: Statement<never> = {
  name: "note a proof in a session",
  text: "update sessions set proved_at = $3 where organization_id = $2 and id = $1::uuid",
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
    add: (session, checked, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { client } = transaction;
          await shareOrganization(client, session.organizationId);
          if ((await rowsIn(client, add, addedValues(session, checked))).length === 0) return false;
          const ended = await rowsIn(client, endOldest, oldestValues(session));
          await writeAudit(transaction, audit(ended.length));
          return true;
        })
      ),
    list: ({ id, organizationId }) =>
      orUnavailable(async () => (await rowsOf(pool, list, [organizationId, id])).map(sessionOf)),
    async find(id) {
      if (!idForm.test(id)) return undefined;
      const [row] = await rowsOf(pool, find, [id]);
      if (!row) return undefined;
      const { createdAt, lastActiveAt, withFactor, ...user } = row;
      const { staffUserId, organizationId } = user;
      const session = sessionOf({ id, staffUserId, organizationId, createdAt, lastActiveAt });
      session.provedAt = instantFromDatabase(row.provedAt);
      session.withFactor = withFactor;
      return { session, caller: { sessionId: id, ...user, provedAt: session.provedAt } };
    },
    prove: async ({ id, organizationId }, at) =>
      void await rowsOf(pool, prove, [id, organizationId, at.toString()]),
    touch: async (id, at) => void await rowsOf(pool, touch, [id, at.toString()]),
    end: ({ id, organizationId }, record) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          await shareOrganization(transaction.client, organizationId);
          const ended = await rowsIn(transaction.client, end, [id, organizationId]);
          if (ended.length > 0) await writeAudit(transaction, [record]);
        })
      ),
  };
}

/** Makes a session of a row of `sessions`. */
export function sessionOf(
  { id, organizationId, staffUserId, createdAt, lastActiveAt, ...origin }:
    & SessionRow
    & { device?: string; ipAddress?: string },
): Session {
  const user = { id: staffUserId, organizationId };
  const session = new Session(user, instantFromDatabase(createdAt), origin);
  session.id = id;
  session.lastActiveAt = instantFromDatabase(lastActiveAt);
  return session;
}

function addedValues(
  session: Session,
  { passwordHash, provider }: CheckedAgainst,
): unknown[] {
  const { id, staffUserId, organizationId, createdAt, device, ipAddress, withFactor } = session;
  const { ssoSubject, ssoSid } = session;
  const at = createdAt.toString();
  return [
    id,
    staffUserId,
    passwordHash,
    at,
    organizationId,
    device,
    ipAddress,
    withFactor,
    ssoSubject,
    ssoSid,
    provider?.issuer,
    provider?.clientId,
  ];
}

function oldestValues({ id, staffUserId, organizationId, createdAt: now }: Session): string[] {
  const { createdAt, lastActiveAt } = Session.lastOfEnded(now);
  const bounds = [createdAt.toString(), lastActiveAt.toString()];
  return [String(organizationId), String(staffUserId), id, ...bounds];
}
