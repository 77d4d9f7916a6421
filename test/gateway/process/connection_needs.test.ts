import { expect, test } from "vitest";
import { readConfiguration } from "../../../gateway/process/configuration.ts";
import {
  connectionNeeds,
  missingConnections,
  serviceSizeOf,
  warnOfConnections,
  workerSizeOf,
} from "../../../gateway/process/connection_needs.ts";
import { createDiagnosis } from "../../../gateway/persistence/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";

const configured = (environment: NodeJS.ProcessEnv) =>
  readConfiguration(environment, { needsSecrets: false });

test("the advised DATABASE_POOL_SIZE is the largest that fits", () => {
  for (const [HTTP_PROCESSES, count] of [["1", 4], ["2", 6]] as const) {
    const sized = (size: number) =>
      connectionNeeds(configured({ HTTP_PROCESSES, DATABASE_POOL_SIZE: `${size}` }), [
        { count, size: null },
      ]);
    const { fix } = missingConnections(sized(30), 150)!;
    const [, less, advised] = /by (\d+), here from 30 to (\d+), or raise max_connections by \d+$/
      .exec(fix)!.map(Number);
    expect(missingConnections(sized(advised!), 150)).toBeUndefined();
    expect(missingConnections(sized(advised! + 1), 150)).toBeDefined();
    expect(30 - less!).toBe(advised);
  }
  const small = configured({ DATABASE_POOL_SIZE: "1" });
  expect(missingConnections(connectionNeeds(small, []), 1)!.finding).toMatch(
    /^one service may open 15 connections/,
  );
  expect(missingConnections(connectionNeeds(small, [{ count: 40, size: null }]), 97)!.fix).toMatch(
    /^Run fewer services, or raise max_connections by /,
  );
});

test("services of different sizes are added up, and each one with a missing process counts as a whole", () => {
  const one = configured({ DATABASE_POOL_SIZE: "10" });
  const large = configured({ DATABASE_POOL_SIZE: "40", HTTP_PROCESSES: "3" });
  const worker = configured({ DATABASE_POOL_SIZE: "5", HTTP_PROCESSES: "3" });
  // 4 pools of 40 + 2 + 2, and 10 others.
  expect(serviceSizeOf(large)).toEqual({ connections: 186, processes: 3 });
  expect(workerSizeOf(worker)).toEqual({ connections: 19, processes: 1 });
  expect(connectionNeeds(one, [
    { count: 1, size: serviceSizeOf(one) },
    { count: 5, size: serviceSizeOf(large) },
    { count: 2, size: workerSizeOf(worker) },
  ])).toEqual({
    services: 1 + 2 + 2,
    needed: 24 + 2 * 186 + 2 * 19,
    pools: null,
    perService: 24,
    databasePoolSize: 10,
  });
  const mixed = connectionNeeds(one, [
    { count: 1, size: serviceSizeOf(one) },
    { count: 3, size: serviceSizeOf(large) },
  ]);
  expect(missingConnections(mixed, 100)!.fix).toBe(
    "Lower DATABASE_POOL_SIZE of some services until the sum is 110 less, or raise max_connections by 110",
  );
  // A worker that runs alone needs less than the service that will start.
  expect(connectionNeeds(large, [{ count: 1, size: workerSizeOf(worker) }])).toMatchObject({
    services: 1,
    needed: 186,
  });
});

test("processes of the version before count with the settings of this service, and one that is starting counts already", () => {
  const needs = (HTTP_PROCESSES: string, count: number) => {
    const configuration = configured({ HTTP_PROCESSES });
    const { services, needed } = connectionNeeds(configuration, [{ count, size: null }]);
    expect(needed).toBe(services * serviceSizeOf(configuration).connections);
    return services;
  };
  expect([needs("1", 3), needs("4", 8), needs("4", 9)]).toEqual([3, 2, 3]);
  expect(connectionNeeds(configured({}), []).services).toBe(1);
});

test("a service warns of the connections of all processes with a fresh heartbeat, except behind a pooler", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { persistence } = service;
  await persistence.migrate();
  await inDatabase(
    url,
    `insert into reporting_heartbeats
        (writer, written_at, sent_ms, timeline, service_connections, service_processes)
      select gen_random_uuid(), now() - age, 0, timeline, connections, processes
      from (values ('1 second'::interval, '', null, null), ('1 second', '', 186, 3),
        ('1 second', '00000001', null, null), ('20 seconds', '', 500, 1)
      ) as b (age, timeline, connections, processes)`,
  );
  await persistence.followWrites({ connections: 24, processes: 1 });
  const { maxConnections, running } = await persistence.connectionFacts();
  const expected = [
    { count: 1, size: null },
    { count: 1, size: { connections: 24, processes: 1 } },
    { count: 1, size: { connections: 186, processes: 3 } },
  ];
  const sorted = (all: typeof running) =>
    all.toSorted((a, b) => (a.size?.connections ?? 0) - (b.size?.connections ?? 0));
  expect(sorted(running)).toEqual(expected);
  const diagnosis = createDiagnosis(url, { maxMs: 60_000 });
  expect(sorted(await diagnosis.runningProcesses())).toEqual(expected);

  const logged: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void logged.push(line) };
  const sized = (size: number) => configured({ DATABASE_POOL_SIZE: `${size}` });
  const facts = (allowed: number) => ({
    connectionFacts: async () => ({ maxConnections: allowed, running }),
  });
  // 24 and 186, and 15 of the service that does not write its size.
  await warnOfConnections(sized(1), facts(225), log);
  expect(logged).toEqual([]);
  const large = sized(Math.min(maxConnections, 1000));
  await warnOfConnections({ ...large, databaseDirectUrls: [url] }, persistence, log);
  expect(logged).toEqual([]);
  await warnOfConnections(large, persistence, log);
  await warnOfConnections(sized(10), facts(224), log);
  expect(logged).toEqual([
    [
      { fix: expect.stringContaining("DATABASE_POOL_SIZE") },
      expect.stringMatching(
        /^the 3 services and workers that run may open \d+ connections, and the server allows \d+$/,
      ),
    ],
    [
      { fix: expect.stringContaining("DATABASE_POOL_SIZE") },
      "the 3 services and workers that run may open 234 connections, and the server allows 224",
    ],
  ]);
});

test("a schema of the version before has processes without a size", async () => {
  const url = await freshDatabase();
  await inDatabase(
    url,
    `alter table reporting_heartbeats drop column service_connections, drop column service_processes;
    insert into reporting_heartbeats (writer, written_at, sent_ms, timeline)
      values (gen_random_uuid(), now(), 0, '')`,
  );
  const diagnosis = createDiagnosis(url, { maxMs: 60_000 });
  expect(await diagnosis.runningProcesses()).toEqual([{ count: 1, size: null }]);
});
