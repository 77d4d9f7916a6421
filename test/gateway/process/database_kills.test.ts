import { expect, test } from "vitest";
import { killDatabase } from "../../support/acknowledgements/database_kills.ts";

test("no acknowledged change is lost when the database is killed in three ways", async () => {
  const result = await killDatabase({ kills: 3, clients: 24, tenants: 4, maxPauseMs: 500 });
  expect(result.violations).toEqual([]);
  expect(result.created).toBeGreaterThan(24);
});
