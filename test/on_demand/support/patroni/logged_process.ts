import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, closeSync, openSync } from "node:fs";
import { join } from "node:path";
import { postgresProcesses } from "../../../../gateway/embedded_postgres/postmaster.ts";
import { changesUser } from "../../../../gateway/embedded_postgres/run_as.ts";

/** The environment of Patroni, etcd and the guide's commands. */
export const environment = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC" };

// The guide's user: pgBackRest connects as the user of the system that it runs as.
const ids = changesUser()
  ? ["-u", "-g"].map((flag) => Number(execFileSync("id", [flag, "postgres"]).toString()))
  : undefined;

/** Returns all processes of Postgres with their data in a folder. */
export function serverProcesses(data: string): number[] {
  return postgresProcesses(data, ids?.[0]);
}

/** Spawns a program as the user of Postgres. The kernel ends it when this process ends. */
export function spawnLogged(
  root: string,
  { name, words, variables }: {
    name: string;
    words: readonly string[];
    variables?: Record<string, string>;
  },
): ChildProcess {
  const user = ids ? ["--reuid", `${ids[0]}`, "--regid", `${ids[1]}`, "--clear-groups"] : [];
  const log = openSync(join(root, `${name}.log`), "a");
  const child = spawn("setpriv", [...user, "--pdeathsig", "KILL", ...words], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: { ...environment, HOME: root, ...variables },
  });
  closeSync(log);
  return child;
}

/** Ends a process and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/** Gives a file or folder to the user of Postgres. */
export function giveToServer(path: string): void {
  if (ids) chownSync(path, ids[0]!, ids[1]!);
}
