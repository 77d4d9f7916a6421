import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { expect } from "vitest";
import { type Api, startApi, type Tenant } from "./api.ts";
import { checkBooks } from "./books.ts";
import { createFakeClock } from "./fake_clock.ts";
import { type ReceiverKind, startReceivers } from "./receivers.ts";
import { startWorker } from "./running_worker.ts";
import { makeStaff, signIn } from "./staff_session.ts";
import { secretsEnvironment, subscribe } from "./webhooks.ts";

/** What happens to the clock of the service, in order. */
export interface ClockJumps {
  /** Offsets that the wall clock is set to (`+40d`); `stop` suspends the process for `stopMs`. */
  steps: readonly string[];
  /** How long the service runs at each step. */
  holdMs: number;
  stopMs?: number;
  receivers: ReceiverKind[];
  callers: number;
  progress?(line: string): void;
}

/** What came of it; everything else was checked. */
export interface JumpsSurvived {
  jumps: number;
  stops: number;
  bookings: number;
  refused503: number;
  replays: number;
  sessionChecks: number;
  deliveries: number;
  /** From the event to its first request at a receiver. */
  maxFirstAttemptMs: number;
  maxResponseTimeMs: number;
}

/** An event's first attempt follows within this on a busy machine; a lost lease costs 15 s of it. */
const maxFirstMs = 30_000;
const jumpLine = "the clock of this process jumped";

/**
 * Sets the wall clock of a serving process forward and back under load, beside a worker whose clock is right.
 * Checks that creations are answered 201 or 503 alone, that replays and sessions go on, that times in the
 * database and durations are sane, that every event is delivered in time, and that each jump is logged once.
 */
export async function jumpClock(options: ClockJumps): Promise<JumpsSurvived> {
  const { steps, holdMs, stopMs = 0, progress } = options;
  using clock = createFakeClock();
  await using receivers = await startReceivers(options.receivers);
  const environment = { ...secretsEnvironment, ...receivers.environment, LOG_LEVEL: "warn" };
  await using api = await startApi({ environment: { ...environment, ...clock.environment } });
  await using opened = new AsyncDisposableStack();
  opened.use(await startWorker(api.databaseUrl, environment));
  await using database = await connect(api.databaseUrl);
  const startedAt = await database.now();
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  for (const url of receivers.urls) await subscribe(api.seeding, tenant, { url });
  await using callers = startCallers(api, { tenant, count: options.callers });
  await using sessions = await watchSessions(api, { tenant, database });
  const service = api.services[0]!;
  const jumpsLogged = () => service.errors().split(jumpLine).length - 1;
  let jumps = 0;
  let stops = 0;
  for (const step of steps) {
    const before = callers.made.size;
    if (step === "stop") {
      process.kill(service.processId, "SIGSTOP");
      await delay(stopMs);
      process.kill(service.processId, "SIGCONT");
      stops += 1;
    } else {
      clock.set(step);
      jumps += 1;
    }
    await delay(holdMs);
    await expect.poll(() => callers.made.size).toBeGreaterThan(before);
    await expect.poll(jumpsLogged).toBe(jumps);
    progress?.(`${step}: ${callers.made.size} bookings, ${sessions.checks()} session checks`);
  }
  await callers.stop();
  await sessions.stop();
  progress?.("waiting for what is left to be delivered");
  await database.untilDelivered();
  const { names } = await checkBooks(api.databaseUrl);
  expect(names.toSorted()).toEqual([...callers.made.keys()].toSorted());
  const endedAt = await database.now();
  await database.checkTimes(startedAt, endedAt);
  const received = await receivers.take();
  const maxFirstAttemptMs = Math.max(
    ...Map.groupBy(received, ({ receiver, eventId }) => `${receiver} ${eventId}`).values()
      .map(([first]) => first!.atMs - Date.parse(JSON.parse(first!.body).created)),
  );
  expect(maxFirstAttemptMs).toBeLessThan(stops > 0 ? stopMs + maxFirstMs : maxFirstMs);
  expect(jumpsLogged()).toBe(jumps);
  return {
    jumps,
    stops,
    bookings: callers.made.size,
    refused503: callers.refused(),
    replays: callers.replays(),
    sessionChecks: sessions.checks(),
    maxFirstAttemptMs: Math.round(maxFirstAttemptMs),
    ...await database.figures(names.length * receivers.urls.length),
  };
}

/** Creates appointments, each until it is answered 201; every fourth is repeated under its key at once, and the first of all. */
function startCallers(api: Api, { tenant, count }: { tenant: Tenant; count: number }) {
  const made = new Map<string, number>();
  let number = 0;
  let replays = 0;
  let refused = 0;
  let isOver = false;
  const faults: unknown[] = [];

  async function post(name: string): Promise<{ status: number; id?: number; isReplay: boolean }> {
    const response = await fetch(`${api.services[0]!.url}/api/v1/appointments`, {
      method: "POST",
      headers: {
        "X-API-Key": tenant.key,
        "Content-Type": "application/json",
        "Idempotency-Key": name,
      },
      body: JSON.stringify({
        departmentId: tenant.departmentId,
        dateTime: "2027-03-01T10:00:00",
        name,
      }),
    });
    const body = await response.json() as { id?: number };
    const { status } = response;
    if (status !== 201 && status !== 503) {
      throw new Error(`A creation was answered ${status}: ${JSON.stringify(body)}`);
    }
    const isReplay = response.headers.get("Idempotent-Replayed") === "true";
    return { status, isReplay, ...(body.id !== undefined && { id: body.id }) };
  }

  async function book(name: string): Promise<void> {
    const { status, id } = await post(name);
    if (status === 503) {
      refused += 1;
      await delay(20);
      return isOver ? undefined : book(name);
    }
    made.set(name, id!);
  }

  async function replay(name: string): Promise<void> {
    const { status, id, isReplay } = await post(name);
    if (status === 503) return;
    if (id !== made.get(name) || !isReplay) throw new Error(`${name} was booked again: ${id}`);
    replays += 1;
  }

  async function call(): Promise<void> {
    while (!isOver) {
      number += 1;
      const name = `booking ${number}`;
      await book(name);
      if (number % 4 === 0 && made.has(name)) await replay(name);
      if (number % 4 === 2 && made.has("booking 1")) await replay("booking 1");
    }
  }

  const calls = Array.from({ length: count }, () =>
    call().catch((error: unknown) => {
      faults.push(error);
    }));
  async function stop(): Promise<void> {
    isOver = true;
    await Promise.all(calls);
    expect(faults.map(String)).toEqual([]);
  }
  return {
    made,
    replays: () => replays,
    refused: () => refused,
    stop,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(calls);
    },
  };
}

const lifeMs = 12 * 60 * 60_000;
/** Before and after the end of a session nothing is expected of it for so long. */
const edgeMs = 1500;

/** Looks twice a second whether one session lives, and whether one that is made older ends in its time. */
async function watchSessions(
  api: Api,
  { tenant, database }: { tenant: Tenant; database: TestDatabase },
) {
  const url = api.services[0]!.url;
  const staff = await makeStaff(api.seeding, tenant.organizationId);
  const long = await signIn(url, staff);
  let checks = 0;
  let isOver = false;
  const faults: string[] = [];

  async function statusOf(cookie: string): Promise<number> {
    const response = await fetch(`${url}/api/staff/session`, { headers: { Cookie: cookie } });
    await response.arrayBuffer();
    checks += 1;
    return response.status;
  }

  async function watch(): Promise<void> {
    let short = await signIn(url, staff);
    let endsAt = await database.endNewestSession(3000);
    while (!isOver) {
      const status = await statusOf(long);
      if (status !== 200 && status !== 503) faults.push(`a live session was answered ${status}`);
      const askedAt = await database.now();
      const shortStatus = await statusOf(short);
      const answeredAt = await database.now();
      if (answeredAt < endsAt - edgeMs && shortStatus === 401) faults.push("a session ended early");
      if (askedAt > endsAt + edgeMs) {
        if (shortStatus === 200) faults.push("a session lived too long");
        short = await signIn(url, staff);
        endsAt = await database.endNewestSession(3000);
      }
      await delay(250);
    }
  }

  const watching = watch().catch((error: unknown) => void faults.push(String(error)));
  async function stop(): Promise<void> {
    isOver = true;
    await watching;
    expect(faults).toEqual([]);
  }
  return {
    checks: () => checks,
    stop,
    async [Symbol.asyncDispose]() {
      isOver = true;
      await watching;
    },
  };
}

type TestDatabase = Awaited<ReturnType<typeof connect>>;

/** What is looked up and changed past the service. */
async function connect(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  async function one<T extends object>(text: string, values: unknown[] = []): Promise<T> {
    return (await client.query<T>(text, values)).rows[0]!;
  }
  const milliseconds = "floor(extract(epoch from clock_timestamp()) * 1000)::float8";
  const now = async () => (await one<{ ms: number }>(`select ${milliseconds} as ms`)).ms;
  return {
    now,
    /** Makes the newest session so old that it ends in so many milliseconds; when that is. */
    async endNewestSession(inMs: number): Promise<number> {
      const { ms } = await one<{ ms: number }>(
        `update sessions set created_at = clock_timestamp() - make_interval(secs => $1)
          where id = (select id from sessions order by created_at desc limit 1)
          returning floor(extract(epoch from created_at) * 1000)::float8 as ms`,
        [(lifeMs - inMs) / 1000],
      );
      return ms + lifeMs;
    },
    async untilDelivered(): Promise<void> {
      const count = async () =>
        (await one<{ count: number }>(
          "select count(*)::int from webhook_attempts where status = 'PENDING'",
        )).count;
      await expect.poll(count, { timeout: 240_000, interval: 200 }).toBe(0);
    },
    /** Checks that no row has a time outside of the run. */
    async checkTimes(fromMs: number, toMs: number): Promise<void> {
      // Milliseconds between the two clocks.
      const bounds = [fromMs / 1000 - 1, toMs / 1000 + 1];
      const columns = [
        ["appointments", "created_at"],
        ["usage_entries", "timestamp"],
        ["audit_entries", "created_at"],
        ["webhook_events", "created_at"],
        ["webhook_attempts", "created_at"],
        ["idempotency_keys", "created_at"],
      ];
      for (const [table, column] of columns) {
        const { count } = await one<{ count: number }>(
          `select count(*)::int from ${table}
            where ${column} not between to_timestamp($1) and to_timestamp($2)`,
          bounds,
        );
        expect(count, `${table} with a wrong ${column}`).toBe(0);
      }
    },
    /** Checks that every delivery arrived in time, and says how fast. */
    async figures(deliveries: number) {
      const ends = await client.query<{ status: string; count: number }>(
        `select status, count(*)::int from (
          select distinct on (event_id, webhook_id) status from webhook_attempts
          order by event_id, webhook_id, id desc) last group by 1`,
      );
      expect(ends.rows).toEqual([{ status: "DELIVERED", count: deliveries }]);
      const retries = await one<{ early: number; late: number }>(
        `select count(*) filter (where n.due_at < a.created_at + interval '1 minute')::int as early,
          count(*) filter (where n.due_at > n.created_at + interval '61 seconds')::int as late
        from webhook_attempts a join webhook_attempts n
          on n.event_id = a.event_id and n.webhook_id = a.webhook_id and n.attempt = 2
        where a.attempt = 1`,
      );
      expect(retries, "second attempts").toEqual({ early: 0, late: 0 });
      const { least, most } = await one<{ least: number; most: number }>(
        "select min(response_time_ms) as least, max(response_time_ms) as most from usage_entries",
      );
      expect(least).toBeGreaterThanOrEqual(0);
      return { deliveries, maxResponseTimeMs: most };
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
