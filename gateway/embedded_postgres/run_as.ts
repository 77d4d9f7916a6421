import { type ChildProcess, spawn, spawnSync, type StdioOptions } from "node:child_process";

/** The user `nobody`: Postgres refuses to run as root, and this one exists on every Linux. */
export const serverUserId = 65534;

/** Whether the server runs as another user than this process. */
export function changesUser(): boolean {
  return process.getuid?.() === 0;
}

/**
 * The folder as the programs are told it. As root the path may lead through folders which the
 * server's user cannot enter; but spawn changes into `cwd` while still root, so a process that
 * begins inside reaches it without walking the path.
 */
export function pathFromInside(folder: string): string {
  return changesUser() ? "/proc/self/cwd" : folder;
}

/**
 * Spawns a program of Postgres inside `folder`, as a user that Postgres accepts, in a session of
 * its own: Ctrl-C in a terminal must not reach the server before the service has finished.
 */
export function spawnInside(
  folder: string,
  binary: string,
  args: string[],
  stdio: StdioOptions,
): ChildProcess {
  if (changesUser() && process.platform !== "linux") {
    throw new Error(
      `Cannot start Postgres as root on ${process.platform}: it refuses to run as root. ` +
        "Start the service as an ordinary user, or set DATABASE_URL to a Postgres of your own",
    );
  }
  const wrapper = setprivFlags();
  const options = { cwd: folder, detached: true, stdio, env: serverEnvironment() };
  if (wrapper !== undefined) return spawn("setpriv", [...wrapper, binary, ...args], options);
  const ids = changesUser() ? { uid: serverUserId, gid: serverUserId } : {};
  return spawn(binary, args, { ...options, ...ids });
}

/**
 * Nothing of the service's own environment: it may hold secrets, and PG* or LC_* variables would
 * change the cluster. The C locale also keeps the server's messages in the words we look for.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

let flags: string[] | undefined;
let tried = false;

/**
 * With `--pdeathsig` the kernel stops the server (fast shutdown) when the service is killed with
 * -9. Tried once for real: setpriv may be missing, or one that knows fewer flags (busybox). The
 * kernel watches the THREAD that spawned: start the server from the main thread.
 */
function setprivFlags(): string[] | undefined {
  if (tried || process.platform !== "linux") return flags;
  tried = true;
  const id = String(serverUserId);
  const user = changesUser() ? ["--reuid", id, "--regid", id, "--clear-groups"] : [];
  const wanted = [...user, "--pdeathsig", "INT"];
  const trial = spawnSync("setpriv", [...wanted, "true"], { cwd: "/", stdio: "ignore" });
  if (trial.status === 0) flags = wanted;
  return flags;
}
