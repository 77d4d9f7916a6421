import type { ClientBase } from "pg";
import type { Connections } from "../database/connections.ts";
import { withLock } from "../database/lock.ts";
import { createDistributedFunctions, dropPartSchemas, isDistributedDatabase } from "./functions.ts";
import { inMigration, migrationLock } from "../database/migrator.ts";

/**
 * Tables that stay whole on the coordinator although they have `organization_id`: a request finds their rows by a token or
 * an address, before it knows the organization (gateway/persistence/distribution/README.md 2).
 */
const wholeTables = new Set(["staff_users", "sessions", "api_keys", "reporting_tokens", "screens"]);
/** Every node has a copy, because tables on all nodes have foreign keys to it. */
const copiedTable = "organizations";
/** All others have the same distribution as this one, so the rows of an organization are on one node. */
const firstTable = "departments";

/** How a table of the service is stored. "none": Citus does not know the table. */
export type Placement = "distributed" | "reference" | "local" | "none";

interface FoundTable {
  name: string;
  belongsToOrganization: boolean;
  placement: Placement;
}

/** A foreign key or a trigger. */
interface TablePart {
  table: string;
  name: string;
  definition: string;
}

const hasCitus = `
  select exists (select from pg_extension where extname = 'citus') as "isCreated",
    exists (select from pg_available_extensions where name = 'citus') as "isAvailable",
    current_setting('citus.version', true) is not null as "isLoaded"`;

/** Partitions follow their table. */
const readTables = (placement: string) => `
  select c.relname as name, ${placement} as placement,
    exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'organization_id'
      and not a.attisdropped) as "belongsToOrganization"
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid
      and d.deptype = 'e')
  order by c.relname <> '${firstTable}', c.relname`;

const placementOfTable = `coalesce((
    select case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference'
      else 'local' end
    from pg_dist_partition p where p.logicalrelid = c.oid), 'none')`;

/** Foreign keys of and to the tables that get another placement. They exist again before the transaction ends. */
const readKeys = `
  select conrelid::regclass::text as "table", quote_ident(conname) as name,
    pg_get_constraintdef(oid) as definition
  from pg_constraint
  where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace
    and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
  order by conrelid, conname`;

/**
 * Triggers on inserts into the tables that get another placement. They exist again before the transaction ends, because they
 * would run for the rows that are moved, and count them a second time. Those of partitions follow their table.
 */
const readTriggers = `
  select tgrelid::regclass::text as "table", quote_ident(tgname) as name,
    pg_get_triggerdef(oid) as definition
  from pg_trigger
  where not tgisinternal and tgparentid = 0 and tgtype & 4 <> 0
    and tgrelid = any($1::regclass[])
  order by tgrelid, tgname`;

/**
 * Distributes the tables that are not distributed yet, in one transaction. Any number of processes may call it at once, and
 * a killed one leaves nothing behind. Returns the names of the tables that changed.
 */
export async function distribute(connections: Connections): Promise<string[]> {
  return await withLock(
    connections,
    migrationLock,
    () =>
      inMigration(connections, async (client) => {
        await requireCitus(client);
        if (await isDistributedDatabase(client)) await client.query(identifyDeltas);
        const wanted = (await readPlacements(client)).filter((table) =>
          placementFor(table) !== "none" && table.placement !== placementFor(table)
        );
        const names = wanted.map(({ name }) => name);
        if (names.length === 0) return [];
        // They would lack the tables of a later migration.
        await dropPartSchemas(client);
        const keys = await client.query<TablePart>(readKeys, [names]);
        const triggers = await client.query<TablePart>(readTriggers, [names]);
        for (const { table, name } of keys.rows) {
          await client.query(`alter table ${table} drop constraint ${name}`);
        }
        for (const { table, name } of triggers.rows) {
          await client.query(`drop trigger ${name} on ${table}`);
        }
        if (names.includes("usage_deltas")) await client.query(identifyDeltas);
        for (const table of wanted) {
          await client.query(place(table));
          await removeMoved(client, table);
        }
        await createDistributedFunctions(client);
        for (const { definition } of triggers.rows) await client.query(definition);
        if (names.includes("audit_entries")) await client.query(lockTags);
        for (const { table, name, definition } of keys.rows) {
          await client.query(`alter table ${table} add constraint ${name} ${definition}`);
        }
        return names;
      }),
  );
}

/**
 * Returns the tables of organizations that a distributed database does not distribute, because a later migration created
 * them; none for an ordinary database.
 */
export async function readUndistributed(database: Pick<ClientBase, "query">): Promise<string[]> {
  if (!await isDistributedDatabase(database)) return [];
  return (await readPlacements(database)).filter((table) =>
    placementFor(table) === "distributed" && table.placement !== "distributed"
  ).map(({ name }) => name);
}

async function readPlacements(database: Pick<ClientBase, "query">): Promise<FoundTable[]> {
  return (await database.query<FoundTable>(readTables(placementOfTable))).rows;
}

function placementFor({ name, belongsToOrganization }: FoundTable): Placement {
  if (name === copiedTable) return "reference";
  return belongsToOrganization && !wholeTables.has(name) ? "distributed" : "none";
}

function place(table: FoundTable): string {
  if (placementFor(table) === "reference") return `select create_reference_table('${table.name}')`;
  const together = table.name === firstTable ? "none" : firstTable;
  return `select create_distributed_table('${table.name}', 'organization_id',
    colocate_with => '${together}')`;
}

/** Removes the rows that have been moved. They are still in the coordinator's own table, where nothing reads them. */
async function removeMoved(client: ClientBase, { name }: FoundTable): Promise<void> {
  // Tables that are append-only have triggers against it.
  await client.query("set local citus.enable_ddl_propagation = off");
  await client.query(`alter table ${name} disable trigger user`);
  await client.query("select truncate_local_data_after_distributing_table($1)", [name]);
  await client.query(`alter table ${name} enable trigger user`);
  await client.query("set local citus.enable_ddl_propagation = on");
}

async function requireCitus(client: ClientBase): Promise<void> {
  const { rows } = await client.query<
    { isCreated: boolean; isAvailable: boolean; isLoaded: boolean }
  >(hasCitus);
  const { isCreated, isAvailable, isLoaded } = rows[0]!;
  if (!isAvailable) throw refusal("the server has no Citus. Install the extension");
  if (!isLoaded) {
    throw refusal("Citus is not loaded. Add citus to shared_preload_libraries and restart");
  }
  if (!isCreated) throw refusal("the extension is missing. Run: create extension citus");
  const nodes = await client.query("select from pg_dist_node where shouldhaveshards and isactive");
  if (nodes.rowCount === 0) {
    throw refusal("no node takes shards. Add workers with citus_add_node on the coordinator");
  }
}

/**
 * Citus moves shards by logical replication, which must identify a deleted row. All other tables have a primary key. A key of
 * this one would cost each booking an index entry. Its rows live for seconds, so a row is found soon by all its columns.
 */
const identifyDeltas = "alter table usage_deltas replica identity full";

const lockTags = `create trigger audit_entries_lock_tag after insert on audit_entries
  for each row execute function audit_entries_lock_tag()`;

function refusal(reason: string): Error {
  return new Error(`Cannot distribute the database: ${reason}`);
}
