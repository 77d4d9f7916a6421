import {
  type CountedRows,
  type Environment,
  Organization,
  type Organizations,
} from "../../../core/mod.ts";
import { inAuditedTransaction, writeAuditIn } from "../audit/audited.ts";
import { changeLocked, type LoadLocked } from "../audit/change_locked.ts";
import type { Database } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";

const balancesOf: Statement<{ environment: Environment; balance: string }> = {
  name: "balances of an organization",
  text: "select environment, balance from balances where organization_id = $1::bigint",
};

// Not FOR UPDATE: the foreign keys of every booking take a lock that conflicts with it, so a change would wait for
// the organization's bookings, and they for it.
const lock = "select from organizations where id = ? for no key update";

function lockOrganization(id: number): LoadLocked<Organization> {
  return async (em) => {
    await em.execute(lock, [id]);
    return await em.findOne(Organization, { id }) ?? undefined;
  };
}

const insertBalances =
  `insert into balances (organization_id, environment) values (?, 'LIVE'), (?, 'TEST')`;

// The ledger's trigger moves the balances from 0 to what is granted.
const insertOpeningGrants = `
  insert into credit_entries
    (organization_id, environment, kind, amount, balance_after, note, created_at)
  select ?, environment, 'GRANTED', amount, amount, 'Opening balance', ?
  from (values ('LIVE', ?::bigint), ('TEST', ?::bigint)) as opening (environment, amount)
  where amount > 0`;

/** Core's organizations in Postgres. */
export function createOrganizations(database: Database): Organizations {
  const { orm, pool } = database;
  return {
    add: (organization, { owner, opening }, audit) =>
      orUnavailable(() =>
        inAuditedTransaction(database, async (transaction) => {
          const { em } = transaction;
          await em.persist(organization).flush();
          owner.organizationId = organization.id;
          await em.persist(owner).flush();
          const { id, createdAt } = organization;
          await em.execute(insertBalances, [id, id]);
          const { LIVE, TEST } = opening;
          await em.execute(insertOpeningGrants, [id, createdAt.toString(), LIVE, TEST]);
          await writeAuditIn(transaction, audit(organization));
        })
      ),
    find: (id) =>
      orUnavailable(async () => await orm.em.fork().findOne(Organization, { id }) ?? undefined),
    change: (id, change, audit) => changeLocked(database, lockOrganization(id), { change, audit }),
    list: () =>
      orUnavailable(() => orm.em.fork().find(Organization, {}, { orderBy: { id: "asc" } })),
    count: async (id, what) => (await rowsOf(pool, countRows(what), [id]))[0]!.count,
    async balances(id) {
      const rows = await rowsOf(pool, balancesOf, [id]);
      if (rows.length === 0) return undefined;
      const balance = (environment: Environment) =>
        Number(rows.find((row) => row.environment === environment)?.balance ?? 0);
      return { LIVE: balance("LIVE"), TEST: balance("TEST") };
    },
  };
}

/** Whether there is no organization yet, so that demo data may be made. */
export async function isEmpty({ orm }: Database): Promise<boolean> {
  return await orm.em.fork().count(Organization) === 0;
}

const conditions: Record<CountedRows, string> = {
  departments: "departments where organization_id = $1",
  // By way of the departments, by which workers have their index.
  workers: `workers where department_id in (select id from departments where organization_id = $1)`,
  apiKeys: "api_keys where organization_id = $1 and revoked_at is null",
  webhooks: "webhooks where organization_id = $1 and deleted_at is null",
  staffUsers: "staff_users where organization_id = $1",
  reportingTokens: "reporting_tokens where organization_id = $1 and revoked_at is null",
};

/** Counts the rows of a kind of an organization. */
function countRows(what: CountedRows): Statement<{ count: number }> {
  return { name: `count ${what}`, text: `select count(*)::int as count from ${conditions[what]}` };
}
