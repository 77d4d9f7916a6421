import type { Pool, PoolClient } from "pg";
import type { IdentityProvider, IdentityProviders, StaffUserRef } from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { shareOrganization } from "../audit/share_organization.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { maxInt } from "../database/database.ts";
import { isUniqueViolation, orUnavailable } from "../database/faults.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { identityProviders as table } from "../mapping/tables.ts";
import { lockUser } from "./factors.ts";
import { sessionOf, type SessionRow } from "./sessions.ts";

type ProviderRow = RowOf<IdentityProvider & { id: number }>;
// The database counts versions.
const written = table.without("id", "version");
const placeholders = Object.values(written.placeholders(1)).join(", ");

interface UserRow {
  id: number;
  organizationId: number;
  name: string;
}

const isOpen = `exists (
  select from organizations o where o.id = organization_id and o.closed_at is null
)`;

const find: Statement<ProviderRow> = {
  name: "find an identity provider",
  text: `select ${table.select()} from identity_providers
    where organization_id = $1 and ${isOpen}`,
};

// The lock is the organization's: there may be no provider yet, and two first ones at once must run in turn. It also
// excludes every other end of sessions, which shares the organization first: the order of many rows does not matter then.
const lockOrganization: Statement<{ id: number }> = {
  name: "lock the organization of an identity provider",
  text: "select id from organizations where id = $1 for no key update",
};

const save: Statement<ProviderRow> = {
  name: "save an identity provider",
  text: `
    insert into identity_providers (${written.names}) values (${placeholders})
    on conflict (organization_id) do update set issuer = excluded.issuer,
      client_id = excluded.client_id, sealed_secret = excluded.sealed_secret,
      groups_claim = excluded.groups_claim, group_rules = excluded.group_rules,
      sso_only = excluded.sso_only
    returning ${table.select()}`,
};

const allowPasswords: Statement<{ id: number }> = {
  name: "allow passwords next to an identity provider",
  text: `update identity_providers set sso_only = false
    where organization_id = $1 and sso_only returning id`,
};

const remove: Statement<{ id: number }> = {
  name: "remove an identity provider",
  text: "delete from identity_providers where organization_id = $1 returning id",
};

// Runs after the lock of the provider, so that it sees the sessions of all sign-ins that came before.
const endAll: Statement<never> = {
  name: "end the sessions of an identity provider",
  text: "delete from sessions where organization_id = $1 and sso_subject is not null",
};

const listSsoOnly: Statement<{ organizationId: number }> = {
  name: "list organizations with single sign-on only",
  text: `select organization_id as "organizationId" from identity_providers
    where organization_id = any($1::int[]) and sso_only`,
};

const listLinked: Statement<{ id: number }> = {
  name: "list linked staff users",
  text: `select staff_user_id as id from sso_accounts
    where organization_id = $1 and issuer = $2 order by staff_user_id`,
};

const findName: Statement<UserRow> = {
  name: "find the name of a staff user",
  text: `select id, organization_id as "organizationId", name from staff_users
    where organization_id = $1 and id = $2`,
};

const addLink: Statement<never> = {
  name: "add a link of single sign-on",
  text: `
    insert into sso_accounts (organization_id, staff_user_id, link_hash, link_ends_at)
    values ($1, $2, $3, $4)
    on conflict (organization_id, staff_user_id) do update
      set link_hash = excluded.link_hash, link_ends_at = excluded.link_ends_at`,
};

const findUser: Statement<{ id: number }> = {
  name: "find the staff user of an identity",
  text: `select staff_user_id as id from sso_accounts
    where organization_id = $1 and issuer = $2 and subject = $3`,
};

// Of two requests with the same link, the second one waits for the row and then finds no link.
const useLink: Statement<{ id: number }> = {
  name: "use a link of single sign-on",
  text: `
    update sso_accounts set issuer = $4, subject = $5, linked_at = $3, link_hash = null, link_ends_at = null
    where organization_id = $1 and link_hash = $2 and link_ends_at > $3
    returning staff_user_id as id`,
};

const unlink: Statement<{ id: number }> = {
  name: "unlink a staff user",
  text: `delete from sso_accounts where organization_id = $1 and staff_user_id = $2
    returning staff_user_id as id`,
};

// Runs after the lock of the link, like `endAll`.
const endOfUser: Statement<never> = {
  name: "end the sessions of a user by the identity provider",
  text: `delete from sessions
    where organization_id = $1 and staff_user_id = $2 and sso_subject is not null`,
};

const useOnce: Statement<{ hash: string }> = {
  name: "use a token of single sign-on once",
  text: `insert into sso_used (organization_id, token_hash, ends_at) values ($1, $2, $3)
    on conflict do nothing returning token_hash as hash`,
};

// At least one of sid and subject is given.
const isChosen = `s.organization_id = $1 and s.sso_subject is not null
  and s.sso_subject = coalesce($3, s.sso_subject) and ($2::text is null or s.sso_sid = $2)
  and ($2::text is not null or $3::text is not null)`;

// Whoever ends several sessions of a user locks the user first. The sessions are read in the order of their rows or of
// their ids, so two deletions at once could deadlock.
const lockUsers: Statement<{ id: number }> = {
  name: "lock the users of sessions of the identity provider",
  text: `
    select u.id from staff_users u
    where u.organization_id = $1
      and u.id in (select s.staff_user_id from sessions s where ${isChosen})
    order by u.id for no key update`,
};

const endSome: Statement<SessionRow & { name: string }> = {
  name: "end sessions at the identity provider's request",
  text: `
    delete from sessions s using staff_users u
    where ${isChosen} and u.organization_id = s.organization_id and u.id = s.staff_user_id
    returning s.id, s.organization_id as "organizationId", s.staff_user_id as "staffUserId",
      s.created_at as "createdAt", s.last_active_at as "lastActiveAt", u.name`,
};

/** Implements core's `IdentityProviders` in Postgres. */
export function createIdentityProviders(pool: Pool): IdentityProviders {
  return {
    find: (organizationId) =>
      orUnavailable(async () => {
        if (organizationId > maxInt) return undefined;
        const [row] = await rowsOf(pool, find, [organizationId]);
        return row && toProvider(row);
      }),
    save: (provider, { endsSessions }, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { client } = transaction;
          const { organizationId } = provider;
          await rowsIn(client, lockOrganization, [organizationId]);
          const [row] = await rowsIn(client, find, [organizationId]);
          const [after] = await rowsIn(client, save, written.values(provider));
          const saved = toProvider(after!);
          if (endsSessions) await rowsIn(client, endAll, [organizationId]);
          await writeAudit(transaction, [audit(saved, row && toProvider(row))]);
          return saved;
        })
      ),
    allowPasswords: (organizationId, record) =>
      changeRows(pool, async (client) => {
        await shareOrganization(client, organizationId);
        return await rowsIn(client, allowPasswords, [organizationId]);
      }, () => record),
    remove: (organizationId, record) =>
      changeRows(pool, async (client) => {
        await rowsIn(client, lockOrganization, [organizationId]);
        const removed = await rowsIn(client, remove, [organizationId]);
        await rowsIn(client, endAll, [organizationId]);
        return removed;
      }, () => record),
    listSsoOnly: (organizationIds) =>
      orUnavailable(async () =>
        (await rowsOf(pool, listSsoOnly, [[...organizationIds]])).map((row) => row.organizationId)
      ),
    listLinked: (organizationId, issuer) =>
      orUnavailable(async () =>
        (await rowsOf(pool, listLinked, [organizationId, issuer])).map(({ id }) => id)
      ),
    addLink: (user, { hash, endsAt }, audit) =>
      changeRows(pool, async (client) => {
        const found = await named(client, user);
        if (found.length > 0) {
          await rowsIn(client, addLink, [...keyOf(user), hash, endsAt.toString()]);
        }
        return found;
      }, audit),
    findUser: (organizationId, { issuer, subject }) =>
      orUnavailable(async () =>
        (await rowsOf(pool, findUser, [organizationId, issuer, subject]))[0]?.id
      ),
    async useLink({ organizationId, hash, at }, { issuer, subject }, audit) {
      let id: number | undefined;
      try {
        await changeRows(pool, async (client) => {
          const values = [organizationId, hash, at.toString(), issuer, subject];
          id = (await rowsIn(client, useLink, values))[0]?.id;
          return id === undefined ? [] : await named(client, { id, organizationId });
        }, audit);
      } catch (error) {
        if (isUniqueViolation(error, "sso_accounts_identity")) return "taken";
        throw error;
      }
      return id === undefined ? undefined : { id };
    },
    unlink: (user, audit) =>
      changeRows(pool, async (client) => {
        await shareOrganization(client, user.organizationId);
        const removed = await rowsIn(client, unlink, keyOf(user));
        // After the link: a sign-in locks them in this order, too.
        await rowsIn(client, lockUser, keyOf(user));
        await rowsIn(client, endOfUser, keyOf(user));
        return removed.length > 0 ? await named(client, user) : [];
      }, audit),
    useOnce: ({ organizationId, hash, endsAt }) =>
      orUnavailable(async () =>
        (await rowsOf(pool, useOnce, [organizationId, hash, endsAt.toString()])).length > 0
      ),
    endSessions: (organizationId, { sid = null, subject = null, once }, audit) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { client } = transaction;
          await shareOrganization(client, organizationId);
          if (once) {
            const used = [organizationId, once.hash, once.endsAt.toString()];
            if ((await rowsIn(client, useOnce, used)).length === 0) return "used";
          }
          const chosen = [organizationId, sid, subject];
          await rowsIn(client, lockUsers, chosen);
          const ended = await rowsIn(client, endSome, chosen);
          const records = ended.map(({ name, ...row }) =>
            audit(Object.assign(sessionOf(row), { name }))
          );
          await writeAudit(transaction, records);
          return ended.length;
        })
      ),
  };
}

/** Changes rows and audits the first one in one transaction. Returns whether there was one. */
function changeRows<R>(
  pool: Pool,
  change: (client: PoolClient) => Promise<R[]>,
  audit: (row: R) => Parameters<typeof writeAudit>[1][number],
): Promise<boolean> {
  return orUnavailable(() =>
    inTransaction(pool, async (transaction) => {
      const [row] = await change(transaction.client);
      if (row) await writeAudit(transaction, [audit(row)]);
      return row !== undefined;
    })
  );
}

async function named(client: PoolClient, user: StaffUserRef): Promise<UserRow[]> {
  return user.id <= maxInt ? await rowsIn(client, findName, keyOf(user)) : [];
}

function keyOf({ organizationId, id }: StaffUserRef): number[] {
  return [organizationId, id];
}

function toProvider(row: ProviderRow): IdentityProvider {
  const { id: _, ...provider } = table.fromRow(row);
  return provider;
}
