import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { spawnSentinel, spawnServer } from "./redis_server.ts";

const run = promisify(execFile);

/** What is done to a master. */
export type Loss = "killed" | "frozen";

/** Several Redis servers of which others replace a lost master. */
export interface RedisGroup extends AsyncDisposable {
  /** For REDIS_URL. */
  url: string;
  /** Loses the master that has the key and waits until another one is writable. Returns the time that this took. */
  loseMaster(loss: Loss, key: string): Promise<number>;
  /** Starts or continues the lost server, which becomes a replica, and waits until all replicas are up to date. */
  repair(): Promise<void>;
  /** The sum of a window, by its whole name. */
  countOf(key: string): Promise<number>;
}

interface Server {
  port: number;
  child: ChildProcess;
  launch(): Promise<ChildProcess>;
}

const password = "a-password-of-redis";
const sentinelPassword = "a-password-of-sentinels";
const host = "127.0.0.1";
const downAfterMs = 1000;

/** The servers of a group, in a folder of their own. */
async function openServers() {
  const dir = await mkdtemp(join(tmpdir(), "redis-group-"));
  const servers = new Map<number, Server>();
  let lost: { server: Server; loss: Loss } | undefined;

  async function start(port: number, launch: Server["launch"]): Promise<void> {
    servers.set(port, { port, launch, child: await launch() });
  }
  return {
    dir,
    startServer: (port: number, settings: string[]) =>
      // A replica writes a file in its folder when it copies its master.
      start(
        port,
        () => spawnServer(port, [...settings, "--dir", dir, "--dbfilename", `${port}.rdb`]),
      ),
    startSentinel: (port: number, file: string) => start(port, () => spawnSentinel(file)),
    async lose(port: number, loss: Loss): Promise<void> {
      const server = servers.get(port)!;
      lost = { server, loss };
      if (loss === "frozen") return void server.child.kill("SIGSTOP");
      await end(server);
    },
    /** Returns the port of the server. */
    async bringBack(): Promise<number> {
      const { server, loss } = lost!;
      if (loss === "frozen") server.child.kill("SIGCONT");
      else await start(server.port, server.launch);
      return server.port;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...servers.values()].map(end));
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function end({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Polls until `check` resolves to true. */
async function until(what: string, check: () => Promise<boolean>, maxMs = 30_000): Promise<void> {
  const fromMs = performance.now();
  while (!await check().catch(() => false)) {
    if (performance.now() - fromMs > maxMs) throw new Error(`${what}: not after ${maxMs} ms`);
    await wait(20);
  }
}

/** Asks one server, on a connection of its own. Rejects after a second without an answer. */
async function ask<T>(
  port: number,
  use: (redis: Redis) => Promise<T>,
  asPassword = password,
): Promise<T> {
  const redis = new Redis(port, host, {
    password: asPassword,
    lazyConnect: true,
    retryStrategy: null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
    connectTimeout: 1000,
    commandTimeout: 1000,
  });
  redis.on("error", () => {});
  try {
    await redis.connect();
    return await use(redis);
  } finally {
    redis.disconnect();
  }
}

const isWritable = async (port: number) =>
  await ask(port, (redis) => redis.set("writable", "1", "PX", 1000)) === "OK";

const sum = (parts: string[]) => parts.reduce((total, part) => total + Number(part), 0);

const linesOf = async (port: number) =>
  (await ask(port, (redis) => redis.info("replication"))).split("\r\n");

/** Whether a server is a replica that has a copy of its master. */
const isInSync = async (port: number) => (await linesOf(port)).includes("master_link_status:up");

/** Settings of all servers. */
const common = [
  "--requirepass",
  password,
  "--masterauth",
  password,
  "--repl-diskless-sync-delay",
  "0",
];

/** Starts a master with two replicas, and three sentinels. */
export async function startSentinelGroup(): Promise<RedisGroup> {
  await using opened = new AsyncDisposableStack();
  const servers = opened.use(await openServers());
  const [first, second, third, ...sentinels] = await freePorts(6) as [
    number,
    number,
    number,
    ...number[],
  ];
  const ports = [first, second, third];
  await servers.startServer(first, common);
  for (const port of [second, third]) {
    await servers.startServer(port, [...common, "--replicaof", `${host} ${first}`]);
  }
  for (const port of sentinels) {
    const file = join(servers.dir, `sentinel-${port}.conf`);
    await writeFile(file, sentinelConfiguration(port, first));
    await servers.startSentinel(port, file);
  }
  const askSentinel = <T>(port: number, use: (redis: Redis) => Promise<T>) =>
    ask(port, use, sentinelPassword);
  const masterPort = async (sentinel = sentinels[0]!) => {
    const found = await askSentinel(
      sentinel,
      (redis) => redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "limits"),
    ) as string[];
    return Number(found[1]);
  };
  await until("replicas are in sync", async () => await isInSync(second) && await isInSync(third));
  /** Each sentinel has to know the others and all replicas before it can replace a master. */
  const isComplete = async () => {
    const known = await Promise.all(sentinels.map((port) =>
      askSentinel(port, async (redis) => {
        const answer = await redis.call("SENTINEL", "MASTER", "limits") as string[];
        const field = (name: string) => answer[answer.indexOf(name) + 1];
        return `${field("num-slaves")} ${field("num-other-sentinels")} ${field("flags")}`;
      })
    ));
    return known.every((one) => one === "2 2 master");
  };
  await until("the sentinels know each other", isComplete);
  const all = opened.move();
  return {
    url: `sentinel://:${password}@${
      sentinels.map((port) => `${host}:${port}`).join()
    }/limits?sentinelPassword=${sentinelPassword}`,
    async loseMaster(loss) {
      const old = await masterPort();
      const fromMs = performance.now();
      await servers.lose(old, loss);
      await until("a replica is promoted", async () => {
        const now = await masterPort();
        return now !== old && await isWritable(now);
      });
      return performance.now() - fromMs;
    },
    async repair() {
      await servers.bringBack();
      // The sentinels may choose another master meanwhile. One that was held up does nothing for 30 s (TILT).
      await until("the lost server is a replica", async () => {
        const master = await masterPort();
        const replicas = ports.filter((port) => port !== master);
        return (await Promise.all(replicas.map(isInSync))).every(Boolean) && await isComplete();
      }, 90_000);
    },
    countOf: async (key) => sum(await ask(await masterPort(), (redis) => redis.hvals(key))),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function sentinelConfiguration(port: number, master: number): string {
  return [
    `port ${port}`,
    `bind ${host}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor limits ${host} ${master} 2`,
    `sentinel auth-pass limits ${password}`,
    `sentinel down-after-milliseconds limits ${downAfterMs}`,
    "sentinel failover-timeout limits 3000",
    "",
  ].join("\n");
}

/** A Cluster, which can also move slots. */
export interface RedisCluster extends RedisGroup {
  /** Moves the slot of a key from its master to another one, while both serve. */
  moveSlot(key: string): Promise<void>;
}

type SlotRange = [from: number, to: number, master: [host: string, port: number, id: string]];

/** Starts a Cluster of three masters with a replica each. */
export async function startCluster(): Promise<RedisCluster> {
  await using opened = new AsyncDisposableStack();
  const servers = opened.use(await openServers());
  const free = await freePorts(12);
  const [ports, busPorts] = [free.slice(0, 6), free.slice(6)];
  for (const [i, port] of ports.entries()) {
    await servers.startServer(port, [
      ...common,
      "--cluster-enabled",
      "yes",
      "--cluster-config-file",
      join(servers.dir, `${port}.conf`),
      // By default the port plus 10000, which may be taken.
      "--cluster-port",
      `${busPorts[i]}`,
      "--cluster-node-timeout",
      `${downAfterMs}`,
      "--cluster-require-full-coverage",
      "no",
    ]);
  }
  const cli = async (...args: string[]) =>
    await run("redis-cli", ["--no-auth-warning", "-a", password, ...args]);
  const nodes = ports.map((port) => `${host}:${port}`);
  await cli("--cluster", "create", ...nodes, "--cluster-replicas", "1", "--cluster-yes");
  let lostPort = 0;

  /** Returns the master of a key as the others see it. */
  async function masterOf(key: string, asked: number): Promise<{ id: string; port: number }> {
    return await ask(asked, async (redis) => {
      const slot = await redis.cluster("KEYSLOT", key) as number;
      const ranges = await redis.cluster("SLOTS") as unknown as SlotRange[];
      const [, , [, port, id]] = ranges.find(([from, to]) => from <= slot && slot <= to)!;
      return { port, id };
    });
  }
  const working = () => ports.filter((port) => port !== lostPort);
  async function isHealthy(): Promise<boolean> {
    const replication = await Promise.all(ports.map(linesOf));
    const inSync = replication.filter((lines) => lines.includes("master_link_status:up"));
    const masters = replication.filter((lines) =>
      lines.includes("role:master") && lines.includes("connected_slaves:1")
    );
    const infos = await Promise.all(
      ports.map((port) => ask(port, (redis) => redis.cluster("INFO") as Promise<string>)),
    );
    return inSync.length === 3 && masters.length === 3 &&
      infos.every((info) => info.includes("cluster_state:ok"));
  }
  await until("the cluster is healthy", isHealthy);
  const all = opened.move();
  return {
    url: `cluster://:${password}@${nodes.join()}`,
    async loseMaster(loss, key) {
      const old = await masterOf(key, ports[0]!);
      const fromMs = performance.now();
      lostPort = old.port;
      await servers.lose(old.port, loss);
      await until("a replica is promoted", async () => {
        const { port } = await masterOf(key, working()[0]!);
        return port !== old.port &&
          await ask(port, (redis) => redis.set(`{${tagOf(key)}}writable`, 1, "PX", 1000)) === "OK";
      });
      return performance.now() - fromMs;
    },
    async repair() {
      await servers.bringBack();
      lostPort = 0;
      await until("the lost server is a replica", isHealthy);
    },
    async countOf(key) {
      const { port } = await masterOf(key, working()[0]!);
      return sum(await ask(port, (redis) => redis.hvals(key)));
    },
    async moveSlot(key) {
      const from = await masterOf(key, ports[0]!);
      const slot = await ask(
        from.port,
        (redis) => redis.cluster("KEYSLOT", key) as Promise<number>,
      );
      const info = await Promise.all(
        ports.map(async (port) => ({ port, lines: await linesOf(port) })),
      );
      const to = info.find(({ port, lines }) =>
        lines.includes("role:master") && port !== from.port
      )!;
      const toId = await ask(to.port, (redis) => redis.cluster("MYID") as Promise<string>);
      await ask(to.port, (redis) => redis.cluster("SETSLOT", slot, "IMPORTING", from.id));
      await ask(from.port, (redis) => redis.cluster("SETSLOT", slot, "MIGRATING", toId));
      // Keys that are counted for the first time meanwhile are made on the new master.
      for (;;) {
        const keys = await ask(
          from.port,
          (redis) => redis.cluster("GETKEYSINSLOT", slot, 10) as Promise<string[]>,
        );
        if (keys.length === 0) break;
        await ask(
          from.port,
          (redis) =>
            redis.call("MIGRATE", host, to.port, "", 0, 1000, "AUTH", password, "KEYS", ...keys),
        );
        await wait(20);
      }
      for (const port of [to.port, from.port]) {
        await ask(port, (redis) => redis.cluster("SETSLOT", slot, "NODE", toId));
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function tagOf(key: string): string {
  return /\{(.+?)\}/.exec(key)![1]!;
}
