import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, closeSync, mkdirSync, openSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../../gateway/embedded_postgres/free_port.ts";
import { postgresProcesses } from "../../../gateway/embedded_postgres/postmaster.ts";
import { changesUser, serverUserId } from "../../../gateway/embedded_postgres/run_as.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { migrate } from "../../../gateway/persistence/database/migrator.ts";
import { killIfAlive } from "../acknowledgements/own_postgres.ts";
import { withClient } from "../replication/postgres_node.ts";
import { type Network, openNetwork } from "../replication/network.ts";

const password = "secret";
/** Debian's. */
const binaries = "/usr/lib/postgresql/15/bin";

/** One Patroni with its Postgres. Everything that others exchange with it passes its networks. */
export interface PatroniNode {
  name: string;
  /** Postgres, past the networks. */
  port: number;
  password: string;
  /** Patroni's REST API, past the networks. */
  api: string;
  /** Cuts the node off from etcd, from clients and from the other nodes. */
  cut(): void;
  heal(): void;
  /** Ends Patroni and Postgres at once, as when their machine loses power. */
  kill(): Promise<void>;
  /** Starts Patroni, which starts Postgres. */
  start(): void;
  /** Stops every process of Patroni and Postgres without ending it. */
  freeze(): void;
  thaw(): void;
}

/** Three nodes and one etcd on loopback, with synchronous mode. */
export interface PatroniCluster extends AsyncDisposable {
  nodes: readonly PatroniNode[];
  /** All hosts, as the service is given them. */
  url: string;
  /** The URL of one node alone, past the networks. */
  urlOf(node: PatroniNode): string;
  /** Waits until there are a leader, a synchronous standby and a replica, and returns the leader and that standby. */
  waitUntilWhole(): Promise<{ leader: PatroniNode; synchronous: PatroniNode }>;
}

interface Member {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

/** Starts a cluster with a migrated database. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  await using opened = new AsyncDisposableStack();
  const root = await mkdtemp(join(tmpdir(), "appointments-patroni-"));
  opened.defer(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  giveToServer(root);
  const etcdPort = await startEtcd(root, opened);
  const nodes: PatroniNode[] = [];
  for (const name of ["a", "b", "c"]) {
    nodes.push(await startNode({ name, root, etcdPort, opened }));
  }
  const services = nodes.map((node) => (node as OwnNode).forService.port);
  const hosts = services.map((port) => `127.0.0.1:${port}`).join();
  const urlOf = ({ port }: PatroniNode) =>
    `postgres://postgres:${password}@127.0.0.1:${port}/appointments`;
  const waitUntilWhole = async () => {
    for (const deadline = Date.now() + 120_000;;) {
      const members = await membersSeenBy(nodes);
      const leader = members.find(({ role }) => role === "leader");
      const synchronous = members.find(({ role }) => role === "sync_standby");
      const isWhole = members.length === nodes.length && leader && synchronous &&
        members.every(({ state, timeline }) =>
          /^(running|streaming)$/.test(state) && timeline === leader.timeline
        );
      const node = (name: string) => nodes.find((each) => each.name === name)!;
      if (isWhole) return { leader: node(leader.name), synchronous: node(synchronous.name) };
      if (Date.now() > deadline) {
        throw new Error(`The cluster is not whole: ${JSON.stringify(members)}`);
      }
      await delay(200);
    }
  };
  const { leader } = await waitUntilWhole();
  await withClient({ ...leader, database: "postgres" }, async (client) => {
    await client.query("create database appointments");
  });
  await migrate(new Connections(urlOf(leader)));
  const everything = opened.move();
  return {
    nodes,
    url: `postgres://postgres:${password}@${hosts}/appointments?target_session_attrs=read-write`,
    urlOf,
    waitUntilWhole,
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

interface OwnNode extends PatroniNode {
  forService: Network;
}

async function startEtcd(root: string, opened: AsyncDisposableStack): Promise<number> {
  const [clientPort, peerPort] = [await freePort(), await freePort()];
  const [client, peer] = [clientPort, peerPort].map((port) => `http://127.0.0.1:${port}`);
  const child = spawnLogged(root, "etcd", "etcd", [
    "--name=etcd",
    `--data-dir=${join(root, "etcd")}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=etcd=${peer}`,
  ]);
  opened.defer(() => end(child));
  while (!(await fetch(`${client}/health`).then(({ ok }) => ok, () => false))) {
    if (child.exitCode !== null) throw new Error("etcd did not start: is etcd-server installed?");
    await delay(50);
  }
  return clientPort;
}

async function startNode({ name, root, etcdPort, opened }: {
  name: string;
  root: string;
  etcdPort: number;
  opened: AsyncDisposableStack;
}): Promise<OwnNode> {
  const [port, apiPort] = [await freePort(), await freePort()];
  const networks = {
    service: await openNetwork(port),
    standby: await openNetwork(port),
    api: await openNetwork(apiPort),
    etcd: await openNetwork(etcdPort),
  };
  const all = Object.values(networks);
  for (const network of all) opened.use(network);
  const folder = join(root, name);
  mkdirSync(folder);
  giveToServer(folder);
  const data = join(folder, "postgres");
  const file = join(folder, "patroni.yml");
  const settings = configuration({ name, folder, data, port, apiPort, networks });
  // JSON is YAML.
  writeFileSync(file, JSON.stringify(settings, null, 2));
  let patroni: ChildProcess | undefined;
  const signal = (kind: NodeJS.Signals) => {
    patroni?.kill(kind);
    for (const pid of postgresProcesses(data)) {
      if (kind === "SIGKILL") killIfAlive(pid);
      else signalIfAlive(pid, kind);
    }
  };
  const node: OwnNode = {
    name,
    port,
    password,
    api: `http://127.0.0.1:${apiPort}`,
    forService: networks.service,
    cut: () => all.forEach((network) => network.cut()),
    heal: () => all.forEach((network) => network.heal()),
    async kill() {
      if (patroni) await end(patroni);
      while (postgresProcesses(data).length > 0) {
        signal("SIGKILL");
        await delay(5);
      }
    },
    start() {
      patroni = spawnLogged(root, name, "patroni", [file]);
    },
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
  opened.defer(() => node.kill());
  node.start();
  return node;
}

function configuration({ name, folder, data, port, apiPort, networks }: {
  name: string;
  folder: string;
  data: string;
  port: number;
  apiPort: number;
  networks: Record<"api" | "etcd" | "standby", Network>;
}): unknown {
  return {
    scope: "booking",
    name,
    restapi: {
      listen: `127.0.0.1:${apiPort}`,
      connect_address: `127.0.0.1:${networks.api.port}`,
    },
    // With `use_proxies` Patroni keeps to this address, and does not ask etcd for others that would pass the network.
    etcd3: { url: `http://127.0.0.1:${networks.etcd.port}`, use_proxies: true },
    bootstrap: {
      dcs: {
        // Patroni's minimum is 20, 1 and 3. `loop_wait + 2 * retry_timeout` must not exceed `ttl`.
        ttl: 20,
        loop_wait: 1,
        retry_timeout: 3,
        synchronous_mode: true,
        postgresql: {
          use_pg_rewind: true,
          parameters: { max_connections: 60, wal_keep_size: "1GB", shared_buffers: "64MB" },
        },
      },
      initdb: [{ encoding: "UTF8" }, { locale: "C.UTF-8" }, "data-checksums"],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${networks.standby.port}`,
      data_dir: data,
      bin_dir: binaries,
      pgpass: join(folder, "pgpass"),
      authentication: {
        superuser: { username: "postgres", password },
        replication: { username: "replicator", password },
      },
      parameters: { unix_socket_directories: folder, timezone: "UTC" },
      pg_hba: [
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication replicator 127.0.0.1/32 scram-sha-256",
      ],
      // A node whose rewind fails is copied from the leader.
      remove_data_directory_on_rewind_failure: true,
      remove_data_directory_on_diverged_timelines: true,
    },
  };
}

async function membersSeenBy(nodes: readonly PatroniNode[]): Promise<Member[]> {
  for (const { api } of nodes) {
    try {
      const answer = await fetch(`${api}/cluster`, { signal: AbortSignal.timeout(2000) });
      const { members } = await answer.json() as { members: Member[] };
      return members;
    } catch {
      // The next one may answer.
    }
  }
  return [];
}

/** Spawns a program as a user that Postgres accepts. The kernel ends it when this process ends. */
function spawnLogged(root: string, name: string, program: string, args: string[]): ChildProcess {
  const id = String(serverUserId);
  const user = changesUser() ? ["--reuid", id, "--regid", id, "--clear-groups"] : [];
  const log = openSync(join(root, `${name}.log`), "a");
  const child = spawn("setpriv", [...user, "--pdeathsig", "KILL", program, ...args], {
    cwd: root,
    stdio: ["ignore", log, log],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C.UTF-8", TZ: "UTC", HOME: root },
  });
  closeSync(log);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
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
