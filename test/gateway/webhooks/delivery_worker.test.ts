import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClaimedAttempt, DeliveryQueue, SettledAttempt } from "../../../core/mod.ts";
import { type DeliveryWorker, startDeliveryWorker } from "../../../gateway/webhooks/mod.ts";
import { delivered, openPostgresStage, type PostgresStage } from "../../support/webhook_stages.ts";
import { patience, timed } from "../../support/time_bounds.ts";

let stage: PostgresStage;
let organizationId: number;
let running: DeliveryWorker[];
let lines: { msg: string }[];
/** Resolves after each test, so that a failed test does not wait. */
let over: PromiseWithResolvers<void>;
beforeAll(async () => {
  stage = await openPostgresStage();
  organizationId = await stage.organization();
});
beforeEach(async () => {
  running = [];
  lines = [];
  over = Promise.withResolvers();
  await stage.clear();
});
afterEach(async () => {
  over.resolve();
  await Promise.all(running.map((worker) => worker.stop()));
});
afterAll(() => stage[Symbol.asyncDispose]());

type Attempt = (claimed: ClaimedAttempt) => Promise<SettledAttempt>;

/** What an attempt comes to that is delivered. */
const success: Attempt = async (claimed) => ({
  claimed,
  result: delivered,
  nextRetryAt: null,
  countsForHealth: true,
  sentAt: Temporal.Now.instant(),
  responseHeaders: null,
});

/** Starts a worker over the real queue, some of whose parts are the test's own. */
function start(
  { attempt = success, queue = {}, maxMails = 0, pollMs = 60_000 }: {
    attempt?: Attempt;
    queue?: Partial<DeliveryQueue>;
    maxMails?: number;
    pollMs?: number;
  } = {},
): DeliveryWorker {
  const log = pino({ level: "warn" }, {
    write: (line: string) => void lines.push(JSON.parse(line)),
  });
  const worker = startDeliveryWorker({
    queue: { ...stage.deliveryQueue, ...queue },
    application: { attemptDelivery: attempt },
    log,
    maxMails,
    pollMs,
  });
  running.push(worker);
  return worker;
}

/** Attempts that end when the test says so. */
function heldAttempts() {
  const held: { claimed: ClaimedAttempt; end(): void }[] = [];
  const attempt: Attempt = async (claimed) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.push({ claimed, end: resolve });
    await Promise.race([promise, over.promise]);
    return success(claimed);
  };
  return { held, attempt };
}

const counts = async (): Promise<Record<string, number>> => {
  const { rows } = await stage.pool.query<{ status: string; count: number }>(
    "select status, count(*)::int as count from webhook_attempts group by status",
  );
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
};
const leased = async () =>
  (await stage.pool.query("select from webhook_attempts where lease is not null")).rowCount;
const soon = { timeout: 60_000, interval: 5 };

test("a woken worker delivers committed events at once", timed, async () => {
  const id = await stage.webhook(organizationId);
  const madeAtMs: number[] = [];
  const worker = start({
    attempt: (claimed) => {
      madeAtMs.push(performance.now());
      return success(claimed);
    },
  });
  const delays: number[] = [];
  for (let i = 1; i <= 20; i += 1) {
    await stage.tell(organizationId, [id]);
    const committedAt = performance.now();
    worker.wake();
    await expect.poll(() => madeAtMs.length, { timeout: 60_000, interval: 1 }).toBe(i);
    delays.push(madeAtMs.at(-1)! - committedAt);
  }
  // The median, because the machine also does other work. The guarantee is 100 ms.
  expect(delays.sort((a, b) => a - b)[10]).toBeLessThan(patience(100));
});

test("a worker claims at its start and every pollMs without being woken", async () => {
  const id = await stage.webhook(organizationId);
  await stage.tell(organizationId, [id]);
  start({ pollMs: 20 });
  await expect.poll(counts, soon).toEqual({ DELIVERED: 1 });
  await stage.tell(organizationId, [id]);
  await expect.poll(counts, soon).toEqual({ DELIVERED: 2 });
});

test.each([
  { maxMails: 0, most: 0 },
  { maxMails: 3, most: 3 },
])(
  "a worker that may send $maxMails mails at once claims as many, apart from webhooks",
  async ({ maxMails, most }) => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id]);
    const [sample] = await stage.deliveryQueue.claim(1);
    await stage.deliveryQueue.release([sample!]);
    let left = maxMails === 0 ? 0 : 20;
    const ended: (() => void)[] = [];
    let atOnce = 0;
    let highest = 0;
    const mails: string[] = [];
    start({
      maxMails,
      pollMs: 20,
      attempt: async (claimed) => {
        if (claimed.channel === "HTTP") return success(claimed);
        highest = Math.max(highest, atOnce += 1);
        await new Promise<void>((resolve) => ended.push(resolve));
        atOnce -= 1;
        mails.push(claimed.id);
        return success(claimed);
      },
      queue: {
        async claim(limit, channel) {
          if (channel !== "EMAIL") return await stage.deliveryQueue.claim(limit);
          const count = Math.min(limit, left);
          left -= count;
          return Array.from({ length: count }, () => ({ ...sample!, channel }));
        },
        settle: async (settled) =>
          await stage.deliveryQueue.settle(
            settled.filter(({ claimed }) => claimed.channel === "HTTP"),
          ),
      },
    });
    // The webhook is delivered while all mails hang.
    await expect.poll(counts, soon).toEqual({ DELIVERED: 1 });
    await expect.poll(() => {
      for (const end of ended.splice(0)) end();
      return mails.length;
    }, soon).toBe(maxMails === 0 ? 0 : 20);
    expect(highest).toBe(most);
  },
);

test("a worker that was woken once delivers everything, 8 attempts of a webhook at a time", async () => {
  const ids = [await stage.webhook(organizationId), await stage.webhook(organizationId)];
  await stage.tell(organizationId, ids, { count: 150 });
  const open = new Map(ids.map((id) => [id, 0]));
  let most = 0;
  start({
    attempt: async (claimed) => {
      const { webhookId } = claimed;
      open.set(webhookId, open.get(webhookId)! + 1);
      most = Math.max(most, open.get(webhookId)!);
      await new Promise((resolve) => setImmediate(resolve));
      open.set(webhookId, open.get(webhookId)! - 1);
      return success(claimed);
    },
  });
  await expect.poll(counts, soon).toEqual({ DELIVERED: 300 });
  expect(most).toBe(8);
});

describe("capacity", () => {
  test("a worker holds at most 1024 attempts and claims more as soon as some have ended", async () => {
    // Two organizations, because one has at most 100 webhooks.
    for (const organization of [await stage.organization(), await stage.organization()]) {
      const ids: number[] = [];
      for (let i = 0; i < 70; i += 1) ids.push(await stage.webhook(organization));
      await stage.tell(organization, ids, { count: 8 });
    }
    const { held, attempt } = heldAttempts();
    const limits: number[] = [];
    start({
      attempt,
      queue: {
        claim(limit) {
          limits.push(limit);
          return stage.deliveryQueue.claim(limit);
        },
      },
    });
    await expect.poll(() => held.length, soon).toBe(1024);
    expect(Math.max(...limits)).toBeLessThanOrEqual(256);
    // Settled in one batch, so that only this batch frees places.
    for (const { end } of held.splice(0, 100)) end();
    await expect.poll(() => held.length, soon).toBe(1024 - 100 + 96);
    for (const { end } of held) end();
    await expect.poll(counts, soon).toEqual({ DELIVERED: 1120 });
  });
});

test(
  "a hanging webhook with thousands queued takes 8 places and delays no other",
  timed,
  async () => {
    const hung = await stage.webhook(organizationId);
    await stage.tell(organizationId, [hung], { count: 3000 });
    const { held, attempt: hang } = heldAttempts();
    const healthy: number[] = [];
    for (let i = 0; i < 20; i += 1) healthy.push(await stage.webhook(organizationId));
    const worker = start({
      attempt: (claimed) => claimed.webhookId === hung ? hang(claimed) : success(claimed),
    });
    await expect.poll(() => held.length, soon).toBe(8);
    await stage.tell(organizationId, healthy, { count: 20 });
    const committedAt = performance.now();
    worker.wake();
    await expect.poll(async () => (await counts())["DELIVERED"], soon).toBe(400);
    expect(performance.now() - committedAt).toBeLessThan(patience(3000));
    expect(held).toHaveLength(8);
    for (const { end } of held) end();
    await worker.stop();
  },
);

describe("stop()", () => {
  test("waits for the attempts in flight, writes their results, and claims nothing more", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id], { count: 20 });
    const { held, attempt } = heldAttempts();
    const worker = start({ attempt });
    await expect.poll(() => held.length, soon).toBe(8);
    let isStopped = false;
    const stopped = worker.stop().then(() => isStopped = true);
    held[0]!.end();
    await expect.poll(counts, soon).toEqual({ DELIVERED: 1, PENDING: 19 });
    worker.wake();
    expect(isStopped).toBe(false);
    for (const { end } of held) end();
    await stopped;
    expect(held).toHaveLength(8);
    expect(await counts()).toEqual({ DELIVERED: 8, PENDING: 12 });
    expect(await leased()).toBe(0);
  });

  test("releases attempts at once that were just being claimed", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id], { count: 5 });
    const claiming = Promise.withResolvers<void>();
    const claimed = Promise.withResolvers<void>();
    const { held, attempt } = heldAttempts();
    const worker = start({
      attempt,
      queue: {
        async claim(limit) {
          const found = await stage.deliveryQueue.claim(limit);
          claimed.resolve();
          await claiming.promise;
          return found;
        },
      },
    });
    await claimed.promise;
    expect(await leased()).toBe(5);
    const stopped = worker.stop();
    claiming.resolve();
    await stopped;
    expect(held).toEqual([]);
    expect(await leased()).toBe(0);
    expect(await counts()).toEqual({ PENDING: 5 });
  });

  test("ends also if the release fails", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id]);
    const claimed = Promise.withResolvers<void>();
    const claiming = Promise.withResolvers<void>();
    const worker = start({
      queue: {
        async claim(limit) {
          const found = await stage.deliveryQueue.claim(limit);
          claimed.resolve();
          await claiming.promise;
          return found;
        },
        release: () => Promise.reject(new Error("The database is away")),
      },
    });
    await claimed.promise;
    const stopped = worker.stop();
    claiming.resolve();
    await stopped;
    expect(lines).toHaveLength(1);
  });
});

describe("a fault", () => {
  test("of settling is retried together with newer results", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id], { count: 3 });
    let failures = 2;
    const worker = start({
      queue: {
        settle(settled) {
          failures -= 1;
          if (failures >= 0) return Promise.reject(new Error("The database is away"));
          return stage.deliveryQueue.settle(settled);
        },
      },
    });
    await expect.poll(counts, soon).toEqual({ DELIVERED: 3 });
    await worker.stop();
    expect(lines).toEqual([]);
  });

  test("of settling that persists is logged once and leaves the attempts to their leases", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id], { count: 3 });
    let tries = 0;
    const worker = start({
      queue: {
        settle() {
          tries += 1;
          return Promise.reject(new Error("The database is away"));
        },
      },
    });
    await expect.poll(() => lines.length, soon).toBe(1);
    await worker.stop();
    expect(tries).toBe(5);
    expect(lines[0]).toMatchObject({
      attempts: 3,
      msg: expect.stringContaining("will be repeated"),
    });
    expect(await leased()).toBe(3);
    stage.pass({ seconds: 30 });
    expect(await stage.deliveryQueue.claim(8)).toHaveLength(3);
  });

  test("of an attempt stops neither the worker nor the others, and its lease runs out", async () => {
    const id = await stage.webhook(organizationId);
    const [broken] = await stage.tell(organizationId, [id]);
    await stage.tell(organizationId, [id], { count: 20 });
    const worker = start({
      attempt: (claimed) =>
        claimed.eventId === broken!.id
          ? Promise.reject(new Error("Cannot open the secret"))
          : success(claimed),
    });
    await expect.poll(counts, soon).toEqual({ DELIVERED: 20, PENDING: 1 });
    await worker.stop();
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      webhookId: id,
      msg: "attempting a delivery failed, will retry after its lease",
    });
    stage.pass({ seconds: 30 });
    expect((await stage.deliveryQueue.claim(8)).map(({ eventId }) => eventId))
      .toEqual([broken!.id]);
  });

  test("of claiming is retried at the next poll", async () => {
    const id = await stage.webhook(organizationId);
    await stage.tell(organizationId, [id]);
    let failures = 1;
    start({
      pollMs: 20,
      queue: {
        claim(limit) {
          failures -= 1;
          if (failures >= 0) return Promise.reject(new Error("The database is away"));
          return stage.deliveryQueue.claim(limit);
        },
      },
    });
    await expect.poll(counts, soon).toEqual({ DELIVERED: 1 });
    expect(lines).toHaveLength(1);
  });
});
