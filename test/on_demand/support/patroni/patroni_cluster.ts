import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../../../gateway/embedded_postgres/free_port.ts";
import { Connections } from "../../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../../gateway/persistence/database/migrator.ts";
import {
  databaseUrl,
  type EtcdMember,
  etcdVariables,
  firstCommands,
  switchoverCommand,
} from "../../../support/patroni/guide.ts";
import { end, environment, giveToServer, spawnLogged } from "./logged_process.ts";
import { type PatroniNode, startNode } from "./patroni_node.ts";

const password = "secret";

/** Three nodes and three members of etcd on loopback, with the files and commands of the guide. */
export interface PatroniCluster extends AsyncDisposable {
  /** The folder of everything. */
  root: string;
  nodes: readonly PatroniNode[];
  /** All hosts, as the service is given them. */
  url: string;
  /** The URL of one node alone, past the networks. */
  urlOf(node: PatroniNode): string;
  /** Waits until there are a leader, a synchronous standby and a replica, and returns the leader, that standby and the timeline. */
  waitUntilWhole(): Promise<{ leader: PatroniNode; synchronous: PatroniNode; timeline: number }>;
  /** Runs the guide's command for a planned switchover. */
  switchOver(leader: PatroniNode, candidate: PatroniNode): Promise<void>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Starts a cluster with a migrated database. When this process is gone, nothing of it stays. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  await using opened = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), "appointments-patroni-"));
  endWithUs(root, opened);
  giveToServer(root);
  const etcdPorts = await startEtcd(root, opened);
  const nodes: PatroniNode[] = [];
  for (const name of ["db1", "db2", "db3"]) {
    nodes.push(await startNode({ name, root, password, etcdPorts, opened }));
  }
  const urlThrough = (ports: readonly number[]) =>
    databaseUrl({ addresses: ports.map((port) => `127.0.0.1:${port}`).join(), password });
  const urlOf = ({ port }: PatroniNode) => urlThrough([port]);
  const waitUntilWhole = async () => {
    for (const deadline = Date.now() + 120_000;;) {
      // One that was frozen or cut off may still tell of the time before.
      const seen = await Promise.all(nodes.map(membersSeenBy));
      const roles = seen.map(rolesOf);
      if (roles.every((one) => one !== undefined && one.leader === roles[0]!.leader)) {
        const { leader, synchronous, timeline } = roles[0]!;
        const node = (name: string) => nodes.find((each) => each.name === name)!;
        return { leader: node(leader), synchronous: node(synchronous), timeline };
      }
      if (Date.now() > deadline) {
        throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}. ${logsIn(root)}`);
      }
      await delay(200);
    }
  };
  const { leader } = await waitUntilWhole();
  const { file } = leader;
  await runCommand(firstCommands({ file, address: `127.0.0.1:${leader.port}`, password }));
  await migrate(new Connections(urlOf(leader)));
  const everything = opened.move();
  return {
    root,
    nodes,
    url: urlThrough(nodes.map(({ forService }) => forService.port)),
    urlOf,
    waitUntilWhole,
    async switchOver(from, to) {
      const names = { file: from.file, leader: from.name, candidate: to.name };
      const output = await runCommand(switchoverCommand(names));
      // It ends with 0 also if it failed.
      if (!output.includes("Successfully switched over")) {
        throw new Error(`The switchover failed: ${output}`);
      }
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

/** Starts the process that kills Postgres when this one is gone. It removes the folder, so it ends last. */
function endWithUs(root: string, opened: AsyncDisposableStack): void {
  const program = fileURLToPath(new URL("run_end_with_parent.ts", import.meta.url));
  // Detached: a Ctrl-C in the terminal must not end it.
  const child = spawn(process.execPath, [program, root], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  opened.defer(async () => {
    const ended = once(child, "exit");
    child.stdin.end();
    await ended;
  });
}

async function startEtcd(root: string, opened: AsyncDisposableStack): Promise<number[]> {
  const members: EtcdMember[] = [];
  for (const name of ["etcd1", "etcd2", "etcd3"]) {
    const [clientPort, peerPort] = [await freePort(), await freePort()];
    members.push({ name, folder: join(root, name), clientPort, peerPort });
  }
  for (const member of members) {
    const variables = etcdVariables(member, members);
    const child = spawnLogged(root, { name: member.name, words: ["etcd"], variables });
    opened.defer(() => end(child));
    child.once("error", () => {});
  }
  const ports = members.map(({ clientPort }) => clientPort);
  for (const deadline = Date.now() + 30_000; !(await areHealthy(ports));) {
    if (Date.now() > deadline) {
      throw new Error(`etcd did not start (apt-get install etcd-server). ${logsIn(root)}`);
    }
    await delay(100);
  }
  return ports;
}

async function areHealthy(ports: readonly number[]): Promise<boolean> {
  const answers = ports.map((port) =>
    fetch(`http://127.0.0.1:${port}/health`).then(({ ok }) => ok, () => false)
  );
  return (await Promise.all(answers)).every(Boolean);
}

async function membersSeenBy({ apiPort }: PatroniNode): Promise<Member[]> {
  try {
    const answer = await fetch(`http://127.0.0.1:${apiPort}/cluster`, {
      signal: AbortSignal.timeout(2000),
    });
    return (await answer.json() as { members: Member[] }).members;
  } catch {
    return [];
  }
}

/** The names of the leader and the synchronous standby, and the timeline, if three members run on one. */
function rolesOf(
  members: readonly Member[],
): { leader: string; synchronous: string; timeline: number } | undefined {
  const leader = members.find(({ role }) => role === "leader");
  const synchronous = members.find(({ role }) => role === "sync_standby");
  const timeline = leader?.timeline;
  const isWhole = members.length === 3 && leader && synchronous && timeline !== undefined &&
    members.every((one) => /^(running|streaming)$/.test(one.state) && one.timeline === timeline);
  return isWhole ? { leader: leader.name, synchronous: synchronous.name, timeline } : undefined;
}

/** Runs commands of the guide and returns what they wrote. Throws if one fails. */
async function runCommand(commands: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", commands], {
    env: environment,
    timeout: 60_000,
  });
  return stdout + stderr;
}

/** The ends of the logs, for an error. */
function logsIn(root: string): string {
  const names = ["etcd1", "db1", "db2", "db3"];
  const tails = names.map((name) => {
    try {
      return `${name}: ${readFileSync(join(root, `${name}.log`), "utf8").slice(-8000)}`;
    } catch {
      return `${name}: no log`;
    }
  });
  return `Logs: ${tails.join("\n")}`;
}
