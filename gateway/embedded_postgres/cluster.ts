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

/** One database cluster on disk and all that is needed to run a server on it. */
export type Cluster = {
  dataDir: string;
  folder: string;
  postgres: string;
  password: string;
  settings: Readonly<Record<string, string>>;
};

export type NewCluster = { initdb: string; password: string; sync: boolean; signal: AbortSignal };

const buildPrefix = "postgres.building-";

/**
 * Makes `<dataDir>/postgres` unless it is there. It is built under another name and renamed when
 * whole: what a killed start left half done is never mistaken for a cluster, and is removed.
 */
export async function ensureCluster(dataDir: string, make: NewCluster): Promise<string> {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(buildPrefix)) await removeBuild(join(dataDir, name));
  }
  const folder = join(dataDir, "postgres");
  if (existsSync(join(folder, "PG_VERSION"))) {
    checkOwner(folder);
    return folder;
  }
  const build = join(dataDir, `${buildPrefix}${randomUUID()}`);
  mkdirSync(build, { mode: 0o700 });
  if (changesUser()) chownSync(build, serverUserId, serverUserId);
  try {
    await runInitdb(build, make);
    renameSync(build, folder);
  } catch (cause) {
    await removeBuild(build);
    throw make.signal.aborted ? make.signal.reason : creationError(folder, cause);
  }
  syncFolder(dataDir);
  return folder;
}

async function removeBuild(build: string): Promise<void> {
  // An initdb that was told to end may still write a few files; so what is emptied fills again.
  await rm(build, { recursive: true, force: true, maxRetries: 20, retryDelay: 20 });
}

function creationError(folder: string, cause: unknown): Error {
  const { code, message } = cause as NodeJS.ErrnoException;
  const why = code === "ENOTEMPTY" || code === "EEXIST"
    ? "the folder holds other files. Move them away, or set DATA_DIR to another folder"
    : message;
  return new Error(`Cannot create the database in ${folder}: ${why}`, { cause });
}

function checkOwner(folder: string): void {
  const wanted = changesUser() ? serverUserId : process.getuid?.();
  const { uid } = statSync(folder);
  if (wanted === undefined || uid === wanted) return;
  throw new Error(
    `Cannot start Postgres: ${folder} belongs to user ${uid}, and it would run as ${wanted}. ` +
      `Start as the user who made it (root for ${serverUserId}), or chown -R the folder`,
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
    const [said, [code]] = await Promise.all([text(child.stderr!), once(child, "close")]);
    signal.removeEventListener("abort", interrupt);
    if (code !== 0) throw new Error(`initdb failed. ${said.trim().slice(-2000)}`);
  } finally {
    closeSync(file);
  }
}

/**
 * The password goes to initdb as an inherited file without a name: it is deleted before anything
 * is written. A pipe would belong to root, which initdb's user may not open; a named file would
 * have to lie where that user can enter, and others could then too.
 */
function openPasswordFile(build: string, password: string): number {
  const path = `${build}.password`;
  const file = openSync(path, "wx+", 0o600);
  unlinkSync(path);
  if (changesUser()) fchownSync(file, serverUserId, serverUserId);
  // At a position: where /dev/fd shares the offset, initdb must still read from the beginning.
  writeSync(file, `${password}\n`, 0);
  return file;
}
