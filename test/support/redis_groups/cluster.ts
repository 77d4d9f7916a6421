import { execFile } from "node:child_process";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import {
  downAfterMs,
  freePorts,
  type GroupOptions,
  openServers,
  type RedisGroup,
  until,
} from "./group_servers.ts";
import { host, redisPassword } from "./questions.ts";

const run = promisify(execFile);

/** A Cluster, which can also move slots. */
export interface RedisCluster extends RedisGroup {
  /** Moves the slot of a key from its master to another one, while both serve. */
  moveSlot(key: string): Promise<void>;
}

type SlotRange = [from: number, to: number, master: [host: string, port: number, id: string]];

/** Starts a Cluster of three masters with a replica each. */
export async function startCluster(options: GroupOptions = {}): Promise<RedisCluster> {
  await using opened = new AsyncDisposableStack();
  const servers = opened.use(await openServers(options));
  const { ask, encryption } = servers;
  const free = await freePorts(12);
  const [ports, busPorts] = [free.slice(0, 6), free.slice(6)];
  for (const [i, port] of ports.entries()) {
    await servers.startServer(port, {
      "cluster-enabled": "yes",
      "cluster-config-file": join(servers.dir, `${port}.conf`),
      // By default the port plus 10000, which may be taken.
      "cluster-port": `${busPorts[i]}`,
      "cluster-node-timeout": `${downAfterMs}`,
      "cluster-require-full-coverage": "no",
      ...(encryption && { "tls-cluster": "yes" }),
    });
  }
  const nodes = ports.map((port) => `${host}:${port}`);
  await run("redis-cli", [
    "--no-auth-warning",
    "-a",
    redisPassword,
    ...(encryption ? ["--tls", "--cacert", encryption.authorityFile] : []),
    "--cluster",
    "create",
    ...nodes,
    "--cluster-replicas",
    "1",
    "--cluster-yes",
  ]);
  let lostPort = 0;

  /** Returns the master of a key as the others see it. */
  async function masterOf(key: string, asked: number): Promise<{ id: string; port: number }> {
    return await ask.server(asked, async (redis) => {
      const slot = await redis.cluster("KEYSLOT", key) as number;
      const ranges = await redis.cluster("SLOTS") as unknown as SlotRange[];
      const [, , [, port, id]] = ranges.find(([from, to]) => from <= slot && slot <= to)!;
      return { port, id };
    });
  }
  const working = () => ports.filter((port) => port !== lostPort);
  async function isHealthy(): Promise<boolean> {
    const replication = await Promise.all(ports.map(ask.replication));
    const inSync = replication.filter((lines) => lines.includes("master_link_status:up"));
    const masters = replication.filter((lines) =>
      lines.includes("role:master") && lines.includes("connected_slaves:1")
    );
    const infos = await Promise.all(
      ports.map((port) => ask.server(port, (redis) => redis.cluster("INFO") as Promise<string>)),
    );
    return inSync.length === 3 && masters.length === 3 &&
      infos.every((info) => info.includes("cluster_state:ok"));
  }
  await until("the cluster is healthy", isHealthy);
  const all = opened.move();
  return {
    url: `${encryption ? "clusters" : "cluster"}://:${redisPassword}@${nodes.join()}`,
    async loseMaster(loss, key) {
      const old = await masterOf(key, ports[0]!);
      const fromMs = performance.now();
      lostPort = old.port;
      await servers.lose(old.port, loss);
      await until("a replica is promoted", async () => {
        const { port } = await masterOf(key, working()[0]!);
        return port !== old.port && await ask.isWritable(port, `{${tagOf(key)}}writable`);
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
      return await ask.countOf(port, key);
    },
    async moveSlot(key) {
      const from = await masterOf(key, ports[0]!);
      const slot = await ask.server(
        from.port,
        (redis) => redis.cluster("KEYSLOT", key) as Promise<number>,
      );
      const info = await Promise.all(
        ports.map(async (port) => ({ port, lines: await ask.replication(port) })),
      );
      const to = info.find(({ port, lines }) =>
        lines.includes("role:master") && port !== from.port
      )!;
      const toId = await ask.server(to.port, (redis) => redis.cluster("MYID") as Promise<string>);
      await ask.server(to.port, (redis) => redis.cluster("SETSLOT", slot, "IMPORTING", from.id));
      await ask.server(from.port, (redis) => redis.cluster("SETSLOT", slot, "MIGRATING", toId));
      // Keys that are counted for the first time meanwhile are made on the new master.
      for (;;) {
        const keys = await ask.server(
          from.port,
          (redis) => redis.cluster("GETKEYSINSLOT", slot, 10) as Promise<string[]>,
        );
        if (keys.length === 0) break;
        const auth = ["AUTH", redisPassword, "KEYS", ...keys];
        await ask.server(
          from.port,
          (redis) => redis.call("MIGRATE", host, to.port, "", 0, 1000, ...auth),
        );
        await wait(20);
      }
      for (const port of [to.port, from.port]) {
        await ask.server(port, (redis) => redis.cluster("SETSLOT", slot, "NODE", toId));
      }
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

function tagOf(key: string): string {
  return /\{(.+?)\}/.exec(key)![1]!;
}
