import { Client } from "pg";
import { expect } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { measureSearches, quantile } from "../../support/search/measure.ts";
import { writePeople } from "../../support/search/people.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { proof } from "./proof.ts";

const rows = 1_000_000;
const rounds = 12;
const today = "2026-11-22";

proof("search", async (progress) => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 10_000 });
  const client = new Client({ connectionString: url });
  await client.connect();
  await writePeople(client, seeded, { rows, around: today });
  await client.end();
  progress("written");
  const caller = staffOf(seeded.organizationId);
  const times = await measureSearches({ service, caller, today, rounds });
  const all = [...times.values()].flat();
  const figures: Record<string, string> = {};
  for (const [name, values] of [["all", all] as const, ...times]) {
    const [p50, p99] = [quantile(values, 0.5), quantile(values, 0.99)];
    figures[name] = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;
    progress(`${name}: ${figures[name]}`);
  }
  // A person sees up to a tenth of a second as immediate. Two common names have the most to read.
  expect(quantile(all, 0.5)).toBeLessThan(50);
  expect(quantile(all, 0.99)).toBeLessThan(300);
  return figures;
});
