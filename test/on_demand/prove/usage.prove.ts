import { Client, Pool } from "pg";
import { expect } from "vitest";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { compactUsage } from "../../../gateway/persistence/usage/usage_compaction.ts";
import { keepPartitions } from "../../../gateway/persistence/database/partitions.ts";
import { usagePartitions } from "../../../gateway/persistence/usage/usage_retention.ts";
import { getUsageStatistics, listUsage } from "../../../core/usage/read_usage.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { writeTraffic } from "../../support/usage_traffic.ts";
import { proof } from "./proof.ts";

const many = 5_000_000;
const few = 50_000;
const now = Temporal.Instant.from("2027-03-20T15:40:00Z");

proof("usage", async (progress) => {
  const url = await freshDatabase();
  for (const months of [2, 1, 0]) {
    await keepPartitions(
      new Connections(url),
      [usagePartitions],
      now.subtract({ hours: 24 * 30 * months }),
    );
  }
  await using service = await openService(url);
  const client = new Client({ connectionString: url });
  const pool = new Pool({ connectionString: url });
  await client.connect();
  const seed = async (rows: number) => {
    const { organizationId } = await seedOrganization(service, { timeZone: "Europe/Berlin" });
    const apiKeyIds: number[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      const wanted = { name, environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
      apiKeyIds.push((await service.application.createApiKey(organizationId, wanted)).id);
    }
    const startedAt = performance.now();
    await writeTraffic(client, { organizationId, apiKeyIds, rows, days: 30, until: now });
    progress(`${rows} rows in ${Math.round(performance.now() - startedAt)} ms`);
    return { organizationId, timeZone: "Europe/Berlin" };
  };
  const small = await seed(few);
  const large = await seed(many);

  const compactedAt = performance.now();
  let deltas = 0;
  for (let taken = 1; taken > 0; deltas += taken) taken = await compactUsage(pool);
  const compactionMs = performance.now() - compactedAt;
  progress(`${deltas} deltas compacted in ${Math.round(compactionMs)} ms`);
  // As the database does by itself over the 30 days that the rows would have taken to come.
  await client.query("vacuum analyze");

  const ports = { now: () => now, usageReports: service.persistence.usageReports };
  const figures: Record<string, string | number> = {
    "deltas compacted a second": Math.round(deltas / compactionMs * 1000),
  };
  for (const period of ["today", "week", "month"]) {
    const times = await medians(
      [small, large].map((reader) => () => getUsageStatistics(ports, reader, { period })),
    );
    figures[`stats ${period}, 50 thousand rows, ms`] = times[0]!;
    figures[`stats ${period}, 5 million rows, ms`] = times[1]!;
  }
  const { organizationId } = large;
  const pages: Record<string, object> = {
    "first page": {},
    "deep page": { page: 25_000, size: 100 },
    "last page": { page: 49_999, size: 100 },
    "first of a rare status": { statusCode: 503 },
    "last of a rare status": { statusCode: 503, page: 9 },
    "first of a route": { endpoint: "GET /api/v1/appointments/{id}" },
    "of one appointment": { endpoint: "/api/v1/appointments/4000002" },
    "of a path with 62,500 calls": { endpoint: "/api/v1/departments/7/availability" },
    "deep in that path": { endpoint: "/api/v1/departments/7/availability", page: 600 },
    "of an afternoon": { startDate: "2027-03-01T12:07:30", endDate: "2027-03-01T17:59:12" },
  };
  for (const [name, query] of Object.entries(pages)) {
    const [ms] = await medians([() => listUsage(ports, large, query)]);
    figures[`log, ${name}, ms`] = ms!;
  }
  const exportedAt = performance.now();
  let exported = 0;
  const all = { from: null, to: null, apiKeyId: null, endpoint: null, statusCode: null };
  for await (const batch of ports.usageReports.batches(organizationId, all)) {
    exported += batch.length;
  }
  figures["rows exported a second"] = Math.round(
    exported / (performance.now() - exportedAt) * 1000,
  );
  await client.end();
  await pool.end();
  progress(JSON.stringify(figures, null, 1));
  expect(exported).toBe(many);
  for (const period of ["today", "week", "month"]) {
    expect(figures[`stats ${period}, 5 million rows, ms`]).toBeLessThan(
      3 * Number(figures[`stats ${period}, 50 thousand rows, ms`]),
    );
  }
  return figures;
});

/** The median time of each of some reads in milliseconds, taken in turns. */
async function medians(reads: (() => Promise<unknown>)[]): Promise<number[]> {
  const times = reads.map((): number[] => []);
  for (let round = 0; round < 15; round += 1) {
    for (const [i, read] of reads.entries()) {
      const startedAt = performance.now();
      await read();
      times[i]!.push(performance.now() - startedAt);
    }
  }
  return times.map((list) => Number(list.toSorted((a, b) => a - b)[7]!.toFixed(1)));
}
