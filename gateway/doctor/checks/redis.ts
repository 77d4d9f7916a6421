import type { RedisFacts, RedisState } from "../../limits/mod.ts";
import { bytesText, conclude, failing, type Finding, type Problem, warning } from "../finding.ts";

/** The first version whose features the limits need and the tests use. */
const minMajor = 6;

/** Checks that limits can be counted in Redis and that no count is lost there. Undefined: REDIS_URL is not set. */
export function checkRedis(state: RedisState | { fault: string } | undefined): Finding {
  if (!state) {
    return conclude([], "not configured: each service counts limits by itself");
  }
  if ("fault" in state) {
    return failing(
      `Redis does not answer (${state.fault}), so each service counts limits by itself`,
      "Start Redis there, or correct REDIS_URL",
    );
  }
  const { form, servers, cluster } = state;
  const versions = [...new Set(servers.map(({ version }) => version))].join(" and ");
  const ok = {
    server: `Redis ${versions} answers and accepts writes`,
    sentinel: `Redis ${versions} answers and accepts writes, master ${servers[0]?.server}`,
    cluster: `Redis ${versions} answers and accepts writes, ${servers.length} masters`,
  }[form];
  return conclude([
    cluster && cluster.state !== "ok" && failing(
      `the state of the cluster is ${cluster.state}, ${cluster.unservedSlots} of its 16384 slots ` +
        "have no master",
      "Start the missing nodes. redis-cli --cluster check HOST:PORT names them",
    ),
    ...servers.flatMap((server) => serverFindings(server, form)),
  ], ok);
}

function serverFindings(facts: RedisFacts, form: RedisState["form"]): (Problem | false)[] {
  const { version, isReadOnly, maxMemoryBytes, usedMemoryBytes, evictionPolicy, replicas } = facts;
  const isLimited = maxMemoryBytes > 0;
  const isEvicting = evictionPolicy !== "noeviction";
  const where = form === "server" ? "" : `${facts.server}: `;
  return [
    isReadOnly && failing(
      `${where}the server is a read-only replica, so nothing can be counted there`,
      form === "server"
        ? "Set REDIS_URL to the primary"
        : "Wait for the end of the failover, then run this command again",
    ),
    Number.parseInt(version, 10) < minMajor && warning(
      `${where}Redis ${version} is older than the versions that the service was tested with`,
      `Use Redis ${minMajor} or newer`,
    ),
    form !== "server" && replicas === 0 && warning(
      `${where}the master has no connected replica, so nothing can replace it`,
      "Start a replica of it",
    ),
    isLimited && isEvicting && warning(
      `${where}maxmemory-policy is ${evictionPolicy}: when the memory is full, counters are lost ` +
        "and limits begin again",
      "Set maxmemory-policy to noeviction",
    ),
    isLimited && !isEvicting && usedMemoryBytes >= maxMemoryBytes && failing(
      `${where}the memory is full (${bytesText(usedMemoryBytes)} of ${
        bytesText(maxMemoryBytes)
      }), ` +
        "so nothing can be counted there",
      "Raise maxmemory",
    ),
  ];
}
