import { expect, test } from "vitest";
import type { Fault, StageName } from "../support/million/plan.ts";
import { runSegment } from "../support/million/run_segment.ts";
import { hasPgbouncer } from "../support/pgbouncer.ts";
import { hasRedisServer } from "../support/redis_server.ts";

// The small slice of the proof `million` (test/on_demand/prove/README.md 5).
test.skipIf(!hasPgbouncer || !hasRedisServer).each<[StageName, Fault[]]>([
  ["pair", ["primary killed", "standby killed", "network slow", "connections reset"]],
  ["pooler", ["pooler killed", "Postgres killed", "service killed"]],
  ["proxy", ["COMMIT cut half-open", "COMMIT cut on answer", "backend killed", "Redis killed"]],
  ["disk", ["disk full", "sessions terminated"]],
])("nothing acknowledged is lost or doubled by faults of the stage %s", async (stage, faults) => {
  const plan = {
    segment: 1,
    seed: 1,
    stage,
    acts: 60 * (faults.length + 1),
    faults: faults.map((fault, i) => ({ at: 60 * (i + 1), fault })),
  };
  const result = await runSegment(plan, { clients: 16, tenants: 2 });
  expect(result.found).toEqual([]);
  expect(Object.keys(result.faults).toSorted()).toEqual(faults.toSorted());
  for (const count of Object.values(result.acknowledged)) expect(count).toBeGreaterThan(0);
});
