import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { writers } from "../acknowledgements/database_kills.ts";
import { findViolations } from "../acknowledgements/check.ts";
import { type Evidence, findDifferences } from "../acknowledgements/check_history.ts";
import { countActs } from "../acknowledgements/history.ts";
import { killIfAlive } from "../acknowledgements/own_postgres.ts";
import {
  makeTenants,
  type RecordedTenant,
  type RecordingClients,
  startRecordingClients,
} from "../acknowledgements/recording_clients.ts";
import { readStoredActs, readStoredRows, receivedEvent } from "../acknowledgements/stored_rows.ts";
import { checkLedger } from "../ledger_audit.ts";
import { randomFrom } from "../random.ts";
import { type Receivers, startReceivers } from "../receivers.ts";
import { type RedisServer, startRedis } from "../redis_server.ts";
import { withClient } from "../replication/with_client.ts";
import { openService } from "../seeded.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { FeedReader } from "./feed_reader.ts";
import type { SegmentResult } from "./log.ts";
import type { SegmentPlan } from "./plan.ts";
import { Services } from "./services.ts";
import { type Between, type Stage, startStage } from "./stages.ts";

const maxWaitMs = 600_000;

export interface SegmentOptions {
  clients: number;
  tenants: number;
  progress?(line: string): void;
  /** Gets the histories and the evidence of a segment in which something was found. */
  onFound?(content: object): void;
}

/** Runs a segment on a database of its own, and compares the histories of its callers with everything that is left. */
export async function runSegment(
  plan: SegmentPlan,
  { clients, tenants: count, progress = () => {}, onFound = () => {} }: SegmentOptions,
): Promise<SegmentResult> {
  const startedAt = performance.now();
  const random = randomFrom(plan.seed + plan.segment);
  const between: Between = (minMs, maxMs) => minMs + random() * (maxMs - minMs);
  await using opened = new AsyncDisposableStack();
  const receivers = opened.use(await startReceivers(["answers"]));
  const redis = opened.use(await startRedis());
  const killService = async () => {
    const at = Math.floor(between(0, 2));
    await services.kill(at);
    await services.startAgain(at);
  };
  const stage = opened.use(await startStage(plan.stage, { between, killService }));
  const services = opened.use(
    new Services({
      ...stage.environment,
      ...secretsEnvironment,
      ...receivers.environment,
      REDIS_URL: redis.url,
      LOG_LEVEL: "fatal",
      STAFF_REQUESTS_PER_MINUTE: "1000000",
    }),
  );
  await services.start();
  const urlOf = (client: number) => services.urls[client % 2]!;
  const tenants = await seedTenants(stage, { count, url: urlOf(0), receiver: receivers.urls[0]! });
  const readers = tenants.map((tenant, i) => new FeedReader(tenant, () => urlOf(i)));
  const recorded = startRecordingClients(tenants, {
    clients,
    urlOf,
    losesConnections: true,
    hasMoves: true,
    seed: plan.seed + plan.segment,
  });
  const faults = {
    ...commonFaultsOf({ stage, services, redis, between, killService }),
    ...stage.faults,
  };
  const done: Record<string, number> = {};
  for (const { at, fault } of plan.faults) {
    await waitForAcknowledged(recorded, at);
    progress(`${recorded.acknowledged} acknowledged, now: ${fault}`);
    await Promise.race([faults[fault]!(), recorded.failed]);
    await waitForAcknowledged(recorded, recorded.acknowledged + 1);
    done[fault] = (done[fault] ?? 0) + 1;
  }
  await waitForAcknowledged(recorded, plan.acts);
  await recorded.stop();
  // What a service does for a request without an answer ends before anything is read.
  await services.stop();
  await services.startAgain(0);
  services.urls[1] = services.urls[0]!;
  await waitForDeliveries(stage.directUrl());
  for (const reader of readers) await reader.finish();
  const evidence = await gather(stage, { receivers, readers });
  const found = await findAll(recorded, evidence, stage.directUrl());
  if (found.length > 0) onFound({ plan, found, histories: recorded.histories, evidence });
  const { seed, segment, stage: stageName } = plan;
  return {
    segment,
    seed,
    stage: stageName,
    acknowledged: countActs(recorded.histories, "acknowledged"),
    refused: sum(countActs(recorded.histories, "refused")),
    unknown: sum(countActs(recorded.histories, "unknown")),
    unavailable: recorded.unavailable,
    connectionsLost: recorded.connectionsLost,
    faults: done,
    events: evidence.feed.length,
    deliveries: evidence.deliveries.length,
    found,
    seconds: Math.round((performance.now() - startedAt) / 1000),
  };
}

/** The faults of the services, of their sessions and of Redis. */
function commonFaultsOf({ stage, services, redis, between, killService }: {
  stage: Stage;
  services: Services;
  redis: RedisServer;
  between: Between;
  killService(): Promise<void>;
}): Record<string, () => Promise<void>> {
  return {
    "service killed": killService,
    "service frozen": () => services.freeze(Math.floor(between(0, 2)), between(200, 6000)),
    async "backend killed"() {
      // Postgres ends all other sessions and recovers.
      let victim: number | undefined;
      while (victim === undefined) [victim] = await writers(stage.directUrl());
      killIfAlive(victim);
    },
    async "sessions terminated"() {
      await withClient({ connectionString: stage.directUrl() }, async (client) => {
        let ended = 0;
        while (ended === 0) {
          const { rows } = await client.query(`select pg_terminate_backend(pid)
            from pg_stat_activity
            where application_name like 'appointment-booking%' and random() < 0.5`);
          ended = rows.length;
        }
      });
    },
    async "Redis killed"() {
      await redis.kill();
      await delay(between(0, 2000));
      await redis.restart();
    },
    async "Redis frozen"() {
      redis.signal("SIGSTOP");
      await delay(between(200, 3000));
      redis.signal("SIGCONT");
    },
  };
}

async function seedTenants(
  stage: Stage,
  { count, url, receiver }: { count: number; url: string; receiver: string },
): Promise<RecordedTenant[]> {
  await using seeding = await openService(stage.directUrl(), { poolSize: 2 });
  const tenants = await makeTenants(seeding, { count, url });
  for (const tenant of tenants) {
    await subscribe(seeding, tenant, {
      url: receiver,
      events: [
        "APPOINTMENT_CREATED",
        "APPOINTMENT_UPDATED",
        "APPOINTMENT_CANCELLED",
        "APPOINTMENT_COMPLETED",
      ],
    });
  }
  return tenants;
}

async function waitForAcknowledged(recorded: RecordingClients, count: number): Promise<void> {
  const startedAt = performance.now();
  while (recorded.acknowledged < count) {
    if (performance.now() - startedAt > maxWaitMs) {
      throw new Error(
        `No more than ${recorded.acknowledged} acknowledged of ${count} in ${maxWaitMs} ms`,
      );
    }
    await Promise.race([delay(10), recorded.failed]);
  }
}

/** Attempts whose worker was killed, or that failed in a fault, are made at once instead of after their wait. */
async function waitForDeliveries(databaseUrl: string): Promise<void> {
  await withClient({ connectionString: databaseUrl }, async (client) => {
    await client.query(`update webhook_attempts
      set due_at = least(due_at, now()), leased_until = case when lease is not null then now() end
      where status = 'PENDING'`);
    const pending = async () => {
      const sql = "select count(*)::int from webhook_attempts where status = 'PENDING'";
      return (await client.query<{ count: number }>(sql)).rows[0]!.count;
    };
    await expect.poll(pending, { timeout: 300_000, interval: 200 }).toBe(0);
  });
}

async function gather(
  stage: Stage,
  { receivers, readers }: { receivers: Receivers; readers: FeedReader[] },
): Promise<Evidence> {
  return {
    ...await readStoredActs(stage.directUrl()),
    feed: readers.flatMap(({ events }) => events),
    deliveries: await receivers.take(),
  };
}

/** All differences. The first word of each is its class. */
async function findAll(
  recorded: RecordingClients,
  evidence: Evidence,
  databaseUrl: string,
): Promise<string[]> {
  const { acknowledgements, histories } = recorded;
  const events = evidence.deliveries.map(receivedEvent);
  const stored = await readStoredRows(databaseUrl);
  const books = await checkLedger(databaseUrl).then(() => [], (error: Error) => [error.message]);
  return [
    ...findViolations({ acknowledgements, events }, stored),
    ...findDifferences(histories, evidence),
    ...books.map((message) => `books: ${message}`),
  ];
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
