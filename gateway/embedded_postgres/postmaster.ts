import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "./log.ts";
import { changesUser, serverUserId } from "./run_as.ts";

/** The content of a running server's `postmaster.pid`. */
export type Postmaster = { pid: number; port: number; ready: boolean };

/** Returns the live server of this cluster, whichever process started it. */
export function findPostmaster(folder: string): Postmaster | undefined {
  const found = readPostmasterFile(folder);
  return found !== undefined && isPostgresOf(folder, found.pid) ? found : undefined;
}

/** Reads the file, whether or not its process is alive. */
export function readPostmasterFile(folder: string): Postmaster | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(folder, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 1) return undefined;
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === "ready" };
}

/** Stops the server of a dead service. The caller holds the service lock, so no live service uses the server. */
export async function stopLeftover(folder: string, log: Log): Promise<void> {
  const named = readPostmasterFile(folder);
  if (named === undefined) return;
  if (isPostgresOf(folder, named.pid)) {
    log.warn({ pid: named.pid }, "stopping the Postgres of a dead service");
    const hasEnded = () => !isPostgresOf(folder, named.pid);
    await endPostgres((signal) => process.kill(named.pid, signal), hasEnded);
  } else if (existsSync(`/proc/${named.pid}`) && postgresProcesses(folder).length === 0) {
    // The id now belongs to another program or a zombie. Postgres only checks whether the id is in use, so it could
    // refuse to start until that process ends.
    rmSync(join(folder, "postmaster.pid"), { force: true });
  }
}

/**
 * Kills the processes that a dead server left behind. They end by themselves when they notice that the server is gone,
 * except for one that is frozen or stuck. No server starts while such a process holds the old shared memory.
 */
export function killOrphans(folder: string, log: Log): void {
  // Other systems cannot find them.
  if (process.platform !== "linux") return;
  for (const pid of postgresProcesses(folder)) {
    log.warn({ pid }, "killing a process of a dead Postgres");
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Stops a server: a fast shutdown first, then stronger signals, so that the service can always end. */
export async function endPostgres(
  send: (signal: NodeJS.Signals) => void,
  hasEnded: () => boolean,
): Promise<void> {
  const steps = [["SIGINT", 10_000], ["SIGQUIT", 10_000], ["SIGKILL", 10_000]] as const;
  for (const [signal, maxWaitMs] of steps) {
    if (hasEnded()) return;
    try {
      send(signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
    const deadline = performance.now() + maxWaitMs;
    while (!hasEnded() && performance.now() < deadline) await sleep(10);
  }
  if (!hasEnded()) throw new Error("Cannot stop Postgres: it does not end after SIGKILL");
}

/** Whether a process is Postgres in this folder. The system reuses process ids, so the id alone proves nothing. */
function isPostgresOf(folder: string, pid: number, userId = ownServerUserId()): boolean {
  if (process.platform !== "linux") return psSaysPostgresOf(folder, pid);
  try {
    const { uid } = statSync(`/proc/${pid}`);
    if (uid !== userId) return false;
    const [program, cwd] = readLinks([`/proc/${pid}/exe`, `/proc/${pid}/cwd`]);
    // The name ends with " (deleted)" if the binaries were replaced.
    return /^postgres( |$)/.test(basename(program ?? "")) && cwd === folder;
  } catch {
    return false;
  }
}

function ownServerUserId(): number | undefined {
  return changesUser() ? serverUserId : process.getuid?.();
}

function readLinks(paths: string[]): string[] {
  try {
    return paths.map((path) => readlinkSync(path));
  } catch (error) {
    if (!changesUser()) throw error;
    // Root in a container may lack the right to look into other users' processes (CAP_SYS_PTRACE).
    // The server's user may look into its own.
    const ids = { uid: serverUserId, gid: serverUserId };
    return spawnSync("readlink", paths, { ...ids, cwd: "/", encoding: "utf8" }).stdout.split("\n");
  }
}

function psSaysPostgresOf(folder: string, pid: number): boolean {
  const ps = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return ps.stdout.includes("/bin/postgres ") && ps.stdout.includes(` -D ${folder} `);
}

/** Returns all live processes of Postgres in this folder: servers and their backends. Linux only. */
export function postgresProcesses(folder: string, userId = ownServerUserId()): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.filter((pid) => isPostgresOf(folder, pid, userId));
}
