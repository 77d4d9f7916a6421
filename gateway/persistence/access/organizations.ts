import {
  type CountedRows,
  type Environment,
  Organization,
  type Organizations,
} from "../../../core/ports.ts";
import { copyOf, inAuditedTransaction, writeAuditIn } from "../audit/audited.ts";
import { changeLocked, type LoadLocked } from "../audit/change_locked.ts";
import { lostClaim } from "../booking/count_expired.ts";
import type { Database } from "../database/database.ts";
import { orUnavailable } from "../database/faults.ts";
import { rowsOf, type Statement } from "../database/statement.ts";
import { addSlotChangeJobsOfZone } from "../departments/slot_change_jobs.ts";
import { removeRows } from "./remove_organization.ts";

const balancesOf: Statement<{ environment: Environment; balance: string }> = {
  name: "balances of an organization",
  text: "select environment, balance from balances where organization_id = $1",
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

/** A run of retention reads them at its start. */
const fieldsOfRuns = [
  "appointmentDays",
  "eventDays",
  "usageDays",
  "auditDays",
  "timeZone",
  "closedAt",
] as const;

// Waits for a transaction of the run, so nothing is removed by the old rules after the change.
const endRun =
  `update retention_runs set ${lostClaim} where organization_id = ? and finished_at is null`;

const insertBalances =
  `insert into balances (organization_id, environment) values (?, 'LIVE'), (?, 'TEST')`;

// The ledger's trigger adds the amounts to the balances.
const insertOpeningGrants = `
  insert into credit_entries
    (organization_id, environment, kind, amount, balance_after, note, created_at)
  select ?, environment, 'GRANTED', amount, amount, 'Opening balance', ?
  from (values ('LIVE', ?::bigint), ('TEST', ?::bigint)) as opening (environment, amount)
  where amount > 0`;

/** Implements core's `Organizations` in Postgres. */
export function createOrganizations(database: Database): Organizations {
  const { openUnit, pool } = database;
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
      orUnavailable(async () =>
        await (await openUnit()).findOne(Organization, { id }) ?? undefined
      ),
    change: (id, change, audit) =>
      changeLocked(database, lockOrganization(id), {
        change(organization) {
          const before = copyOf(organization);
          change(organization);
          return before;
        },
        audit,
        async onChanged(organization, before, { em }) {
          if (organization.timeZone !== before.timeZone) await addSlotChangeJobsOfZone(em, id);
          if (fieldsOfRuns.some((field) => organization[field] !== before[field])) {
            await em.execute(endRun, [id]);
          }
        },
      }),
    list: () =>
      orUnavailable(async () =>
        (await openUnit()).find(Organization, {}, { orderBy: { id: "asc" } })
      ),
    remove: (id, options) => removeRows(pool, id, options),
    count: async (id, kind) => (await rowsOf(pool, countRows(kind), [id]))[0]!.count,
    async balances(id) {
      const rows = await rowsOf(pool, balancesOf, [id]);
      if (rows.length === 0) return undefined;
      const balance = (environment: Environment) =>
        Number(rows.find((row) => row.environment === environment)?.balance ?? 0);
      return { LIVE: balance("LIVE"), TEST: balance("TEST") };
    },
  };
}

/** Returns whether there is no organization yet. Only then may demo data be created. */
export async function isEmpty({ pool }: Database): Promise<boolean> {
  return (await rowsOf(pool, findAny, [])).length === 0;
}

const findAny: Statement<{ id: number }> = {
  name: "find any organization",
  text: "select id from organizations limit 1",
};

const conditions: Record<CountedRows, string> = {
  departments: "departments where organization_id = $1",
  workers: "workers where organization_id = $1",
  apiKeys: "api_keys where organization_id = $1 and revoked_at is null",
  webhooks: "webhooks where organization_id = $1 and deleted_at is null",
  staffUsers: "staff_users where organization_id = $1",
  reportingTokens: "reporting_tokens where organization_id = $1 and revoked_at is null",
  screens: "screens where organization_id = $1 and revoked_at is null",
};

/** Returns a statement that counts an organization's rows of one kind. */
function countRows(kind: CountedRows): Statement<{ count: number }> {
  return { name: `count ${kind}`, text: `select count(*)::int as count from ${conditions[kind]}` };
}
