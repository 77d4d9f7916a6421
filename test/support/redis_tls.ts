import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { encryptRedis } from "./redis_encryption.ts";
import { host, redisPassword, sentinelPassword } from "./redis_groups/questions.ts";
import { spawnSentinel, spawnServer } from "./redis_server.ts";

/** A server, a Sentinel group and a Cluster that accept only TLS and passwords. */
export interface EncryptedRedis extends AsyncDisposable {
  /** For REDIS_URL. */
  urls: { server: string; sentinel: string; cluster: string };
  /** A file with the certificate of the authority. */
  authorityFile: string;
}

/** Starts them with certificates of one private authority. The Cluster has one node, the group one sentinel. */
export async function startEncryptedRedis(): Promise<EncryptedRedis> {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "redis-tls-"));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const encryption = await encryptRedis(dir);
  const file = (name: string) => join(dir, name);
  const own = (child: ChildProcess) =>
    void opened.defer(async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    });
  async function startServer(more: string[] = []): Promise<number> {
    const port = await freePort();
    const all = Object.entries({
      ...encryption.settingsAt(port),
      requirepass: redisPassword,
      dir,
    });
    own(
      await spawnServer(port, [...all.flatMap(([name, value]) => [`--${name}`, value]), ...more]),
    );
    return port;
  }
  const serverPort = await startServer();

  const sentinelPort = await freePort();
  const sentinelFile = file("sentinel.conf");
  await writeFile(
    sentinelFile,
    [
      ...Object.entries(encryption.settingsAt(sentinelPort)).map(([name, value]) =>
        `${name} ${value}`
      ),
      `bind ${host}`,
      `requirepass ${sentinelPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
      `sentinel monitor limits ${host} ${serverPort} 1`,
      `sentinel auth-pass limits ${redisPassword}`,
      "",
    ].join("\n"),
  );
  own(await spawnSentinel(sentinelFile));

  const busPort = await freePort();
  const clusterPort = await startServer([
    "--cluster-enabled",
    "yes",
    "--cluster-config-file",
    file("nodes.conf"),
    "--cluster-port",
    `${busPort}`,
    "--tls-cluster",
    "yes",
    // A node without others does not know its address.
    "--cluster-announce-ip",
    host,
  ]);
  const node = new Redis(clusterPort, host, {
    password: redisPassword,
    tls: { ca: encryption.authority },
  });
  opened.defer(() => node.disconnect());
  await node.call("CLUSTER", "ADDSLOTSRANGE", 0, 16_383);
  while (!(await node.cluster("INFO") as string).includes("cluster_state:ok"));

  const all = opened.move();
  return {
    urls: {
      server: `rediss://:${redisPassword}@${host}:${serverPort}/1`,
      sentinel: `sentinels://:${redisPassword}@${host}:${sentinelPort}/limits?` +
        `sentinelPassword=${sentinelPassword}`,
      cluster: `clusters://:${redisPassword}@${host}:${clusterPort}`,
    },
    authorityFile: encryption.authorityFile,
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
