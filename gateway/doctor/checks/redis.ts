import type { RedisFacts } from "../../limits/mod.ts";
import { bytesText, conclude, failing, type Finding, warning } from "../finding.ts";

/** The first version whose features the limits need and the tests use. */
const minMajor = 6;

/** Checks that limits can be counted in Redis and that no count is lost there. Undefined: REDIS_URL is not set. */
export function checkRedis(facts: RedisFacts | { fault: string } | undefined): Finding {
  if (!facts) {
    return conclude([], "not configured: each service counts limits by itself");
  }
  if ("fault" in facts) {
    return failing(
      `Redis does not answer (${facts.fault}), so each service counts limits by itself`,
      "Start Redis there, or correct REDIS_URL",
    );
  }
  const { version, isReadOnly, maxMemoryBytes, usedMemoryBytes, evictionPolicy } = facts;
  const isLimited = maxMemoryBytes > 0;
  const isEvicting = evictionPolicy !== "noeviction";
  return conclude([
    isReadOnly && failing(
      "the server is a read-only replica, so nothing can be counted there",
      "Set REDIS_URL to the primary",
    ),
    Number.parseInt(version, 10) < minMajor && warning(
      `Redis ${version} is older than the versions that the service was tested with`,
      `Use Redis ${minMajor} or newer`,
    ),
    isLimited && isEvicting && warning(
      `maxmemory-policy is ${evictionPolicy}: when the memory is full, counters are lost and limits ` +
        "begin again",
      "Set maxmemory-policy to noeviction",
    ),
    isLimited && !isEvicting && usedMemoryBytes >= maxMemoryBytes && failing(
      `the memory is full (${bytesText(usedMemoryBytes)} of ${bytesText(maxMemoryBytes)}), so ` +
        "nothing can be counted there",
      "Raise maxmemory",
    ),
  ], `Redis ${version} answers and accepts writes`);
}
