import { expect } from "vitest";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { migrate } from "../../gateway/persistence/database/migrator.ts";
import { again, bookingRate, medianOf } from "../support/booking_rate.ts";
import {
  distributeDatabase,
  startCitusCluster,
  startPostgres15,
} from "../support/citus/citus_cluster.ts";
import { killNodes } from "../support/citus/node_kills.ts";
import { rebalanceUnderLoad } from "../support/citus/rebalance.ts";
import { openService, seedOrganization } from "../support/seeded.ts";
import { thisVersion } from "../support/versions/version.ts";
import { type Figures, proof } from "./proof.ts";
import { passTestFiles } from "./test_files.ts";

const database = "appointments";
const kills = 20;

proof("citus", async (progress) => {
  // The default of Citus: connections between the nodes are encrypted, and lost in other words.
  await using cluster = await startCitusCluster({ "citus.node_conninfo": "sslmode=require" });
  await cluster.createDatabase(database);
  await distributeDatabase(cluster.urlOf(database));
  const result = await killNodes(cluster, database, { kills, clients: 32, progress });
  expect(result.violations).toEqual([]);
  const { violations, ...figures } = result;
  return { kills, ...figures, lost: violations.length };
});

proof("citus-rebalance", async (progress) => {
  await using cluster = await startCitusCluster({
    "citus.node_conninfo": "sslmode=require",
    "citus.shard_count": "32",
    wal_level: "logical",
  });
  await cluster.createDatabase(database);
  const result = await rebalanceUnderLoad(cluster, database, { clients: 16, progress });
  expect(result).toMatchObject({ violations: [], wrongUsage: 0 });
  expect(result.moved).toBeGreaterThan(10);
  expect(result.maxWaitMs).toBeLessThan(5000);
  const { violations, wrongUsage: _, ...figures } = result;
  return { ...figures, lost: violations.length };
});

// Those of the API and of the database that write no SQL which a distributed database refuses
// (gateway/persistence/distribution/README.md 7).
const contract = [
  "api/access",
  "api/endpoints",
  "api/event_feed",
  "api/holds",
  "api/races",
  "api/usage",
  "api/visits",
  "api/webhook_delivery",
  "api/webhook_retry",
  "api/webhook_worker",
  "gateway/graphql/answers",
  "gateway/graphql/entities",
  "gateway/graphql/list_arguments",
  "gateway/persistence/audit_log",
  "gateway/persistence/booking_queue",
  "gateway/persistence/closures",
  "gateway/persistence/event_feed",
  "gateway/persistence/holds",
  "gateway/persistence/person",
  "gateway/persistence/races",
  "gateway/persistence/reporting_appointments",
  "gateway/persistence/reporting_credits",
  "gateway/persistence/reporting_usage",
  "gateway/persistence/reporting_utilization",
  "gateway/persistence/reporting_visits",
  "gateway/persistence/reporting_webhooks",
  "gateway/persistence/staff_access",
  "gateway/persistence/team",
  "gateway/persistence/text_search",
  "gateway/persistence/usage_page",
  "gateway/persistence/usage_rollups",
  "gateway/persistence/webhook_claims",
  "gateway/persistence/webhook_log",
  "gateway/persistence/webhook_queue",
  "gateway/persistence/webhook_retries",
  "gateway/persistence/webhook_settle",
  "gateway/persistence/ports/access_walks",
  "gateway/persistence/ports/booking_walks",
  "gateway/persistence/ports/idempotency",
  "gateway/persistence/ports/ids",
  "gateway/persistence/ports/queue_departments",
  "gateway/persistence/ports/subscriptions",
  "gateway/persistence/ports/visit_walks",
  "gateway/trpc/procedures",
];

proof("citus-contract", async () => {
  const files = contract.map((name) => `test/${name}.test.ts`);
  const tests = await passTestFiles(files, { ...thisVersion, env: { TEST_CITUS: "1" } });
  return { files: files.length, tests };
});

// In turns, because the speed of the machine changes.
proof("citus-figures", async (progress) => {
  await using cluster = await startCitusCluster();
  await cluster.createDatabase(database);
  await distributeDatabase(cluster.urlOf(database));
  await using plain = await startPostgres15();
  await plain.node.rows(`create database ${database}`, "postgres");
  const connections = new Connections(plain.urlOf(database));
  await migrate(connections);
  connections.close();
  const figures: Figures = {};
  for (const round of [1, 2, 3]) {
    for (const [name, { urlOf }] of [["Postgres 15", plain], ["Citus", cluster]] as const) {
      const measured = await measure(urlOf(database));
      progress(`round ${round}, ${name}: ${JSON.stringify(measured)}`);
      for (const [kind, value] of Object.entries(measured)) {
        figures[`${kind}, ${name}, round ${round}`] = value;
      }
    }
  }
  return figures;
});

async function measure(url: string): Promise<Record<string, number>> {
  await using service = await openService(url, { poolSize: 16 });
  const made = await Promise.all(
    Array.from(
      { length: 16 },
      () => seedOrganization(service, { slotCapacity: 10_000, credits: 1_000_000 }),
    ),
  );
  const tenants = made.map(({ organizationId, departmentId }) => ({
    organizationId,
    departmentIds: [departmentId],
  }));
  await bookingRate(service, tenants[0]!, { ms: 1000, callers: 4 });
  const one = await bookingRate(service, tenants[0]!, { ms: 4000 });
  const many = await Promise.all(
    tenants.map((tenant) => bookingRate(service, tenant, { ms: 4000, callers: 4 })),
  );
  const lone = await bookingRate(service, tenants[1]!, { ms: 2000, callers: 1 });
  const { application } = service;
  const { departmentId } = made[1]!;
  const { appointment } = await application.bookAppointment(made[1]!, {
    departmentId,
    dateTime: "2031-04-01T10:00",
    name: "Ada",
  });
  const times: number[] = [];
  const reading = again(async () => {
    const startedAt = performance.now();
    await application.getAppointment(made[1]!, appointment.id);
    times.push(performance.now() - startedAt);
  });
  await expect.poll(() => times.length, { timeout: 30_000 }).toBeGreaterThan(500);
  await reading.stop();
  return {
    "bookings/s of one organization, 64 callers": one,
    "bookings/s of 16 organizations, 64 callers": many.reduce((sum, rate) => sum + rate, 0),
    "ms of a lone booking": Math.round(100_000 / lone) / 100,
    "ms of a read (p50)": Math.round(100 * medianOf(times)) / 100,
  };
}
