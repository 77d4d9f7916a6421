import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { slowBody, unreadAnswers } from "../support/starvation/attackers.ts";
import { runScenario, type Scenario } from "../support/starvation/scenarios.ts";
import { perFile } from "../support/per_file.ts";

// Small slices of test/on_demand/prove/starvation.prove.ts.
const maxInFlight = 20;

const api = await perFile(startApi({ environment: { MAX_IN_FLIGHT: String(maxInFlight) } }));
const tenant = await api.organization({ slotCapacity: 10_000, credits: 100_000 });

test.each<[string, Scenario["attack"]]>([
  ["send bodies byte by byte", { connections: 60, ...slowBody("/api/staff/session") }],
  ["never read an answer", { connections: 2, ...unreadAnswers("/openapi.json", 300) }],
])("while many requests %s, all callers are served", async (_, attack) => {
  const { elsewhere, sameAddress } = await runScenario(api, tenant, {
    attack,
    seconds: 2,
    minCalls: 50,
    callers: 3,
  });
  for (const { served, refused, failed } of [elsewhere, sameAddress]) {
    // A machine that is too busy may keep a call waiting until it is refused.
    expect(refused + failed).toBeLessThan(served / 10);
  }
});
