import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { recoveryCommands as guide } from "../../../support/recovery_guide.ts";
import { environment, giveToServer } from "../patroni/logged_process.ts";
import { type PatroniCluster, startPatroniCluster } from "../patroni/patroni_cluster.ts";
import type { PatroniNode } from "../patroni/patroni_node.ts";
import type { Installation } from "./installation.ts";
import { type GuideMachine, runGuide } from "./run_guide.ts";

/** Three nodes under Patroni with an archive. The guide's names, folders and ports are replaced, as an operator does. */
export async function startPatroniInstallation(): Promise<Installation> {
  const cluster = await startPatroniCluster();
  const machines = new Map(cluster.nodes.map((node) => [node, machineOf(node, cluster)]));
  const run = (node: PatroniNode, commands: string) => runGuide(machines.get(node)!, commands);
  const leading = async () => (await cluster.waitUntilWhole()).leader;
  for (const node of cluster.nodes) {
    await run(node, guide.install);
    await run(node, guide.configurePatroni);
  }
  await run(cluster.nodes[0]!, guide.archivePatroni);
  await run(await leading(), guide.firstBackup);
  let leader = await leading();
  const standbys = () => cluster.nodes.filter((node) => node !== leader);
  return {
    url: cluster.url,
    primaryUrl: async () => cluster.urlOf(await leading()),
    async stop() {
      leader = await leading();
      for (const node of [...standbys(), leader]) {
        await run(node, `rm -rf ${node.data}.before`);
        await run(node, guide.stopPatroni);
      }
    },
    async recover(restore) {
      await run(leader, restore);
      return await run(leader, `set +e\n${guide.recoverPatroni}`);
    },
    async finish() {
      await run(leader, guide.leadPatroni);
      for (const node of standbys()) await run(node, guide.followPatroni);
      await run(leader, guide.prepare);
    },
    ownSettings: () => readFile(join(leader.data, "postgresql.auto.conf"), "utf8"),
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

function machineOf(node: PatroniNode, { root }: PatroniCluster): GuideMachine {
  const settings = join(node.folder, "pgbackrest.conf");
  const replacements = [
    // The three nodes share one machine.
    ["[global]\n", `[global]\nlock-path=${node.folder}\nlog-path=${node.folder}\n`],
    ["[booking]\n", `[booking]\npg1-port=${node.port}\npg1-socket-path=${node.folder}\n`],
    ["/etc/pgbackrest.conf", settings],
    ["/var/lib/pgbackrest", join(root, "archive")],
    ["/var/lib/postgresql/15/booking", node.data],
    ["/var/log/postgresql", node.folder],
    ["/etc/patroni/config.yml", node.file],
    ["127.0.0.1:8008", `127.0.0.1:${node.apiPort}`],
  ] as const;
  const programs = join(node.folder, "bin");
  for (const folder of [join(root, "archive"), programs]) {
    mkdirSync(folder, { recursive: true });
    giveToServer(folder);
  }
  const program = join(programs, "pgbackrest");
  writeFileSync(program, `#!/bin/sh\nexec /usr/bin/pgbackrest --config=${settings} "$@"\n`);
  chmodSync(program, 0o755);
  return {
    async run(commands) {
      const replaced = replacements.reduce(
        (text, [from, to]) => text.replaceAll(from, to),
        commands,
      );
      const { stdout, stderr } = await promisify(execFile)("bash", ["-ec", replaced], {
        cwd: "/",
        env: {
          ...environment,
          PATH: `${programs}:${environment.PATH}`,
          PGHOST: node.folder,
          PGPORT: `${node.port}`,
        },
      });
      return stdout + stderr;
    },
    units: { "stop patroni": () => node.stop(), "start patroni": async () => node.start() },
  };
}
