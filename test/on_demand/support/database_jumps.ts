import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { startFakeTimePostgres } from "./fake_time_postgres.ts";
import { startReceivers } from "../../support/receivers.ts";
import { startService } from "../../support/running_service.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { secretsEnvironment, subscribe } from "../../support/webhooks.ts";
import { startCallers } from "../../support/clock_jumps/callers.ts";

/** What happens to the database's clock, in order. */
export interface DatabaseJumps {
  /** Offsets that it is set to, as libfaketime writes them. */
  steps: readonly string[];
  callers: number;
  progress?(line: string): void;
}

/** What came of it; everything else was checked. */
export interface DatabaseJumpsSurvived {
  jumps: number;
  bookings: number;
  refused503: number;
  deliveries: number;
  /** Time from a jump until all waiting deliveries are made. */
  maxRecoveryMs: number;
}

/** Against hanging alone. */
const patienceMs = 60_000;
const jumpLine = "the database's clock jumped";
/** A worker looks each ten seconds; the rest is for a busy machine. */
const maxRecoveryMs = 60_000;
const sweepMs = 11_000;
/** How many deliveries wait over each jump. */
const waiting = 20;

/**
 * Sets the database's clock forward and back under load. Checks that creations are answered 201 or 503 alone, that
 * what waited over a jump is delivered soon, that nothing is abandoned, and that each jump is logged once.
 */
export async function jumpDatabaseClock(
  { steps, callers: count, progress }: DatabaseJumps,
): Promise<DatabaseJumpsSurvived> {
  await using postgres = await startFakeTimePostgres();
  await using receivers = await startReceivers(["answers"]);
  const environment = { ...secretsEnvironment, ...receivers.environment, LOG_LEVEL: "warn" };
  await using service = await startService(postgres.url, environment);
  await using seeding = await openService(postgres.url, { poolSize: 2 });
  const tenant = await seed(seeding, receivers.urls[0]!);
  await using database = await connect(postgres.url);
  await using callers = startCallers({ url: service.url, tenant, count, replays: false });
  let longestMs = 0;
  for (const [i, step] of steps.entries()) {
    const before = callers.made.size;
    await expect.poll(() => callers.made.size, { timeout: patienceMs }).toBeGreaterThan(
      before + waiting,
    );
    // Nothing is claimed of an inactive webhook.
    await tenant.setActive(false);
    await database.letWait();
    // So that the worker has seen the clock as it is.
    await delay(sweepMs);
    postgres.clock.set(step);
    await expect.poll(() => service.errors().split(jumpLine).length - 1, { timeout: patienceMs })
      .toBe(i + 1);
    const jumpedAt = performance.now();
    await tenant.setActive(true);
    await expect.poll(() => database.countWaiting(), { timeout: maxRecoveryMs }).toBe(0);
    longestMs = Math.max(longestMs, performance.now() - jumpedAt);
    progress?.(`${step}: ${callers.made.size} bookings, delivered in ${Math.round(longestMs)} ms`);
  }
  await callers.stop();
  await expect.poll(() => database.countOf("PENDING"), { timeout: maxRecoveryMs }).toBe(0);
  expect(await database.countOf("ABANDONED")).toBe(0);
  const deliveries = await database.countOf("DELIVERED");
  return {
    jumps: steps.length,
    bookings: callers.made.size,
    refused503: callers.refused(),
    deliveries,
    maxRecoveryMs: Math.round(longestMs),
  };
}

async function seed(seeding: TestService, url: string) {
  const seeded = await seedOrganization(seeding, { slotCapacity: 10_000, credits: 1_000_000 });
  const { organizationId } = seeded;
  const { application } = seeding;
  const { key } = await application.createApiKey(organizationId, {
    name: "callers",
    environment: "LIVE",
    scopes: ["WRITE_APPOINTMENTS"],
    rateLimitPerHour: 1_000_000,
  });
  const { webhookId: id } = await subscribe(seeding, seeded, { url });
  return {
    ...seeded,
    key,
    setActive: (isActive: boolean) =>
      application.staff.updateWebhook(staffOf(organizationId), { id, isActive }),
  };
}

async function connect(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  let ids: string[] = [];
  const count = async (where: string, values: unknown[]) => {
    const text = `select count(*)::int from webhook_attempts where ${where}`;
    return (await client.query<{ count: number }>(text, values)).rows[0]!.count;
  };
  return {
    countOf: (status: string) => count("status = $1", [status]),
    /** Has some deliveries wait that were made, as if they had not been. */
    async letWait(): Promise<void> {
      const { rows } = await client.query<{ id: string }>(
        `update webhook_attempts set status = 'PENDING', due_at = now(),
          abandon_at = now() + interval '24 hours'
        where id in (select id from webhook_attempts where status = 'DELIVERED' limit $1)
        returning id`,
        [waiting],
      );
      ids = rows.map(({ id }) => id);
      expect(ids).toHaveLength(waiting);
    },
    countWaiting: () => count("id = any($1) and status = 'PENDING'", [ids]),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
