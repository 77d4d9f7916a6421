import { expect, test } from "vitest";
import { checkRetentionKills } from "../../support/retention_kills.ts";

test("a run that is killed leaves nothing half done, and the next one finishes it with exact counts", async () => {
  const figures = await checkRetentionKills({ appointments: 150, kills: 2 });
  expect(figures["killed in between"]).toBeGreaterThan(0);
});
