import { setTimeout as delay } from "node:timers/promises";
import { expect } from "vitest";
import { startApi } from "../api.ts";
import { checkLedger } from "../ledger_audit.ts";
import { createFakeClock, type FakeClock } from "../fake_clock.ts";
import { type Received, type ReceiverKind, startReceivers } from "../receivers.ts";
import { type RunningService, startWorker } from "../running_service.ts";
import { secretsEnvironment, subscribe } from "../webhooks.ts";
import { startCallers } from "./callers.ts";
import { lookUp } from "./look_up.ts";
import { watchSessions } from "./sessions.ts";

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
const maxFirstMs = 60_000;
/** So many are made at each step at least. */
const minBookings = 10;
/** Against hanging alone. */
const patienceMs = 60_000;
const jumpLine = "the clock of this process jumped";

/**
 * Sets the wall clock of a serving process forward and back under load, together with a worker whose clock is right.
 * Checks that creations are answered 201 or 503 alone, that replays and sessions go on, that times in the
 * database and durations are sane, that every event is delivered in time, and that each jump is logged once.
 */
export async function jumpClock(options: ClockJumps): Promise<JumpsSurvived> {
  const { stopMs = 0, progress } = options;
  using clock = createFakeClock();
  await using receivers = await startReceivers(options.receivers);
  const environment = { ...secretsEnvironment, ...receivers.environment, LOG_LEVEL: "warn" };
  await using api = await startApi({ environment: { ...environment, ...clock.environment } });
  await using opened = new AsyncDisposableStack();
  opened.use(await startWorker(api.databaseUrl, environment));
  await using database = await lookUp(api.databaseUrl);
  const startedAt = await database.now();
  const tenant = await api.organization({ slotCapacity: 10_000, credits: 10_000_000 });
  for (const url of receivers.urls) await subscribe(api.seeding, tenant, { url });
  const service = api.services[0]!;
  await using callers = startCallers({
    url: service.url,
    tenant,
    count: options.callers,
    replays: true,
  });
  await using sessions = await watchSessions(api, { tenant, database });
  const { jumps, stops } = await takeSteps(options, { clock, service, callers });
  await callers.stop();
  await sessions.stop();
  progress?.("waiting for what is left to be delivered");
  await database.untilDelivered();
  const { names } = await checkLedger(api.databaseUrl);
  expect(names.toSorted()).toEqual([...callers.made.keys()].toSorted());
  const endedAt = await database.now();
  await database.checkTimes(startedAt, endedAt);
  const maxFirstAttemptMs = maxWaitOf(await receivers.take());
  expect(maxFirstAttemptMs).toBeLessThan(stops > 0 ? stopMs + maxFirstMs : maxFirstMs);
  expect(linesOf(service)).toBe(jumps);
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

/** Takes each step and lets the service run; every step but a stop must be logged once, and bookings go on. */
async function takeSteps(
  { steps, holdMs, stopMs = 0, progress }: ClockJumps,
  { clock, service, callers }: {
    clock: FakeClock;
    service: RunningService;
    callers: ReturnType<typeof startCallers>;
  },
): Promise<{ jumps: number; stops: number }> {
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
    await expect.poll(() => callers.made.size, { timeout: patienceMs }).toBeGreaterThan(
      before + minBookings,
    );
    await expect.poll(() => linesOf(service), { timeout: patienceMs }).toBe(jumps);
    progress?.(`${step}: ${callers.made.size} bookings`);
  }
  return { jumps, stops };
}

function linesOf(service: RunningService): number {
  return service.errors().split(jumpLine).length - 1;
}

/** From an event to its first request at a receiver, the longest. */
function maxWaitOf(received: readonly Received[]): number {
  const firsts = Map.groupBy(received, ({ receiver, eventId }) => `${receiver} ${eventId}`);
  const waits = [...firsts.values()].map(([first]) =>
    first!.atMs - Date.parse(JSON.parse(first!.body).created)
  );
  return Math.max(...waits);
}
