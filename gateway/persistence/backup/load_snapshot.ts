import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { Connections } from "../database/connections.ts";
import { withLock } from "../database/lock.ts";
import {
  applyPending,
  type Migration,
  migrationLock,
  readOwnMigrations,
} from "../database/migrator.ts";
import { createEmptyPartition } from "../database/partitions.ts";
import type { ServiceClient } from "../database/service_client.ts";
import { columnList, quoted, readTableShapes, type TableShape } from "./catalog.ts";
import type { SnapshotFacts } from "./read_snapshot.ts";

/** A stored snapshot. */
export interface StoredSnapshot extends Pick<SnapshotFacts, "migrations" | "sequences"> {
  tables: readonly (TableShape & { rows: number })[];
  /** Opens the rows of a table, as text of COPY. */
  open(table: string): Readable;
}

/** Options of `loadSnapshot`. */
export interface LoadOptions {
  /** Called before each step that may take long. */
  progress(line: string): void;
  signal: AbortSignal;
  /** The migrations of this version of the service; those of `migrations/` if left out. */
  ownMigrations?: readonly Migration[];
}

/** What `loadSnapshot` did. */
export interface LoadResult {
  /** Tables of the snapshot that no migration creates. Their rows were not loaded. */
  unknownTables: string[];
  /** How many newer migrations were applied. */
  newMigrations: number;
}

/** Sequences continue so far after their value at the backup (gateway/backup/README.md 2.5). */
export const idGap = { bigint: 1_000_000, integer: 10_000 } as const;

/**
 * Loads a stored snapshot into an empty database, in one transaction: everything or nothing. Creates the schema of the
 * snapshot's version first, and applies newer migrations at the end. Processes that start meanwhile wait.
 *
 * Throws if the database is not empty, or if this version of the service does not have the snapshot's migrations.
 */
export async function loadSnapshot(
  urls: string | readonly string[],
  snapshot: StoredSnapshot,
  { progress, signal, ownMigrations }: LoadOptions,
): Promise<LoadResult> {
  const own = ownMigrations ?? await readOwnMigrations();
  const needed = chooseMigrations(snapshot, own);
  const connections = new Connections(urls);
  try {
    await connections.findPrimary();
    return await withLock(connections, migrationLock, async () => {
      const client = connections.createClient({
        applicationName: "appointment-booking restore",
        maxSilenceMs: 0,
      });
      await client.connect();
      try {
        await client.query("begin");
        await refuseRelations(client);
        await applyPending(client, needed);
        const unknownTables = await loadTables(client, snapshot, { progress, signal });
        await advanceIds(client, snapshot);
        progress("Applying newer migrations and collecting statistics ...");
        await applyPending(client, own);
        await client.query("analyze");
        signal.throwIfAborted();
        await client.query("commit");
        return { unknownTables, newMigrations: own.length - needed.length };
      } finally {
        // The server rolls an open transaction back when the connection ends.
        await client.end();
      }
    });
  } finally {
    connections.close();
  }
}

/** Throws if this version of the service does not have the migrations of a snapshot. */
export async function checkMigrations(snapshot: Pick<StoredSnapshot, "migrations">): Promise<void> {
  chooseMigrations(snapshot, await readOwnMigrations());
}

/** Returns those of our migrations that the snapshot has. */
function chooseMigrations(
  { migrations }: Pick<StoredSnapshot, "migrations">,
  own: readonly Migration[],
): Migration[] {
  return migrations.map(({ number, name, checksum }) => {
    const found = own.find((one) => one.number === number);
    if (!found) {
      throw new Error(
        `Cannot restore: the backup was made by a newer version of the service, which has the migration ${name}. ` +
          "Restore it with that version or a newer one",
      );
    }
    if (found.checksum === checksum) return found;
    throw new Error(
      `Cannot restore: migrations/${found.name} differs from the migration of the backup. ` +
        "Restore it with the version of the service that made it",
    );
  });
}

async function refuseRelations(client: ServiceClient): Promise<void> {
  const { rows: [found] } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
      where relnamespace = 'public'::regnamespace and not exists (
        select from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
      )
      order by relkind <> 'r', relname limit 1`,
  );
  if (!found) return;
  throw new Error(
    `Cannot restore: the database is not empty, it has ${found.name}. Nothing was changed. ` +
      "Set DATABASE_URL to a new database, or DATA_DIR to a new folder",
  );
}

async function loadTables(
  client: ServiceClient,
  snapshot: StoredSnapshot,
  { progress, signal }: Pick<LoadOptions, "progress" | "signal">,
): Promise<string[]> {
  const existing = new Map((await readTableShapes(client)).map((table) => [table.name, table]));
  const known = snapshot.tables.filter(({ name }) => existing.has(name));
  const restoreRules = await suspendRules(client, [...existing.keys()]);
  for (const table of known) {
    const strange = table.columns.find((name) => !existing.get(table.name)!.columns.includes(name));
    if (strange !== undefined) {
      throw new Error(
        `Cannot restore: the service has no column ${strange} in ${table.name}. ` +
          "Restore the backup with the version of the service that made it",
      );
    }
    for (const month of table.months ?? []) {
      await createEmptyPartition(client, table, Temporal.PlainYearMonth.from(month));
    }
    if (table.rows > 0) progress(`Loading ${table.rows} rows of ${table.name} ...`);
    const rows = client.query(
      copyFrom(`copy ${quoted(table.name)} (${columnList(table)}) from stdin`),
    );
    // If the connection ends after the loading was given up, nobody else listens.
    rows.on("error", () => {});
    await pipeline(snapshot.open(table.name), rows, { signal });
    if (rows.rowCount === table.rows) continue;
    throw new Error(
      `Cannot restore: the backup has ${rows.rowCount} rows of ${table.name} instead of ${table.rows}`,
    );
  }
  progress("Creating indexes and checking foreign keys ...");
  await restoreRules(signal);
  return snapshot.tables.filter(({ name }) => !existing.has(name)).map(({ name }) => name);
}

/**
 * Switches off what must not act on rows that are already right, and returns a function that switches it on again:
 *
 * - Triggers: they would count each appointment and move each balance again. The owner of a table may disable its
 *   triggers; `session_replication_role` would need a superuser.
 * - Foreign keys: while rows are loaded, each check waits in the server's memory until the end of the statement, so a
 *   large table could exhaust it. Creating the key again checks all rows at once, and fails if one is wrong.
 * - Indexes: creating one at the end takes a fraction of the time of adding each row to it. Primary keys and unique
 *   constraints stay.
 */
async function suspendRules(
  client: ServiceClient,
  tables: readonly string[],
): Promise<(signal: AbortSignal) => Promise<void>> {
  const { rows: keys } = await client.query<{ drop: string; create: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname,
        pg_get_constraintdef(oid)) as create
    from pg_constraint
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  const { rows: indexes } = await client.query<{ drop: string; create: string }>(
    `select format('drop index %s', i.indexrelid::regclass) as drop,
      -- ON ONLY would leave the partitions without the index.
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as create
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  const switchTriggers = async (state: "disable" | "enable") => {
    for (const table of tables) {
      await client.query(`alter table ${quoted(table)} ${state} trigger user`);
    }
  };
  for (const { drop } of [...keys, ...indexes]) await client.query(drop);
  await switchTriggers("disable");
  return async (signal) => {
    // An index is sorted in memory up to this size.
    await client.query("set local maintenance_work_mem = '256MB'");
    for (const { create } of [...indexes, ...keys]) {
      signal.throwIfAborted();
      await client.query(create);
    }
    await switchTriggers("enable");
  };
}

async function advanceIds(
  client: ServiceClient,
  { sequences }: Pick<StoredSnapshot, "sequences">,
): Promise<void> {
  await client.query(
    `select setval(s.seqrelid::regclass,
        least(given.last::bigint + case s.seqtypid when 'bigint'::regtype then $3::bigint else $4::bigint end, s.seqmax))
      from unnest($1::text[], $2::text[]) as given (name, last)
      join pg_class c on c.relname = given.name and c.relnamespace = 'public'::regnamespace
      join pg_sequence s on s.seqrelid = c.oid`,
    [
      sequences.map(({ name }) => name),
      sequences.map(({ lastValue }) => lastValue),
      idGap.bigint,
      idGap.integer,
    ],
  );
  // The feed numbers its entries by this column.
  await client.query("update balances set last_position = last_position + $1", [idGap.bigint]);
}
