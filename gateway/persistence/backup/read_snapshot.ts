import { finished } from "node:stream/promises";
import type { Readable } from "node:stream";
import { to as copyTo } from "pg-copy-streams";
import { Connections } from "../database/connections.ts";
import type { ServiceClient } from "../database/service_client.ts";
import { type AppliedMigration, readAppliedOrNone } from "../database/migrator.ts";
import { columnList, quoted, readTableShapes, type TableShape } from "./catalog.ts";

/** A database at one moment, apart from its rows. */
export interface SnapshotFacts {
  /** The moment of the snapshot, by the database's clock. */
  takenAt: string;
  serverVersion: string;
  migrations: AppliedMigration[];
  tables: TableShape[];
  /** The last value of each sequence; 0 if it was never used. */
  sequences: { name: string; lastValue: string }[];
}

/** A database at one moment. */
export interface Snapshot extends SnapshotFacts {
  /** Passes the rows of a table to `use`, as text of COPY. Returns the number of rows. */
  copy(table: TableShape, use: (rows: Readable) => Promise<void>): Promise<number>;
}

/**
 * Opens a snapshot of the database and passes it to `use`. All reads see the same moment (REPEATABLE READ). Nobody waits
 * for it except statements that change the schema (gateway/backup/README.md 2.2).
 */
export async function readSnapshot<T>(
  urls: string | readonly string[],
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const connections = new Connections(urls);
  try {
    await connections.findPrimary();
    const client = connections.createClient({
      applicationName: "appointment-booking backup",
      maxSilenceMs: 0,
    });
    await client.connect();
    try {
      const facts = await openSnapshot(client);
      return await use({ ...facts, copy: (table, use) => copy(client, table, use) });
    } finally {
      await client.end();
    }
  } finally {
    connections.close();
  }
}

async function openSnapshot(client: ServiceClient): Promise<SnapshotFacts> {
  const lockable = await readTableShapes(client);
  if (lockable.length === 0) {
    throw new Error(
      "Cannot back up: the database has no tables. Check DATABASE_URL or DATA_DIR, which say what to back up",
    );
  }
  await client.query("begin isolation level repeatable read, read only");
  // Before the first SELECT, which takes the snapshot: no table can change its columns between both. The lock conflicts
  // only with ACCESS EXCLUSIVE. If that is held, this fails instead of waiting.
  await client.query("set local lock_timeout = '10s'");
  const names = lockable.map(({ name }) => quoted(name)).join(", ");
  await client.query(`lock table ${names} in access share mode`);
  const { rows: [facts] } = await client.query<{ takenAt: string; serverVersion: string }>(
    `select to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "takenAt",
      current_setting('server_version') as "serverVersion"`,
  );
  // Sequences have no snapshot. Read after it was taken, none is behind the rows.
  const { rows: sequences } = await client.query<{ name: string; lastValue: string }>(
    `select sequencename as name, coalesce(last_value, 0)::text as "lastValue" from pg_sequences
      where schemaname = 'public' order by 1`,
  );
  const applied = await readAppliedOrNone(client);
  const migrations = [...applied.values()].toSorted((a, b) => a.number - b.number);
  return { ...facts!, migrations, tables: await readTableShapes(client), sequences };
}

async function copy(
  client: ServiceClient,
  table: TableShape,
  use: (rows: Readable) => Promise<void>,
): Promise<number> {
  const statement = `copy (select ${columnList(table)} from ${quoted(table.name)}) to stdout`;
  const rows = client.query(copyTo(statement));
  // If the connection ends after the reading was given up, nobody else listens.
  rows.on("error", () => {});
  const ended = finished(rows);
  await Promise.all([ended, use(rows)]);
  // The number of rows comes after the last row. The answer of another statement comes after both.
  await client.query("select");
  return rows.rowCount;
}
