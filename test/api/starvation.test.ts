import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { slowBody, unreadAnswers } from "../support/starvation/attackers.ts";
import { runScenario, type Scenario } from "../support/starvation/scenarios.ts";

// Small slices of test/prove/starvation.prove.ts.
const maxInFlight = 20;

let api: Api;
let tenant: Tenant;
beforeAll(async () => {
  api = await startApi({ environment: { MAX_IN_FLIGHT: String(maxInFlight) } });
  tenant = await api.organization({ slotCapacity: 10_000, credits: 100_000 });
});
afterAll(() => api[Symbol.asyncDispose]());

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
