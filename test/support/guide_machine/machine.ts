import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Network } from "./network.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL(".", import.meta.url));
const cgroups = /^\S+ (\S+) cgroup2 /m.exec(readFileSync("/proc/mounts", "utf8"))?.[1];
const programs = ["/lib/systemd/systemd", "/usr/bin/pg_createcluster", "/usr/sbin/haproxy"];

/** Whether machines can be started here: root, namespaces, a cgroup v2, and Debian's packages. */
export const hasMachines = process.getuid?.() === 0 && cgroups !== undefined &&
  programs.every((path) => existsSync(path));

/** A Debian machine in namespaces of its own, with its own systemd, files and address. */
export interface Machine extends AsyncDisposable {
  address: string;
  /** Runs commands as root, in the folder in which the commands before ended. Returns their output. */
  run(commands: string): Promise<string>;
}

interface Output {
  stdout: string;
  stderr: string;
}

/** Starts a machine. `shared` is a folder of this machine that it has as /run/guide. */
export async function startMachine(
  network: Network,
  { address, shared }: { address: string; shared: string },
): Promise<Machine> {
  const scratch = join(shared, `machine-${address}`);
  mkdirSync(scratch);
  const cgroup = join(cgroups!, `guide-${process.pid}-${address}`);
  mkdirSync(cgroup);
  const start =
    `echo $$ > ${cgroup}/cgroup.procs; exec unshare --mount --pid --net --uts --ipc --cgroup --fork ` +
    `--kill-child ${folder}boot ${scratch} ${shared}`;
  const outer = spawn("bash", ["-c", start], { stdio: "ignore" });
  const pid = await childOf(outer);
  const enter = (script: string) =>
    run("nsenter", [
      "--target",
      `${pid}`,
      "--all",
      "env",
      "-i",
      ...environment,
      "bash",
      "-c",
      script,
    ], {
      maxBuffer: 64 * 1024 * 1024,
    });
  await network.connect(pid, address);
  await until(async () =>
    (await enter("systemctl is-system-running --wait")).stdout.trim() === "running"
  ).catch(async (error: Error) => {
    const { stdout: failed } = await enter("systemctl --failed --no-legend --plain || true");
    throw new Error(`${error.message}. Failed units:\n${failed}`, { cause: error });
  });
  return {
    address,
    async run(commands) {
      const script =
        `cd "$(cat /run/cwd 2>/dev/null || echo /root)"; trap 'pwd > /run/cwd' EXIT; ` +
        `set -eEuo pipefail; trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n${commands}`;
      const result = await enter(script).catch((error: Error & Output) => error);
      if (!(result instanceof Error)) return result.stdout;
      const { stdout: log } = await enter("journalctl --no-pager --lines 40");
      throw new Error([commands, result.stdout, result.stderr, log].join("\n"));
    },
    async [Symbol.asyncDispose]() {
      // It has ended already if it was switched off.
      if (outer.exitCode === null) process.kill(pid, "SIGKILL");
      if (outer.exitCode === null) await once(outer, "exit");
      await until(async () => await removeCgroup(cgroup));
      rmdirSync(scratch);
    },
  };
}

const environment = [
  "HOME=/root",
  "LANG=C.UTF-8",
  "PATH=/run/guide/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
];

/** The process that `unshare` has forked, as this machine knows it. */
async function childOf({ pid }: ChildProcess): Promise<number> {
  let child = 0;
  await until(async () => {
    child = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
    return child > 0 && readFileSync(`/proc/${child}/comm`, "utf8") === "systemd\n";
  });
  return child;
}

async function removeCgroup(cgroup: string): Promise<boolean> {
  await run("find", [cgroup, "-depth", "-type", "d", "-exec", "rmdir", "{}", "+"]).catch(() => {});
  return !existsSync(cgroup);
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isDone().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The machine did not come to this state within a minute");
}
