import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { freePort } from "../../gateway/embedded_postgres/free_port.ts";
import { createAuthority } from "./certificates.ts";
import { spawnSentinel, spawnServer } from "./redis_server.ts";

/** A server, a Sentinel group and a Cluster that accept only TLS and passwords. */
export interface EncryptedRedis extends AsyncDisposable {
  /** For REDIS_URL. */
  urls: { server: string; sentinel: string; cluster: string };
  /** A file with the certificate of the authority. */
  authorityFile: string;
}

const password = "a-password-of-redis";
const sentinelPassword = "a-password-of-sentinels";
const host = "127.0.0.1";

/** Starts them with certificates of one private authority. The Cluster has one node, the group one sentinel. */
export async function startEncryptedRedis(): Promise<EncryptedRedis> {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), "redis-tls-"));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const authority = createAuthority("Redis test authority");
  const { cert, key } = authority.issue({ names: [host] });
  const file = (name: string) => join(dir, name);
  await writeFile(file("authority.pem"), authority.cert);
  await writeFile(file("cert.pem"), cert);
  await writeFile(file("key.pem"), key, { mode: 0o600 });
  const encryption = {
    "tls-cert-file": file("cert.pem"),
    "tls-key-file": file("key.pem"),
    "tls-ca-cert-file": file("authority.pem"),
    "tls-auth-clients": "no",
    "tls-replication": "yes",
  };
  const own = (child: ChildProcess) =>
    void opened.defer(async () => {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    });
  async function startServer(more: string[] = []): Promise<number> {
    const port = await freePort();
    const settings = { port: "0", "tls-port": `${port}`, requirepass: password, dir };
    const all = Object.entries({ ...settings, ...encryption });
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
      "port 0",
      `tls-port ${sentinelPort}`,
      `bind ${host}`,
      ...Object.entries(encryption).map(([name, value]) => `${name} ${value}`),
      `requirepass ${sentinelPassword}`,
      `sentinel sentinel-pass ${sentinelPassword}`,
      `sentinel monitor limits ${host} ${serverPort} 1`,
      `sentinel auth-pass limits ${password}`,
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
  const node = new Redis(clusterPort, host, { password, tls: { ca: authority.cert } });
  opened.defer(() => node.disconnect());
  await node.call("CLUSTER", "ADDSLOTSRANGE", 0, 16_383);
  while (!(await node.cluster("INFO") as string).includes("cluster_state:ok"));

  const all = opened.move();
  return {
    urls: {
      server: `rediss://:${password}@${host}:${serverPort}/1`,
      sentinel: `sentinels://:${password}@${host}:${sentinelPort}/limits?` +
        `sentinelPassword=${sentinelPassword}`,
      cluster: `clusters://:${password}@${host}:${clusterPort}`,
    },
    authorityFile: file("authority.pem"),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
