import type { Pool, PoolClient } from "pg";
import {
  Factor,
  type FactorRef,
  type Factors,
  maxFactors,
  type StaffUserRef,
} from "../../../core/ports.ts";
import { writeAudit } from "../audit/audited.ts";
import { shareOrganization } from "../audit/share_organization.ts";
import { inTransaction, type OpenTransaction } from "../commit/run_transaction.ts";
import { maxInt } from "../database/database.ts";
import { isUniqueViolation, orUnavailable } from "../database/faults.ts";
import { rowsIn, rowsOf, type Statement } from "../database/statement.ts";
import type { RowOf } from "../mapping/columns.ts";
import { factors as table, type StoredFactor } from "../mapping/tables.ts";

type FactorRow = RowOf<StoredFactor>;
const inserted = table.without("id");

const list: Statement<FactorRow> = {
  name: "list factors",
  text: `select ${table.select()} from factors
    where organization_id = $1 and staff_user_id = $2 order by id`,
};

const findPasskey: Statement<FactorRow> = {
  name: "find a passkey",
  text: `select ${table.select()} from factors where organization_id = $1 and credential_id = $2`,
};

// Changes of the factors of one user run in turn, so that exactly one of two first factors is the first.
export const lockUser: Statement<{ id: number }> = {
  name: "lock a staff user",
  text: "select id from staff_users where organization_id = $1 and id = $2 for no key update",
};

const add: Statement<{ id: number }> = {
  name: "add a factor",
  text: `
    insert into factors (${inserted.names})
    values (${Object.values(inserted.placeholders(1)).join(", ")}) returning id`,
};

const keepSession: Statement<never> = {
  name: "give a session its first factor",
  text: `update sessions set with_factor = true
    where organization_id = $1 and staff_user_id = $2 and id = $3::uuid`,
};

const endOtherSessions: Statement<never> = {
  name: "end sessions without a factor",
  text: `delete from sessions
    where organization_id = $1 and staff_user_id = $2 and not with_factor`,
};

const rename: Statement<FactorRow> = {
  name: "rename a factor",
  text: `update factors set name = $4 where organization_id = $1 and staff_user_id = $2 and id = $3
    returning ${table.select()}`,
};

const remove: Statement<FactorRow> = {
  name: "remove a factor",
  text: `delete from factors where organization_id = $1 and staff_user_id = $2 and id = $3
    returning ${table.select()}`,
};

// Locked in the order of the ids, so that two codes of a user at once cannot deadlock. The counts of the apps differ only
// if an app was added after a wrong code, or by a process that counts each app alone. Then the highest counts: a new app
// must not allow further guesses.
const countFailure: Statement<{ failures: number }> = {
  name: "count a wrong code",
  text: `
    with app as (
      select organization_id, id from factors
      where organization_id = $1 and staff_user_id = $2 and kind = 'TOTP'
      order by id for no key update
    ), counted as (
      update factors f set failures = least(f.failures, ${maxInt - 1}) + 1
      from app where f.organization_id = app.organization_id and f.id = app.id
      returning f.failures
    )
    select coalesce(max(failures), 0) as failures from counted`,
};

// Locked as above. A passkey does not end the count of the apps: its proof says nothing about their codes.
const use: Statement<{ id: number }> = {
  name: "use a factor",
  text: `
    with own as (
      select organization_id, id, kind, used_until from factors
      where organization_id = $1 and staff_user_id = $2
      order by id for no key update
    ), used as (
      select organization_id, id, kind from own where id = $3 and used_until < $4
    ), others as (
      update factors f set failures = 0
      from own, used
      where f.organization_id = own.organization_id and f.id = own.id and own.id <> used.id
        and own.kind = 'TOTP' and used.kind = 'TOTP'
    )
    update factors f
    set used_until = $4, counter = coalesce($5, counter), last_used_at = $6, failures = 0
    from used where f.organization_id = used.organization_id and f.id = used.id
    returning f.id`,
};

const countCodes: Statement<{ count: number }> = {
  name: "count recovery codes",
  text: `select count(*)::int as count from recovery_codes
    where organization_id = $1 and staff_user_id = $2`,
};

const dropCodes: Statement<never> = {
  name: "drop recovery codes",
  text: "delete from recovery_codes where organization_id = $1 and staff_user_id = $2",
};

const addCodes: Statement<never> = {
  name: "add recovery codes",
  text: `insert into recovery_codes (organization_id, staff_user_id, code_hash)
    select $1, $2, unnest($3::text[])`,
};

const useCode: Statement<{ used: string }> = {
  name: "use a recovery code",
  text: `delete from recovery_codes
    where organization_id = $1 and staff_user_id = $2 and code_hash = $3 returning code_hash as used`,
};

/** Implements core's `Factors` in Postgres. */
export function createFactors(pool: Pool): Factors {
  const isPossible = ({ id }: FactorRef) => id <= maxInt;
  return {
    list: async (user) => (await rowsOf(pool, list, keyOf(user))).map(toFactor),
    async findPasskey({ organizationId, credentialId }) {
      if (organizationId > maxInt) return undefined;
      const [row] = await rowsOf(pool, findPasskey, [organizationId, credentialId]);
      return row && toFactor(row);
    },
    add: (factor, first, audit) =>
      orUnavailable(async () => {
        try {
          return await inTransaction(pool, async (transaction) => {
            const added = await insertFactor(transaction.client, factor, first);
            if (added !== "full") await writeAudit(transaction, [audit(factor)]);
            return added;
          });
        } catch (error) {
          if (isUniqueViolation(error, "factors_credential")) return "taken";
          throw error;
        }
      }),
    rename: (ref, name, audit) =>
      changeRow(
        pool,
        audit,
        async ({ client }) =>
          isPossible(ref) ? await rowsIn(client, rename, [...keyIn(ref), name]) : [],
      ),
    remove: (ref, audit) =>
      changeRow(pool, audit, async ({ client }) => {
        if (!isPossible(ref)) return [];
        const user = keyOf({ ...ref, id: ref.staffUserId });
        await rowsIn(client, lockUser, user);
        const removed = await rowsIn(client, remove, keyIn(ref));
        const left = await rowsIn(client, list, user);
        if (left.length === 0) await rowsIn(client, dropCodes, user);
        return removed;
      }),
    countFailure: async (user) => (await rowsOf(pool, countFailure, keyOf(user)))[0]!.failures,
    async use(ref, { usedUntil, counter, at }) {
      const values = [...keyIn(ref), usedUntil.toString(), counter ?? null, at.toString()];
      return (await rowsOf(pool, use, values)).length > 0;
    },
    countRecoveryCodes: async (user) => (await rowsOf(pool, countCodes, keyOf(user)))[0]!.count,
    replaceRecoveryCodes: (user, codeHashes, record) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const { client } = transaction;
          await rowsIn(client, lockUser, keyOf(user));
          if ((await rowsIn(client, list, keyOf(user))).length === 0) return false;
          await storeCodes(client, user, codeHashes);
          await writeAudit(transaction, [record]);
          return true;
        })
      ),
    useRecoveryCode: (user, codeHash, record) =>
      orUnavailable(() =>
        inTransaction(pool, async (transaction) => {
          const used = await rowsIn(transaction.client, useCode, [...keyOf(user), codeHash]);
          if (used.length > 0) await writeAudit(transaction, [record]);
          return used.length > 0;
        })
      ),
  };
}

async function insertFactor(
  client: PoolClient,
  factor: Factor,
  { sessionId, codeHashes }: Parameters<Factors["add"]>[1],
): Promise<"first" | "further" | "full"> {
  const user = { id: factor.staffUserId, organizationId: factor.organizationId };
  await shareOrganization(client, user.organizationId);
  await rowsIn(client, lockUser, keyOf(user));
  const before = await rowsIn(client, list, keyOf(user));
  if (before.length >= maxFactors) return "full";
  const [added] = await rowsIn(client, add, inserted.values(toStored(factor)));
  factor.id = added!.id;
  if (before.length > 0) return "further";
  await storeCodes(client, user, codeHashes);
  await rowsIn(client, keepSession, [...keyOf(user), sessionId]);
  await rowsIn(client, endOtherSessions, keyOf(user));
  return "first";
}

async function storeCodes(
  client: PoolClient,
  user: StaffUserRef,
  codeHashes: readonly string[],
): Promise<void> {
  await rowsIn(client, dropCodes, keyOf(user));
  await rowsIn(client, addCodes, [...keyOf(user), [...codeHashes]]);
}

/** Changes a row and writes its audit record in one transaction. Returns undefined if there is no such row. */
function changeRow(
  pool: Pool,
  audit: Parameters<Factors["remove"]>[1],
  change: (transaction: OpenTransaction) => Promise<FactorRow[]>,
): Promise<Factor | undefined> {
  return orUnavailable(() =>
    inTransaction(pool, async (transaction) => {
      const [row] = await change(transaction);
      const factor = row && toFactor(row);
      if (factor) await writeAudit(transaction, [audit(factor)]);
      return factor;
    })
  );
}

function toFactor(row: FactorRow): Factor {
  const { credentialId, publicKey, counter, ...rest } = table.fromRow(row);
  const passkey = credentialId === null
    ? null
    : { credentialId, publicKey: publicKey!, counter: counter! };
  return Object.assign(Object.create(Factor.prototype), { ...rest, passkey });
}

function toStored({ passkey, ...rest }: Factor): StoredFactor {
  const { credentialId = null, publicKey = null, counter = null } = passkey ?? {};
  return { ...rest, credentialId, publicKey, counter };
}

function keyOf({ organizationId, id }: StaffUserRef): number[] {
  return [organizationId, id];
}

function keyIn({ organizationId, staffUserId, id }: FactorRef): number[] {
  return [organizationId, staffUserId, id];
}
