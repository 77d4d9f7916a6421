import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort } from "../../../../gateway/embedded_postgres/free_port.ts";
import { postgresProcesses } from "../../../../gateway/embedded_postgres/postmaster.ts";
import { changesUser, serverUserId } from "../../../../gateway/embedded_postgres/run_as.ts";
import { Connections } from "../../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../../gateway/persistence/database/migrator.ts";
import { type Network, openNetwork } from "../../../support/replication/network.ts";
import {
  databaseUrl,
  type EtcdMember,
  etcdVariables,
  firstCommands,
  patroniFile,
  switchoverCommand,
} from "../../../support/patroni/guide.ts";

const password = "secret";
/** Nodes see each other and the service come from here, and what passes no network from 127.0.0.1. */
const networkAddress = "127.0.0.2";
const environment = { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC" };

/** One Patroni with its Postgres. Everything that others exchange with it passes its networks. */
export interface PatroniNode {
  name: string;
  /** Postgres, past the networks. */
  port: number;
  /** Cuts the node off from etcd, from clients and from the other nodes. */
  cut(): void;
  heal(): void;
  /** Ends Patroni and Postgres at once, as when their machine loses power. */
  kill(): Promise<void>;
  /** Starts Patroni, which starts Postgres. */
  start(): void;
  /** Stops every process of Patroni and Postgres without ending it. */
  freeze(): Promise<void>;
  thaw(): void;
}

/** Three nodes and three members of etcd on loopback, with the files and commands of the guide. */
export interface PatroniCluster extends AsyncDisposable {
  nodes: readonly PatroniNode[];
  /** All hosts, as the service is given them. */
  url: string;
  /** The URL of one node alone, past the networks. */
  urlOf(node: PatroniNode): string;
  /** Waits until there are a leader, a synchronous standby and a replica, and returns the leader and that standby. */
  waitUntilWhole(): Promise<{ leader: PatroniNode; synchronous: PatroniNode }>;
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
  const nodes: OwnNode[] = [];
  for (const name of ["db1", "db2", "db3"]) {
    nodes.push(await startNode({ name, root, etcdPorts, opened }));
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
        const { leader, synchronous } = roles[0]!;
        const node = (name: string) => nodes.find((each) => each.name === name)!;
        return { leader: node(leader), synchronous: node(synchronous) };
      }
      if (Date.now() > deadline) {
        throw new Error(`The cluster is not whole: ${JSON.stringify(seen)}. ${logsIn(root)}`);
      }
      await delay(200);
    }
  };
  const { leader } = await waitUntilWhole();
  const { file } = leader as OwnNode;
  await runCommand(firstCommands({ file, address: `127.0.0.1:${leader.port}`, password }));
  await migrate(new Connections(urlOf(leader)));
  const everything = opened.move();
  return {
    nodes,
    url: urlThrough(nodes.map(({ forService }) => forService.port)),
    urlOf,
    waitUntilWhole,
    async switchOver(from, to) {
      const names = { file: (from as OwnNode).file, leader: from.name, candidate: to.name };
      const output = await runCommand(switchoverCommand(names));
      // It ends with 0 also if it failed.
      if (!output.includes("Successfully switched over")) {
        throw new Error(`The switchover failed: ${output}`);
      }
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

interface OwnNode extends PatroniNode {
  /** Patroni's REST API, past the networks. */
  api: string;
  file: string;
  forService: Network;
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

async function startNode({ name, root, etcdPorts, opened }: {
  name: string;
  root: string;
  etcdPorts: readonly number[];
  opened: AsyncDisposableStack;
}): Promise<OwnNode> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const networkTo = async (to: number) =>
    opened.use(await openNetwork(to, { address: networkAddress }));
  const forService = await networkTo(port);
  const [forStandby, forApi] = [await networkTo(port), await networkTo(apiPort)];
  const forEtcd = await Promise.all(etcdPorts.map(networkTo));
  const all = [forService, forStandby, forApi, ...forEtcd];
  const folder = join(root, name);
  mkdirSync(folder);
  giveToServer(folder);
  const data = join(folder, "postgres");
  const file = join(folder, "patroni.yml");
  const settings = patroniFile({
    name,
    data,
    sockets: folder,
    password,
    port,
    apiPort,
    outerPort: forStandby.port,
    outerApiPort: forApi.port,
    etcdPorts: forEtcd.map((network) => network.port),
    network: `${networkAddress}/32`,
  });
  writeFileSync(file, settings);
  let patroni: ChildProcess | undefined;
  const signalAll = (kind: NodeJS.Signals) => {
    patroni?.kill(kind);
    for (const pid of postgresProcesses(data)) signalIfAlive(pid, kind);
  };
  const node: OwnNode = {
    name,
    port,
    api: `http://127.0.0.1:${apiPort}`,
    file,
    forService,
    cut: () => all.forEach((network) => network.cut()),
    heal: () => all.forEach((network) => network.heal()),
    async kill() {
      if (patroni) await end(patroni);
      while (postgresProcesses(data).length > 0) {
        signalAll("SIGKILL");
        await delay(5);
      }
    },
    start() {
      patroni = spawnLogged(root, { name, words: ["patroni", file] });
    },
    async freeze() {
      // Again, for a process that started meanwhile.
      while (!patroni || !postgresProcesses(data).concat(patroni.pid!).every(isStopped)) {
        signalAll("SIGSTOP");
        await delay(5);
      }
    },
    thaw: () => signalAll("SIGCONT"),
  };
  opened.defer(() => node.kill());
  node.start();
  return node;
}

async function membersSeenBy({ api }: OwnNode): Promise<Member[]> {
  try {
    const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2000) });
    return (await answer.json() as { members: Member[] }).members;
  } catch {
    return [];
  }
}

/** The names of the leader and the synchronous standby if three members run on one timeline. */
function rolesOf(members: readonly Member[]): { leader: string; synchronous: string } | undefined {
  const leader = members.find(({ role }) => role === "leader");
  const synchronous = members.find(({ role }) => role === "sync_standby");
  const isWhole = members.length === 3 && leader && synchronous &&
    members.every(({ state, timeline }) =>
      /^(running|streaming)$/.test(state) && timeline === leader.timeline
    );
  return isWhole ? { leader: leader.name, synchronous: synchronous.name } : undefined;
}

/** Runs commands of the guide and returns what they wrote. Throws if one fails. */
async function runCommand(commands: string): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)("sh", ["-ec", commands], {
    env: environment,
    timeout: 60_000,
  });
  return stdout + stderr;
}

/** Spawns a program as a user that Postgres accepts. The kernel ends it when this process ends. */
function spawnLogged(
  root: string,
  { name, words, variables }: {
    name: string;
    words: readonly string[];
    variables?: Record<string, string>;
  },
): ChildProcess {
  const id = String(serverUserId);
  const user = changesUser() ? ["--reuid", id, "--regid", id, "--clear-groups"] : [];
  const log = openSync(join(root, `${name}.log`), "a");
  const child = spawn("setpriv", [...user, "--pdeathsig", "KILL", ...words], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: { ...environment, HOME: root, ...variables },
  });
  closeSync(log);
  return child;
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

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

function isStopped(pid: number): boolean {
  try {
    // The state follows the name of the program, which may have brackets of its own.
    return /^.*\) [TZX]/s.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}

function signalIfAlive(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function giveToServer(path: string): void {
  if (changesUser()) chownSync(path, serverUserId, serverUserId);
}
