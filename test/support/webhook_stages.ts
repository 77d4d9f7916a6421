import { Pool } from "pg";
import {
  type Application,
  type ClaimedAttempt,
  createApplication,
  type Environment,
  type LoggedAttempt,
  type NewEvent,
  type Ports,
  type SendingResult,
} from "../../core/mod.ts";
import { writeEvents } from "../../gateway/persistence/webhooks/write_events.ts";
import { freshDatabase } from "./fresh_database.ts";
import { createInMemoryPorts } from "./in_memory/ports.ts";
import { keepEvents } from "./in_memory/webhooks.ts";
import { openService } from "./seeded.ts";
import { staffOf } from "./staff_callers.ts";

type WebhookPorts = Pick<Ports, "webhooks" | "deliveryLog" | "deliveryQueue">;

/** Webhooks over one implementation of core's ports, with a clock and receivers that the test drives. */
export interface Stage extends WebhookPorts, AsyncDisposable {
  application: Application;
  /** The answer of every receiver. */
  answer: SendingResult;
  now(): Temporal.Instant;
  /** Deletes every webhook with its events, and resets the answer of receivers. */
  clear(): Promise<void>;
  /** Advances the clock. */
  pass(duration: Temporal.DurationLike): void;
  /** Makes an organization and returns its id. */
  organization(): Promise<number>;
  /** Makes a webhook and returns its id. */
  webhook(organizationId: number, settings?: object): Promise<number>;
  /** Writes events for these webhooks and returns them. */
  tell(
    organizationId: number,
    webhookIds: number[],
    options?: { count?: number; environment?: Environment },
  ): Promise<NewEvent[]>;
  /** Claims due attempts, makes and settles them until none is left. Returns the claimed attempts. */
  work(): Promise<ClaimedAttempt[]>;
  /** Publishes the slots of departments whose settings were changed. */
  publishSlotChanges(): Promise<unknown>;
  /** Returns the log of a webhook, oldest first. */
  log(organizationId: number, webhookId: number): Promise<LoggedAttempt[]>;
}

/** A stage on Postgres, which several processes may share. */
export interface PostgresStage extends Stage {
  databaseUrl: string;
  pool: Pool;
}

export const delivered: SendingResult = {
  isDelivered: true,
  statusCode: 204,
  responseTimeMs: 3,
  error: null,
};
export const failed: SendingResult = {
  isDelivered: false,
  statusCode: 500,
  responseTimeMs: 4,
  error: "Answered 500",
};

/** Every implementation of the ports. */
export const stages = [
  { place: "Postgres", open: openPostgresStage as () => Promise<Stage> },
  { place: "the memory of tests", open: openMemoryStage },
];

/** Opens a stage on a database of its own. */
export async function openPostgresStage(): Promise<PostgresStage> {
  const databaseUrl = await freshDatabase();
  const clock = startClock();
  const service = await openService(databaseUrl, {
    sendDelivery: async () => stage.answer,
  });
  service.setNow(clock.now().toString());
  const pool = new Pool({ connectionString: databaseUrl });
  const { application, persistence } = service;
  const stage: PostgresStage = {
    ...stageOver(application, persistence, clock.now),
    databaseUrl,
    pool,
    publishSlotChanges: () => persistence.publishSlotChanges(),
    async clear() {
      await pool.query(
        "delete from webhook_attempts; delete from webhook_events; delete from webhooks",
      );
      stage.answer = delivered;
    },
    pass(duration) {
      clock.pass(duration);
      service.setNow(clock.now().toString());
    },
    async tell(organizationId, webhookIds, { count = 1, environment = "LIVE" } = {}) {
      const events = eventsFor(webhookIds, { count, now: clock.now() });
      const client = await pool.connect();
      await writeEvents(client, { organizationId, environment }, events);
      client.release();
      return events;
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await service[Symbol.asyncDispose]();
    },
  };
  return stage;
}

async function openMemoryStage(): Promise<Stage> {
  const clock = startClock();
  const ports = createInMemoryPorts({ now: clock.now, sendDelivery: async () => stage.answer });
  const stage: Stage = {
    ...stageOver(createApplication(ports), ports, clock.now),
    publishSlotChanges: async () => ports.publishSlotChanges(),
    async clear() {
      ports.memory.webhooks.length = 0;
      ports.memory.webhookAttempts.length = 0;
      stage.answer = delivered;
    },
    pass: clock.pass,
    async tell(organizationId, webhookIds, { count = 1, environment = "LIVE" } = {}) {
      const events = eventsFor(webhookIds, { count, now: clock.now() });
      keepEvents(ports.memory, { organizationId, environment }, events);
      return events;
    },
    [Symbol.asyncDispose]: async () => {},
  };
  return stage;
}

function startClock() {
  let now = Temporal.Instant.from("2026-03-01T08:00:00Z");
  return {
    now: () => now,
    pass: (duration: Temporal.DurationLike) => void (now = now.add(duration)),
  };
}

function stageOver(
  application: Application,
  { webhooks, deliveryLog, deliveryQueue }: WebhookPorts,
  now: () => Temporal.Instant,
) {
  return {
    application,
    webhooks,
    deliveryLog,
    deliveryQueue,
    answer: delivered,
    now,
    async organization() {
      const { organization } = await application.createOrganization({
        name: "Clinic",
        credits: 1000,
        testCredits: 1000,
        ownerEmail: `${crypto.randomUUID()}@test.example`,
        ownerPassword: "a password of a test",
      });
      return organization.id;
    },
    async webhook(organizationId: number, settings: object = {}) {
      const input = { url: "https://receiver.example/hook", events: ["APPOINTMENT_CREATED"] };
      const { id } = await application.staff.createWebhook(staffOf(organizationId), {
        ...input,
        ...settings,
      });
      return id;
    },
    async work() {
      const all: ClaimedAttempt[] = [];
      for (;;) {
        const claimed = await deliveryQueue.claim(256);
        if (claimed.length === 0) return all;
        all.push(...claimed);
        const settled = await Promise.all(claimed.map((one) => application.attemptDelivery(one)));
        await deliveryQueue.settle(settled);
      }
    },
    async log(organizationId: number, id: number) {
      const sort = { field: "id", direction: "asc" } as const;
      const query = { page: 0, size: 10_000, status: null, sort };
      return (await deliveryLog.page({ organizationId, id }, query)).items;
    },
  };
}

function eventsFor(
  webhookIds: number[],
  { count, now }: { count: number; now: Temporal.Instant },
): NewEvent[] {
  return Array.from({ length: count }, (_, n) => ({
    id: crypto.randomUUID(),
    type: "appointment.created",
    appointmentId: null,
    createdAt: now,
    body: JSON.stringify({ n }),
    webhookIds,
  }));
}
