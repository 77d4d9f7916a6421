import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { exportUsage, writeHostileUsage } from "../support/usage_export.ts";

// `npm run prove -- csv` does the same with a million.
const rows = 60_000;

test("a CSV export, read back by a parser, is the log, hostile user agents included", async () => {
  await using api = await startApi();
  const tenant = await api.organization();
  await writeHostileUsage(api, tenant, rows);
  const { addedMegabytes, ...result } = await exportUsage(api, tenant);
  expect(result).toMatchObject({ rows, wrong: 0 });
  expect(addedMegabytes).toBeLessThan(50);
});
