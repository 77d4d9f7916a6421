import { expect, test } from "vitest";
import { readConfiguration } from "../../../gateway/process/configuration.ts";
import {
  connectionNeeds,
  missingConnections,
  warnOfConnections,
} from "../../../gateway/process/connection_needs.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService } from "../../support/seeded.ts";

const configured = (environment: NodeJS.ProcessEnv) =>
  readConfiguration(environment, { needsSecrets: false });

test("the advised DATABASE_POOL_SIZE is the largest that fits", () => {
  for (const [HTTP_PROCESSES, serving] of [["1", 4], ["2", 6]] as const) {
    const sized = (size: number) =>
      connectionNeeds(configured({ HTTP_PROCESSES, DATABASE_POOL_SIZE: `${size}` }), serving);
    const { fix } = missingConnections(sized(30), 150)!;
    const advised = Number(/from 30 to (\d+), or raise max_connections by \d+$/.exec(fix)?.[1]);
    expect(missingConnections(sized(advised), 150)).toBeUndefined();
    expect(missingConnections(sized(advised + 1), 150)).toBeDefined();
  }
  const many = connectionNeeds(configured({ DATABASE_POOL_SIZE: "1" }), 40);
  expect(missingConnections({ ...many, services: 1 }, 1)!.finding).toMatch(
    /^this service may open /,
  );
  expect(missingConnections(many, 97)!.fix).toMatch(
    /^Run fewer services, or raise max_connections by /,
  );
});

test("processes of one service count as one, and one that is starting counts already", () => {
  const needs = (HTTP_PROCESSES: string, serving: number) =>
    connectionNeeds(configured({ HTTP_PROCESSES }), serving).services;
  expect([needs("1", 0), needs("1", 3), needs("4", 8), needs("4", 9)]).toEqual([1, 3, 2, 3]);
});

test("a service warns of the connections of all processes with a fresh heartbeat, except behind a pooler", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { persistence } = service;
  await persistence.migrate();
  await inDatabase(
    url,
    `insert into reporting_heartbeats (writer, written_at, sent_ms, timeline)
      select gen_random_uuid(), now() - age, 0, timeline
      from (values ('1 second'::interval, ''), ('1 second', '00000001'), ('20 seconds', '')) as b (age, timeline)`,
  );
  expect((await persistence.connectionFacts()).servingProcesses).toBe(1);
  await persistence.followWrites();
  const { maxConnections, servingProcesses } = await persistence.connectionFacts();
  expect(servingProcesses).toBe(2);

  const logged: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void logged.push(line) };
  const sized = (size: number) => configured({ DATABASE_POOL_SIZE: `${size}` });
  await warnOfConnections(sized(1), persistence, log);
  expect(logged).toEqual([]);
  const large = sized(Math.min(maxConnections, 1000));
  await warnOfConnections({ ...large, databaseDirectUrls: [url] }, persistence, log);
  expect(logged).toEqual([]);
  await warnOfConnections(large, persistence, log);
  expect(logged).toEqual([[
    { fix: expect.stringContaining("DATABASE_POOL_SIZE") },
    expect.stringMatching(
      /^the 2 services that run may open \d+ connections, and the server allows \d+$/,
    ),
  ]]);
});
