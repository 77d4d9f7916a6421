import { randomUUID } from "node:crypto";
import { expect, vi } from "vitest";
import type { Environment } from "../../../core/mod.ts";
import { createReportingTokenSigner } from "../../../gateway/security/session_tokens.ts";
import { type RunningService, startService } from "../running_service.ts";
import { openService, seedOrganization } from "../seeded.ts";
import { makeStaff, signIn } from "../staff_session.ts";
import {
  receiverEnvironment,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../webhook_receiver.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { type OwnPostgres, startOwnPostgres } from "./own_postgres.ts";

/** A booking under this name waits in its COMMIT for the advisory lock `commitLock`. */
export const nameThatWaits = "Waits in COMMIT";
export const commitLock = 4711;

/** The service on a Postgres of its own, with one organization that uses every part of it. */
export interface Stage extends AsyncDisposable {
  postgres: OwnPostgres;
  service: RunningService;
  receiver: WebhookReceiver;
  webhookId: number;
  /** Books under this name, with the key of the LIVE environment by default; the answer's status. */
  book(name: string, environment?: Environment): Promise<number>;
  /** Calls a path with the API key, and signed in; the answer's status, or `brokenOff`. */
  call(method: string, path: string, body?: unknown): Promise<number>;
  /** Asks for a report of credits. */
  report(): Promise<number>;
  /** Waits until bookings, reads, reports and deliveries are as ever; how long that took. */
  recover(): Promise<number>;
}

/** Starts it all. */
export async function openStage(): Promise<Stage> {
  await using opened = new AsyncDisposableStack();
  const postgres = opened.use(await startOwnPostgres());
  const receiving = opened.use(await receiverEnvironment());
  const environment = { ...receiving.environment, ...secretsEnvironment };
  const receiver = opened.use(await startWebhookReceiver());
  const seeded = await seed(postgres, { environment, receiver });
  const service = opened.use(
    await startService(postgres.url, {
      ...environment,
      LOG_LEVEL: "warn",
      STAFF_REQUESTS_PER_MINUTE: "1000000",
      DATABASE_POOL_SIZE: "16",
    }),
  );
  const cookie = await signIn(service.url, seeded.staff);
  const send = async (path: string, init: RequestInit) => {
    const response = await fetch(`${service.url}${path}`, init);
    // A download that broke off has a status, but no end.
    return response.text().then(() => response.status, () => brokenOff);
  };
  const post = (path: string, headers: Record<string, string>, body: unknown) =>
    send(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const stage: Omit<Stage, typeof Symbol.asyncDispose> = {
    postgres,
    service,
    receiver,
    webhookId: seeded.webhookId,
    book: (name, environment = "LIVE") =>
      post("/api/v1/appointments", { "X-API-Key": seeded.keys[environment] }, {
        departmentId: seeded.departmentId,
        dateTime: "2038-03-01T10:00:00",
        name,
      }),
    call: (method, path, body) =>
      send(path, {
        method,
        headers: {
          "X-API-Key": seeded.keys.LIVE,
          cookie,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    report: () =>
      post("/graphql", { authorization: `Bearer ${seeded.token}` }, {
        query:
          `{ creditReport(from: "2026-11-01", to: "2036-03-31", groupBy: [DAY]) { consumed } }`,
      }),
    recover: () => recover(stage),
  };
  await stage.recover();
  await untilLogged(postgres);
  const everything = opened.move();
  return { ...stage, [Symbol.asyncDispose]: () => everything.disposeAsync() };
}

/** In place of a status: the answer began and did not end. */
export const brokenOff = 0;

async function seed(
  { url, connect }: OwnPostgres,
  { environment, receiver }: { environment: Record<string, string>; receiver: WebhookReceiver },
) {
  await using service = await openService(url);
  const { application, persistence } = service;
  await persistence.migrate();
  const own = await seedOrganization(service, { slotCapacity: 10_000, credits: 1_000_000 });
  const { organizationId } = own;
  const newKey = async (environment: Environment) => {
    const scopes = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"] as const;
    const input = { name: "Key", environment, scopes, rateLimitPerHour: 1_000_000 };
    return (await application.createApiKey(organizationId, input)).key;
  };
  const keys = { LIVE: await newKey("LIVE"), TEST: await newKey("TEST") };
  const reportingToken = await application.createReportingToken(organizationId, { name: "T" });
  const now = () => Temporal.Now.instant();
  const token = await createReportingTokenSigner(environment["SESSION_SECRET"]!, now).sign({
    tokenId: reportingToken.id,
    organizationId,
    issuedAt: Temporal.Instant.from(`${reportingToken.createdAt}Z`),
    expiresAt: null,
  });
  const client = await connect();
  await client.query(waitInCommit);
  await client.end();
  const { webhookId } = await subscribe(service, own, { url: receiver.url });
  return { ...own, keys, webhookId, token, staff: await makeStaff(service, organizationId) };
}

const waitInCommit = `
  create function wait_in_commit() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock_shared(${commitLock}); return null; end';
  create constraint trigger wait_in_commit after insert on appointments
    deferrable initially deferred for each row
    when (new.name = '${nameThatWaits}') execute function wait_in_commit()`;

async function recover({ book, call, report, receiver }: Omit<Stage, typeof Symbol.asyncDispose>) {
  const startedAt = performance.now();
  await until200(() => call("GET", "/readyz"));
  await until200(() => call("GET", "/api/v1/appointments?size=1"));
  await until200(report);
  const name = randomUUID();
  await until(async () => expect(await book(name)).toBe(201));
  await until(() => expect(receiver.received.some(({ body }) => body.includes(name))).toBe(true));
  return performance.now() - startedAt;
}

/** An empty log of usage is exported without a look at it. */
async function untilLogged({ connect }: OwnPostgres): Promise<void> {
  const client = await connect();
  const count = () => client.query("select from usage_entries").then(({ rowCount }) => rowCount);
  await until(async () => expect(await count()).toBeGreaterThan(0));
  await client.end();
}

async function until200(ask: () => Promise<number>): Promise<void> {
  await until(async () => expect(await ask()).toBe(200));
}

/** As `expect.poll`, which is for tests alone; a hook may open a stage as well. */
async function until(holds: () => Promise<void> | void): Promise<void> {
  await vi.waitFor(holds, { timeout: 60_000, interval: 50 });
}
