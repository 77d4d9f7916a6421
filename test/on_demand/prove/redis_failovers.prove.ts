import { expect } from "vitest";
import { failOver, type Failovers } from "../../support/redis_failovers.ts";
import { startCluster } from "../../support/redis_groups/cluster.ts";
import { startSentinelGroup } from "../../support/redis_groups/sentinel_group.ts";
import { hasRedisServer } from "../../support/redis_server.ts";
import { patience } from "../../support/time_bounds.ts";
import { type Figures, proof } from "./proof.ts";

const rounds = 5;
const losses = Array.from({ length: rounds }, () => ["killed", "frozen"] as const).flat();
const moves = Array.from({ length: 10 }, () => "moved" as const);

function requireRedis(): void {
  expect(hasRedisServer, "redis-server is needed: apt-get install redis-server").toBe(true);
}

function figuresOf(found: Failovers): Figures {
  const { wrongCounts, limited, tookMs, promotionsMs, returnsMs } = found;
  expect(wrongCounts).toEqual([]);
  for (const { limit, allowed, maxAllowed } of limited) {
    expect(allowed).toBeGreaterThanOrEqual(limit);
    expect(allowed).toBeLessThanOrEqual(maxAllowed);
  }
  const took = tookMs.toSorted((a, b) => a - b);
  const longestMs = took.at(-1)!;
  expect(longestMs).toBeLessThan(patience(300));
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return {
    "masters lost or slots moved": found.failovers,
    "calls of two services": found.calls,
    "counted without Redis": found.countedLocally,
    "windows with a wrong count": 0,
    "call, p50, ms": round(took[Math.floor(took.length / 2)]!),
    "call, p99, ms": round(took[Math.floor(took.length * 0.99)]!),
    "call, longest, ms": round(longestMs),
    "from the loss to a new master, longest, ms": Math.round(Math.max(0, ...promotionsMs)),
    "from then on to counting in Redis, longest, ms": Math.round(Math.max(0, ...returnsMs)),
    "allowed at a limit of 100, most": Math.max(...limited.map(({ allowed }) => allowed)),
  };
}

for (const isEncrypted of [false, true]) {
  const suffix = isEncrypted ? "-tls" : "";

  proof(`redis-failovers-sentinel${suffix}`, async (progress) => {
    requireRedis();
    await using group = await startSentinelGroup({ isEncrypted });
    return figuresOf(await failOver(group, { losses, isCluster: false, progress }));
  });

  proof(`redis-failovers-cluster${suffix}`, async (progress) => {
    requireRedis();
    await using cluster = await startCluster({ isEncrypted });
    return figuresOf(await failOver(cluster, { losses, isCluster: true, progress }));
  });

  proof(`redis-failovers-moves${suffix}`, async (progress) => {
    requireRedis();
    await using cluster = await startCluster({ isEncrypted });
    const during = cluster.moveSlot;
    return figuresOf(await failOver(cluster, { losses: moves, isCluster: true, during, progress }));
  });
}
