import {
  downAfterMs,
  freePorts,
  type GroupOptions,
  openServers,
  type RedisGroup,
  until,
} from "./group_servers.ts";
import { type HoldingProxy, startHoldingProxy } from "./holding_proxy.ts";
import { host, redisPassword, sentinelPassword } from "./questions.ts";

/** A group whose sentinels are behind proxies, also for each other. */
export interface SentinelGroup extends RedisGroup {
  /** While held, nobody can ask a sentinel by a new connection. Those who listen already hear of a new master. */
  holdSentinels(): void;
  releaseSentinels(): void;
}

/** Starts a master with two replicas, and three sentinels. */
export async function startSentinelGroup(options: GroupOptions = {}): Promise<SentinelGroup> {
  await using opened = new AsyncDisposableStack();
  const servers = opened.use(await openServers(options));
  const { ask } = servers;
  const free = await freePorts(6);
  const [ports, sentinels] = [free.slice(0, 3), free.slice(3)];
  const [first, ...others] = ports as [number, ...number[]];
  await servers.startServer(first, {});
  for (const port of others) {
    await servers.startServer(port, { replicaof: `${host} ${first}` });
  }
  const proxies: HoldingProxy[] = [];
  for (const port of sentinels) {
    const proxy = opened.use(await startHoldingProxy(port));
    proxies.push(proxy);
    await servers.startSentinel(port, monitoring(first, proxy.port));
  }
  const masterPort = async () => {
    const found = await ask.sentinel(
      sentinels[0]!,
      (redis) => redis.call("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "limits"),
    ) as string[];
    return Number(found[1]);
  };
  const areInSync = async (replicas: number[]) =>
    (await Promise.all(replicas.map(ask.isInSync))).every(Boolean);
  await until("replicas are in sync", () => areInSync(others));
  /** Each sentinel has to know the others and all replicas before it can replace a master. */
  const isComplete = async () => {
    const known = await Promise.all(sentinels.map((port) =>
      ask.sentinel(port, async (redis) => {
        const answer = await redis.call("SENTINEL", "MASTER", "limits") as string[];
        const field = (name: string) => answer[answer.indexOf(name) + 1];
        return `${field("num-slaves")} ${field("num-other-sentinels")} ${field("flags")}`;
      })
    ));
    return known.every((one) => one === "2 2 master");
  };
  await until("the sentinels know each other", isComplete);
  const all = opened.move();
  const scheme = servers.encryption ? "sentinels" : "sentinel";
  const addresses = proxies.map(({ port }) => `${host}:${port}`).join();
  return {
    url: `${scheme}://:${redisPassword}@${addresses}/limits?sentinelPassword=${sentinelPassword}`,
    async loseMaster(loss) {
      const old = await masterPort();
      const fromMs = performance.now();
      await servers.lose(old, loss);
      await until("a replica is promoted", async () => {
        const now = await masterPort();
        return now !== old && await ask.isWritable(now);
      });
      return performance.now() - fromMs;
    },
    async repair() {
      await servers.bringBack();
      // The sentinels may choose another master meanwhile. One that was held up does nothing for 30 s (TILT).
      await until("the lost server is a replica", async () => {
        const master = await masterPort();
        return await areInSync(ports.filter((port) => port !== master)) && await isComplete();
      }, 90_000);
    },
    holdSentinels: () => proxies.forEach((proxy) => proxy.hold()),
    releaseSentinels: () => proxies.forEach((proxy) => proxy.release()),
    countOf: async (key) => await ask.countOf(await masterPort(), key),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The lines by which a sentinel watches a master, and says where it is reached itself. */
function monitoring(master: number, announced: number): string[] {
  return [
    `sentinel announce-ip ${host}`,
    `sentinel announce-port ${announced}`,
    `requirepass ${sentinelPassword}`,
    `sentinel sentinel-pass ${sentinelPassword}`,
    `sentinel monitor limits ${host} ${master} 2`,
    `sentinel auth-pass limits ${redisPassword}`,
    `sentinel down-after-milliseconds limits ${downAfterMs}`,
    "sentinel failover-timeout limits 3000",
  ];
}
