import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { ClientBase, Pool } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { withLock } from "./lock.ts";
import type { Connections } from "./connections.ts";

/** A file of `migrations/`. */
export interface Migration {
  number: number;
  /** The name of the file, such as `0004_booking.sql`. */
  name: string;
  sql: string;
  checksum: string;
}

/** The name of the lock of `withLock` that one migrating process holds. */
export const migrationLock = "migrate";

const ownFolder = new URL("../../../migrations/", import.meta.url);

// Not CREATE TABLE IF NOT EXISTS: it needs the right to create tables even if the table exists.
const hasTable = "select to_regclass('schema_migrations') is not null as has_table";
const createTable = `
  create table schema_migrations (
    number int primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz(3) not null
  )`;

/** How long a migration waits for the lock of a table, and how often it tries. */
interface LockWaits {
  maxLockWaitMs: number;
  pauseMs: number;
  tries: number;
}

// A statement that waits for a table makes all later statements on this table wait behind it. So it waits only briefly,
// and tries again for about ten minutes.
const usualLockWaits: LockWaits = { maxLockWaitMs: 1000, pauseMs: 2000, tries: 200 };
const lockTimedOut = "55P03";

/**
 * Applies the migrations that are missing, in one transaction: all of them or none. Any number of processes may
 * call it at once. One does the work, the others wait for its lock and then find nothing to do.
 *
 * Throws if the file of an applied migration was changed, if the connection is lost, or if another transaction holds a
 * table too long.
 */
export async function migrate(
  connections: Connections,
  migrations?: readonly Migration[],
  { maxLockWaitMs, pauseMs, tries }: LockWaits = usualLockWaits,
): Promise<void> {
  const all = migrations ?? await readOwnMigrations();
  await withLock(connections, migrationLock, async () => {
    for (let left = tries - 1;; left -= 1) {
      try {
        return await migrateOnce(connections, all, maxLockWaitMs);
      } catch (error) {
        const cause = (error as Error).cause as { code?: string } | undefined;
        if (cause?.code !== lockTimedOut || left === 0) throw error;
        await sleep(pauseMs);
      }
    }
  });
}

async function migrateOnce(
  connections: Connections,
  all: readonly Migration[],
  maxLockWaitMs: number,
): Promise<void> {
  const client = connections.createClient({
    applicationName: "appointment-booking migrations",
    maxSilenceMs: 0,
  });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(`set local lock_timeout = ${maxLockWaitMs}`);
    await applyPending(client, all);
    await client.query("commit");
  } finally {
    // The server rolls an open transaction back when the connection ends.
    await client.end();
  }
}

/** Applies those of the given migrations that are missing, in the transaction of `client`. */
export async function applyPending(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  const { rows } = await client.query<{ has_table: boolean }>(hasTable);
  if (!rows[0]!.has_table) await client.query(createTable);
  for (const migration of pendingOf(migrations, await readApplied(client))) {
    await apply(client, migration);
  }
}

/** Returns whether the database answers and every migration is applied. */
export async function isMigrated(pool: Pool): Promise<boolean> {
  try {
    return pendingOf(await readOwnMigrations(), await readApplied(pool)).length === 0;
  } catch {
    return false;
  }
}

/** Reads the migrations of a folder in their order. Throws if the numbers are not 0001, 0002 and so on. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const misnumbered = names.find((name, i) => !name.startsWith(`${numberText(i + 1)}_`));
  if (misnumbered !== undefined) {
    const number = numberText(names.indexOf(misnumbered) + 1);
    throw new Error(
      `Cannot read the migrations: ${misnumbered} should have the number ${number}. ` +
        "Number the files from 0001 without gaps and without duplicates",
    );
  }
  return await Promise.all(
    names.map(async (name) => toMigration(name, await readFile(new URL(name, folder), "utf8"))),
  );
}

/** Makes a migration from the name and the content of a file. */
export function toMigration(name: string, sql: string): Migration {
  // Comment lines are not part of the checksum, so that a comment can be improved after the release.
  const statements = sql.split(/\r?\n/).filter((line) => !/^\s*(?:--|$)/.test(line)).join("\n");
  const checksum = createHash("sha256").update(statements).digest("hex");
  return { number: Number.parseInt(name, 10), name, sql, checksum };
}

let ownMigrations: Promise<Migration[]> | undefined;

/** Reads `migrations/` once, because each `/readyz` compares them with the database. */
export function readOwnMigrations(): Promise<Migration[]> {
  return ownMigrations ??= readMigrations(ownFolder);
}

/** A row of `schema_migrations`. */
export type AppliedMigration = Pick<Migration, "number" | "name" | "checksum">;

/** Reads the applied migrations. Returns none for a database without tables. */
export async function readAppliedOrNone(
  database: Pick<ClientBase, "query">,
): Promise<Map<number, AppliedMigration>> {
  const { rows } = await database.query<{ has_table: boolean }>(hasTable);
  return rows[0]!.has_table ? await readApplied(database) : new Map();
}

async function readApplied(
  database: Pick<ClientBase, "query">,
): Promise<Map<number, AppliedMigration>> {
  const { rows } = await database.query<AppliedMigration>(
    "select number, name, checksum from schema_migrations",
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/**
 * Returns the migrations that the database does not have. Migrations that only the database has are ignored: a newer
 * version of the service has applied them, and this process is the older one of a rolling update.
 */
function pendingOf(
  migrations: readonly Migration[],
  applied: ReadonlyMap<number, AppliedMigration>,
): Migration[] {
  for (const { number, name, checksum } of migrations) {
    const found = applied.get(number);
    if (found === undefined || found.checksum === checksum) continue;
    throw new Error(
      `Cannot use the database: migrations/${name} differs from ${found.name}, which was applied to it. ` +
        "Restore the applied file and put the change into a new one, or use an empty database",
    );
  }
  return migrations.filter(({ number }) => !applied.has(number));
}

async function apply(
  client: ClientBase,
  { number, name, sql, checksum }: Migration,
): Promise<void> {
  try {
    // The first statement: if the connection of the lock is lost, a second process waits here for this one. Then it
    // fails, because the number is taken, and applies nothing twice.
    await client.query(
      `insert into schema_migrations (number, name, checksum, applied_at)
        values ($1, $2, $3, statement_timestamp())`,
      [number, name, checksum],
    );
    await client.query(sql);
  } catch (error) {
    const why = (error as { code?: string }).code === lockTimedOut
      ? "waited for a table that another transaction uses. End long transactions and reports, and try again"
      : "failed";
    throw new Error(`migrations/${name} ${why}`, { cause: error });
  }
}

function numberText(number: number): string {
  return String(number).padStart(4, "0");
}
