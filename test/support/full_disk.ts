import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, writeSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { findBinaries } from "../../gateway/embedded_postgres/binaries.ts";
import { ensureCluster } from "../../gateway/embedded_postgres/cluster.ts";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { migrate } from "../../gateway/persistence/database/migrator.ts";
import { type PostgresNode, preparePostgresNode } from "./replication/postgres_node.ts";

/** A Postgres whose disk can be filled. */
export interface PostgresOnSmallDisk extends AsyncDisposable {
  url: string;
  /** Whether the disk is one of its own. Otherwise each write of a row is refused with the error of a full disk. */
  isReal: boolean;
  /** The rows of a statement. */
  rows(sql: string): Promise<object[]>;
  /** From now on nothing can be written that needs space. */
  fill(): Promise<void>;
  free(): Promise<void>;
}

const database = "appointments";
const password = "secret";

/**
 * Starts a migrated Postgres on a small file system in memory, or elsewhere if nobody may mount one here. With
 * `hasRoomInWal`, a full server has a new segment of its WAL, so it serves reads until 16 MB are written. Otherwise it
 * may have to recover.
 */
export async function startOnSmallDisk(
  { megabytes = 200, hasRoomInWal = true } = {},
): Promise<PostgresOnSmallDisk> {
  await using opened = new AsyncDisposableStack();
  const root = await realpath(await mkdtemp(join(tmpdir(), "appointments-disk-")));
  opened.defer(() => rm(root, { recursive: true, force: true }));
  const isReal = mountAt(root, megabytes);
  if (isReal) opened.defer(() => void spawnSync("umount", ["--lazy", root]));
  else process.stderr.write("No file system can be mounted here: a full disk is imitated\n");
  mkdirSync(join(root, "data"));
  const { initdb } = await findBinaries();
  const { signal } = new AbortController();
  await ensureCluster(join(root, "data"), { initdb, password, sync: false, signal });
  const folder = join(root, "data", "postgres");
  const settings = { fsync: "off", full_page_writes: "off", max_wal_size: "64MB" };
  const node = await preparePostgresNode({ folder, password, settings });
  opened.defer(async () => {
    await node.kill();
    await node.close();
  });
  await node.start("postgres");
  await node.rows(`create database ${database}`, "postgres");
  const url = `postgres://postgres:${password}@127.0.0.1:${node.port}/${database}`;
  await migrate(new Connections(url));
  const filling = join(root, "filling");
  const everything = opened.move();
  return {
    url,
    isReal,
    rows: (sql) => node.rows(sql, database),
    async fill() {
      if (!isReal) return void await node.rows(refuseWrites, database);
      if (hasRoomInWal) {
        await node.rows("select pg_switch_wal()", database);
        // The segment is made when the first record in it is flushed.
        await node.rows("checkpoint", database);
      }
      fillWith(filling);
    },
    async free() {
      if (!isReal) return void await node.rows("drop function full_disk cascade", database);
      await rm(filling);
      await startIfEnded(node);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Acts as a supervisor: a server that could not write its WAL recovers, and ends if the disk is still full then. */
async function startIfEnded(node: PostgresNode): Promise<void> {
  while (!await node.rows("select", database).then(() => true, () => false)) {
    if (!node.hasEnded()) await delay(10);
    else await node.start(database);
  }
}

function mountAt(folder: string, megabytes: number): boolean {
  const size = `size=${megabytes}m`;
  return spawnSync("mount", ["-t", "tmpfs", "-o", size, "tmpfs", folder]).status === 0;
}

/** Writes a file until the disk is full. */
function fillWith(path: string): void {
  const file = openSync(path, "w");
  try {
    for (const bytes of [1024 ** 2, 4096]) {
      const block = Buffer.alloc(bytes, 1);
      while (writeOrUndefined(file, block) === bytes);
    }
  } finally {
    closeSync(file);
  }
}

function writeOrUndefined(file: number, block: Buffer): number | undefined {
  try {
    return writeSync(file, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    return undefined;
  }
}

const refuseWrites = `
  create function full_disk() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$;
  do $$ declare name regclass; begin
    for name in select c.oid from pg_class c
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    loop
      execute format('create trigger full_disk before insert or update on %s
        for each row execute function full_disk()', name);
    end loop;
  end $$`;
