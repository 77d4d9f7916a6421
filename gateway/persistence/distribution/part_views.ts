import type { ClientBase, Pool } from "pg";
import { isLockTimeout, RolledBackError } from "../database/faults.ts";
import { inTransaction } from "../commit/run_transaction.ts";
import { schemaOf, withIds } from "./part_session.ts";

/** A part of the coordinator's own tables and its copies. No shard has this id. */
export const ownTables = "0";

const maxWaitMs = 5000;

// A migration drops the views first, because it could not drop a column of them. So no process may create them again before
// the migration ends. The lock is on the coordinator, where the migration has its transaction.
const viewsLock = "hashtextextended('appointment-booking views of parts', 0)";
const waitForMigration = `select pg_advisory_xact_lock_shared(${viewsLock})`;

/** Keeps processes from creating views until the end of the transaction. */
export async function holdViews(client: Pick<ClientBase, "query">): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${viewsLock})`);
}

/** Makes a part usable on its node. Throws RolledBackError while a migration runs. */
export async function createViews(
  { coordinator, node }: { coordinator: Pool; node: Pool },
  shardId: string,
): Promise<void> {
  // The connection to the node first, as bookings do: otherwise they and this could wait for each other's connections.
  const client = await node.connect();
  try {
    await inTransaction(coordinator, async (onCoordinator) => {
      await onCoordinator.client.query(
        `set local lock_timeout = '${maxWaitMs}ms'; ${waitForMigration}`,
      );
      await client.query(createSchema(shardId));
    });
    client.release();
  } catch (error) {
    client.release(true);
    throw rolledBackBy(error);
  }
}

/** The same for the coordinator's own tables. */
export async function createOwnViews(coordinator: Pool): Promise<void> {
  try {
    await coordinator.query(createSchema(ownTables));
  } catch (error) {
    throw rolledBackBy(error);
  }
}

function rolledBackBy(error: unknown): unknown {
  return isLockTimeout(error) ? new RolledBackError("A migration runs", { cause: error }) : error;
}

/**
 * Returns the statements that make a part usable on its node: a schema with views that have the names of the tables, and lead
 * to the shards of the part. It does nothing if the schema is complete.
 *
 * Ids come from sequences of the session: those of the node are of another range.
 */
function createSchema(shardId: string): string {
  const schema = schemaOf(shardId);
  return `begin;
  set local lock_timeout = '${maxWaitMs}ms';
  set local citus.enable_ddl_propagation = off;
  ${waitForMigration};
  do $part$
  declare
    one record;
  begin
    perform pg_advisory_xact_lock(hashtextextended('appointment-booking ${schema}', 0));
    if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
    for one in
      select s.logicalrelid::text as name, s.logicalrelid || '_' || s.shardid as shard
      from pg_dist_shard s
      where (s.shardminvalue is null or s.shardminvalue = (
          select shardminvalue from pg_dist_shard where shardid = ${shardId}))
        and not exists (select from pg_inherits where inhrelid = s.logicalrelid)
        and to_regclass('public.' || s.logicalrelid || '_' || s.shardid) is not null
    loop
      continue when (select count(*) from pg_attribute where attnum > 0 and not attisdropped
          and attrelid = to_regclass(format('public.%I', one.shard)))
        = (select count(*) from pg_attribute where attnum > 0
          and attrelid = to_regclass(format('${schema}.%I', one.name)));
      execute format('create or replace view ${schema}.%I as select * from public.%I', one.name, one.shard);
      if one.name = any('{${withIds.join(",")}}') then
        execute format('alter view ${schema}.%I alter id set default nextval(%L::text::regclass)',
          one.name, 'pg_temp.' || one.name || '_id_seq');
      end if;
    end loop;
  end $part$;
  commit`;
}
