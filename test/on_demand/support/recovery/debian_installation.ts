import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { freePort } from "../../../../gateway/embedded_postgres/free_port.ts";
import { Connections } from "../../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../../gateway/persistence/database/migrator.ts";
import { recoveryCommands as guide } from "../../../support/recovery_guide.ts";
import type { Installation } from "./installation.ts";
import { runGuide } from "./run_guide.ts";

/** Folders that the guide's commands write to. Each gets a file system in memory that only they see. */
const folders = [
  "/etc/postgresql",
  "/var/lib/postgresql",
  "/var/log/postgresql",
  "/run/postgresql",
  "/var/lib/pgbackrest",
  "/var/log/pgbackrest",
  "/tmp",
];

/** Debian's Postgres on a machine whose folders are its own, so that the guide's commands run as they are printed. */
export async function startDebianInstallation(): Promise<Installation> {
  await using opened = new AsyncDisposableStack();
  const run = await openMachine(opened);
  const port = await freePort();
  // As the installation of the package does, but on a free port.
  await run(`pg_createcluster -p ${port} 15 main && pg_ctlcluster 15 main start`);
  await run(guide.createDatabase);
  const url = `postgresql://booking:PASSWORD@127.0.0.1:${port}/booking`;
  await migrate(new Connections(url));
  const machine = { run, units: {} };
  await runGuide(machine, guide.install);
  await run(`echo pg1-port=${port} >> /etc/pgbackrest.conf`);
  await runGuide(machine, guide.archiveDebian);
  await runGuide(machine, guide.firstBackup);
  const everything = opened.move();
  return {
    url,
    primaryUrl: async () => url,
    async stop() {
      await run("rm -rf /var/lib/postgresql/15/main.before");
      await runGuide(machine, guide.stopDebian);
    },
    async recover(restore) {
      await run(restore);
      return await run(`set +e\n${guide.startDebian}`);
    },
    finish: async () => void await runGuide(machine, guide.prepare),
    ownSettings: () => run("cat /var/lib/postgresql/15/main/postgresql.auto.conf"),
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Opens a machine that ends with this process, and returns what runs commands on it. */
async function openMachine(
  opened: AsyncDisposableStack,
): Promise<(commands: string) => Promise<string>> {
  const prepare = `
    for folder in ${folders.join(" ")}; do mkdir -p $folder; mount -t tmpfs tmpfs $folder; done
    chown postgres:postgres ${folders.slice(1, -1).join(" ")}
    touch /tmp/pgbackrest.conf && mount --bind /tmp/pgbackrest.conf /etc/pgbackrest.conf
    echo ready
    exec sleep infinity`;
  const flags = ["--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const words = ["--pdeathsig", "KILL", "unshare", ...flags, "sh", "-ec", prepare];
  const child = spawn("setpriv", words, { stdio: ["ignore", "pipe", "inherit"] });
  opened.defer(async () => {
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  await once(child.stdout, "data");
  const namespaces = ["-t", `${child.pid}`, "-m", `-p/proc/${child.pid}/ns/pid_for_children`];
  return async (commands) => {
    const { stdout, stderr } = await promisify(execFile)(
      "nsenter",
      [...namespaces, "bash", "-ec", commands],
      { cwd: "/", env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC" } },
    );
    return stdout + stderr;
  };
}
