import { type ChildProcess, spawn, spawnSync, type StdioOptions } from "node:child_process";

/** The user `nobody`, which exists on every Linux. Postgres refuses to run as root. */
export const serverUserId = 65534;

/** Whether the server runs as another user than this process. */
export function changesUser(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Returns the path of the folder for Postgres' programs. The server's user may not be able to enter all folders on the
 * path. But spawn changes into `cwd` while it is still root, so the program can use its own working folder.
 */
export function pathFromInside(folder: string): string {
  return changesUser() ? "/proc/self/cwd" : folder;
}

/**
 * Spawns a program of Postgres in `folder`, as a user that Postgres accepts. It gets its own session, because Ctrl-C in a
 * terminal must not stop the server before the service has stopped.
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
        "Start the service as an ordinary user, or set DATABASE_URL to another Postgres",
    );
  }
  const wrapper = setprivFlags();
  const options = { cwd: folder, detached: true, stdio, env: serverEnvironment() };
  if (wrapper !== undefined) return spawn("setpriv", [...wrapper, binary, ...args], options);
  const ids = changesUser() ? { uid: serverUserId, gid: serverUserId } : {};
  return spawn(binary, args, { ...options, ...ids });
}

/**
 * Returns the environment of the server. It contains nothing of the service's environment, which may have secrets, and
 * whose PG* or LC_* variables would change the cluster. Our code searches the server's messages in the C locale.
 */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
}

let flags: string[] | undefined;
let tried = false;

/**
 * Returns the flags for setpriv, or undefined if it does not work. With `--pdeathsig` the kernel stops the server (fast
 * shutdown) when the service is killed with -9. A trial run checks the flags: setpriv may be missing or have fewer flags
 * (busybox). The kernel watches the THREAD that spawned the server, so start it from the main thread.
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
