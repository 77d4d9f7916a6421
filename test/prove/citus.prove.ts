import { join } from "node:path";
import { expect } from "vitest";
import { Connections } from "../../gateway/persistence/database/connections.ts";
import { migrate } from "../../gateway/persistence/database/migrator.ts";
import {
  distributeDatabase,
  startCitusCluster,
  startPostgres15,
} from "../support/citus/citus_cluster.ts";
import { compareSpeed } from "../support/citus/compare_speed.ts";
import { killNodes } from "../support/citus/node_kills.ts";
import { rebalanceUnderLoad } from "../support/citus/rebalance.ts";
import { thisVersion } from "../support/versions/version.ts";
import { proof } from "./proof.ts";
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
  progress(JSON.stringify(result));
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

// With TLS from the service and between the nodes. The one Postgres has none, so the ratios are rather too low.
proof("citus-figures", async (progress) => {
  await using cluster = await startCitusCluster({
    "citus.node_conninfo": "sslmode=require",
    "citus.shard_count": "32",
  });
  await cluster.createDatabase(database);
  const url = `${cluster.urlOf(database)}?sslmode=no-verify`;
  await distributeDatabase(url);
  // Both with TLS, by the certificate that Citus has made.
  const { folder } = cluster.coordinator;
  await using plain = await startPostgres15({
    ssl: "on",
    ssl_cert_file: join(folder, "server.crt"),
    ssl_key_file: join(folder, "server.key"),
  });
  await plain.node.rows(`create database ${database}`, "postgres");
  const plainUrl = `${plain.urlOf(database)}?sslmode=no-verify`;
  const connections = new Connections(plainUrl);
  await migrate(connections);
  connections.close();
  const [one, two] = cluster.workers;
  return await compareSpeed([
    {
      name: "Postgres 15",
      url: plainUrl,
      folders: { "Postgres 15": plain.node.folder },
    },
    {
      name: "Citus",
      url,
      folders: {
        coordinator: cluster.coordinator.folder,
        "worker 1": one!.folder,
        "worker 2": two!.folder,
      },
    },
  ], progress);
});
