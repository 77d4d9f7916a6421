import { expect } from "vitest";
import { startApi } from "../../support/api.ts";
import { exportUsage, writeHostileUsage } from "../../support/usage_export.ts";
import { proof } from "./proof.ts";

const rows = 1_000_000;

proof("csv", async (progress) => {
  await using api = await startApi();
  const tenant = await api.organization();
  progress(`writing ${rows} entries`);
  await writeHostileUsage(api, tenant, rows);
  progress("exporting them, each compared with the log");
  const result = await exportUsage(api, tenant);
  const figures = {
    rows: result.rows,
    "rows that differ from the log": result.wrong,
    megabytes: Math.round(result.bytes / 1e6),
    seconds: Math.round(result.seconds),
    "memory added to the service, MB": Math.round(result.addedMegabytes),
  };
  progress(JSON.stringify(figures));
  expect(result.rows).toBe(rows);
  expect(result.wrong).toBe(0);
  expect(result.addedMegabytes).toBeLessThan(50);
  return figures;
});
