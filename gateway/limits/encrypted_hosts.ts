import { parseRedisUrl, type RedisHost } from "./redis_address.ts";

/**
 * Returns the servers of REDIS_URL that are reached over TLS: those that it names, and the masters if they are asked
 * for. A replica that it does not name is unknown.
 */
export async function encryptedRedisHosts(
  url: string,
  options: { maxMs: number },
): Promise<RedisHost[]> {
  const parsed = parseRedisUrl(url);
  if ("problems" in parsed) return [];
  const { address } = parsed;
  if (address.form === "server") {
    const { protocol, hostname, port } = new URL(url);
    return protocol === "rediss:" ? [hostOf(`${hostname}:${port || 6379}`)] : [];
  }
  if (!address.tls) return [];
  const { askRedis } = await import("./redis_facts.ts");
  const masters = await askRedis(url, async (redis) => (await redis.state()).servers, options)
    // A certificate that has ended makes the connection fail. The servers that are named have one to read.
    .catch(() => []);
  return [...address.hosts, ...masters.map(({ server }) => hostOf(server))];
}

function hostOf(text: string): RedisHost {
  const colon = text.lastIndexOf(":");
  return { host: text.slice(0, colon).replace(/[[\]]/g, ""), port: Number(text.slice(colon + 1)) };
}
