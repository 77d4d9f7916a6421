import { once } from "node:events";
import { randomUUID } from "node:crypto";
import {
  chownSync,
  closeSync,
  existsSync,
  fchownSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { syncFolder } from "./data_folder.ts";
import { changesUser, pathFromInside, serverUserId, spawnInside } from "./run_as.ts";

/** A database cluster on disk, with everything that a server on it needs. */
export type Cluster = {
  dataDir: string;
  folder: string;
  postgres: string;
  password: string;
  settings: Readonly<Record<string, string>>;
};

export type NewCluster = { initdb: string; password: string; sync: boolean; signal: AbortSignal };

const buildPrefix = "postgres.building-";

/** Returns whether a data folder has a database. */
export function hasEmbeddedPostgres(dataDir: string): boolean {
  return existsSync(join(dataDir, "postgres", "PG_VERSION"));
}

/**
 * Creates `<dataDir>/postgres` unless it exists. Builds it under another name and renames it when it is complete. So an
 * incomplete cluster of a killed start is never used. It is removed.
 */
export async function ensureCluster(dataDir: string, newCluster: NewCluster): Promise<string> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(buildPrefix)) await removeBuild(join(dataDir, name));
  }
  const folder = join(dataDir, "postgres");
  if (hasEmbeddedPostgres(dataDir)) {
    checkOwner(folder);
    return folder;
  }
  const build = join(dataDir, `${buildPrefix}${randomUUID()}`);
  mkdirSync(build, { mode: 0o700 });
  if (changesUser()) chownSync(build, serverUserId, serverUserId);
  try {
    await runInitdb(build, newCluster);
    renameSync(build, folder);
  } catch (cause) {
    await removeBuild(build);
    throw newCluster.signal.aborted ? newCluster.signal.reason : creationError(folder, cause);
  }
  syncFolder(dataDir);
  return folder;
}

async function removeBuild(build: string): Promise<void> {
  // Retries, because an interrupted initdb may still write a few files.
  await rm(build, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

function creationError(folder: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = code === "ENOTEMPTY" || code === "EEXIST"
    ? "the folder contains other files. Move them, or set DATA_DIR to another folder"
    : message;
  return new Error(`Cannot create the database in ${folder}: ${why}`, { cause });
}

function checkOwner(folder: string): void {
  const expected = changesUser() ? serverUserId : process.getuid?.();
  const { uid } = statSync(folder);
  if (expected === undefined || uid === expected) return;
  throw new Error(
    `Cannot start Postgres: ${folder} belongs to user ${uid}, but Postgres would run as ${expected}. ` +
      `Start as the user who created it (root for ${serverUserId}), or chown -R the folder`,
  );
}

async function runInitdb(build: string, { initdb, password, sync, signal }: NewCluster) {
  signal.throwIfAborted();
  const args = [
    `--pgdata=${pathFromInside(build)}`,
    "--username=postgres",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    `--pwfile=${process.platform === "linux" ? "/proc/self/fd/3" : "/dev/fd/3"}`,
    ...(sync ? [] : ["--no-sync"]),
  ];
  const file = openPasswordFile(build, password);
  try {
    const child = spawnInside(build, initdb, args, ["ignore", "ignore", "pipe", file]);
    const interrupt = () => child.kill("SIGINT");
    signal.addEventListener("abort", interrupt);
    const [output, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    signal.removeEventListener("abort", interrupt);
    if (code !== 0) throw new Error(`initdb failed. ${output.trim().slice(-2000)}`);
  } finally {
    closeSync(file);
  }
}

/**
 * Returns a file with the password for initdb. The file has no name: it is deleted before the password is written. A pipe
 * would belong to root, and initdb's user could not open it. A named file would have to be in a folder that other users
 * can enter.
 */
function openPasswordFile(build: string, password: string): number {
  const path = `${build}.password`;
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  if (changesUser()) fchownSync(file, serverUserId, serverUserId);
  // At a position: if /dev/fd shares the offset, initdb must still read from the start.
  writeSync(file, `${password}\n`, 0);
  return file;
}
