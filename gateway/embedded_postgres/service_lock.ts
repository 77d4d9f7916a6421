import { createHash, randomUUID } from "node:crypto";
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processStart } from "./process_identity.ts";

/** Another service runs on this data folder. */
export class DataDirInUseError extends Error {
  override name = "DataDirInUseError";
  readonly dataDir: string;
  readonly pid: number;

  constructor(dataDir: string, pid: number) {
    super(
      `Cannot start: the service already runs on ${dataDir} (process ${pid}). ` +
        "Stop it first, or set DATA_DIR to another folder",
    );
    this.dataDir = dataDir;
    this.pid = pid;
  }
}

/**
 * Makes this process the only service of the data folder. Returns a function that releases the lock. Throws
 * DataDirInUseError if another live process holds it. Takes over the lock of a dead process.
 */
export function takeServiceLock(dataDir: string): () => void {
  const lock = join(dataDir, "service.lock");
  const token = randomUUID();
  const started = processStart(process.pid);
  const mine = JSON.stringify({ pid: process.pid, started, token });
  // Written under another name and then linked, so that no process reads half a lock.
  const candidate = `${lock}.candidate-${token}`;
  writeFileSync(candidate, mine, { mode: 0o600, flag: "wx" });
  try {
    while (!claim(dataDir, lock, candidate));
  } finally {
    rmSync(candidate, { force: true });
  }
  return () => {
    if (readIfThere(lock) === mine) rmSync(lock);
  };
}

/**
 * Tries to take the lock. Returns false if another process has changed the locks meanwhile: try again.
 *
 * Deleting a stale lock and creating a new one are two steps, and between them a process could delete the new lock of
 * another one. So a stale lock is never deleted. Its successor is linked as `service.lock.after-<hash of the stale lock>`,
 * a name that only one process can create, and then renamed over the stale lock. If a successor dies before its rename,
 * it gets a successor in the same way.
 */
function claim(dataDir: string, lock: string, candidate: string): boolean {
  const first = readIfThere(lock);
  let place = lock;
  let held = first;
  while (held !== undefined) {
    const pid = liveHolder(held);
    if (pid !== undefined) {
      // The stale lock may have been replaced before this successor was linked. Its process then holds nothing.
      if (place !== lock && readIfThere(lock) !== first) return false;
      throw new DataDirInUseError(dataDir, pid);
    }
    place = `${lock}.after-${createHash("sha256").update(held).digest("hex").slice(0, 16)}`;
    held = readIfThere(place);
  }
  if (!linkIfAbsent(candidate, place)) return false;
  if (place === lock) return true;
  // The stale lock may have been replaced before our link. Then our link succeeds nothing.
  if (readIfThere(lock) !== first) {
    rmSync(place, { force: true });
    return false;
  }
  renameSync(place, lock);
  removeSuccessorsOfTheDead(dataDir);
  return true;
}

function removeSuccessorsOfTheDead(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith("service.lock.after-")) rmSync(join(dataDir, name), { force: true });
  }
}

function liveHolder(content: string): number | undefined {
  try {
    const { pid, started } = JSON.parse(content) as { pid: number; started: string };
    return Number.isSafeInteger(pid) && processStart(pid) === started ? pid : undefined;
  } catch {
    // An incomplete lock, left by a crash of the machine.
    return undefined;
  }
}

function linkIfAbsent(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
