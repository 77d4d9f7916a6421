import { beforeEach, describe, expect, test } from "vitest";
import type { ClaimedAttempt } from "../../../core/mod.ts";
import { failed, openPostgresStage } from "../../support/webhook_stages.ts";
import { unaudited } from "../../support/unaudited.ts";
import { perFile, servicePerFile } from "../../support/per_file.ts";

// What only several connections, or many webhooks, can show; the rest is in webhook_queue.test.ts.
const stage = await perFile(openPostgresStage());
const organizationId = await stage.organization();
const workers = await Promise.all(
  Array.from({ length: 4 }, () => servicePerFile(stage.databaseUrl, { poolSize: 4 })),
);
beforeEach(async () => {
  await stage.clear();
  for (const worker of workers) worker.setNow(stage.now().toString());
});

/** Makes so many webhooks past the use cases; their ids. */
async function makeWebhooks(count: number): Promise<number[]> {
  const { rows } = await stage.pool.query<{ id: number }>(
    `insert into webhooks (organization_id, url, events, is_active, include_test, sealed_secret,
      created_at, consecutive_failures)
    select $1, 'https://receiver.example', '{APPOINTMENT_CREATED}', true, false, 'sealed', $2, 0
    from generate_series(1, $3) returning id`,
    [organizationId, stage.now().toString(), count],
  );
  return rows.map(({ id }) => id);
}

/** All that can be claimed when every worker claims again and again on its own connections. */
async function claimAll(limit: number): Promise<ClaimedAttempt[]> {
  const all = await Promise.all(
    [...workers, ...workers].map(async ({ persistence }) => {
      const mine: ClaimedAttempt[] = [];
      for (let idle = 0; idle < 3;) {
        const claimed = await persistence.deliveryQueue.claim(limit);
        idle = claimed.length === 0 ? idle + 1 : 0;
        mine.push(...claimed);
      }
      return mine;
    }),
  );
  return all.flat();
}

describe("8 claimers on 4 services", () => {
  test.each([1, 3, 256])(
    "with a limit of %i lease at most 8 attempts of each webhook, and none twice",
    async (limit) => {
      const ids = await makeWebhooks(5);
      await stage.tell(organizationId, ids, { count: 40 });
      const claimed = await claimAll(limit);
      expect(new Set(claimed.map((one) => one.id)).size).toBe(claimed.length);
      const counts = ids.map((id) => claimed.filter(({ webhookId }) => webhookId === id).length);
      expect(counts).toEqual([8, 8, 8, 8, 8]);
      expect(await stage.deliveryQueue.claim(256)).toEqual([]);
    },
  );

  test("claim all attempts of 100 webhooks, each attempt once", async () => {
    const ids = await makeWebhooks(100);
    const events = await stage.tell(organizationId, ids, { count: 3 });
    const claimed = await claimAll(16);
    expect(claimed).toHaveLength(300);
    const claims = claimed.map(({ webhookId, eventId }) => `${webhookId} ${eventId}`);
    expect(claims.sort()).toEqual(
      ids.flatMap((id) => events.map((event) => `${id} ${event.id}`)).sort(),
    );
  });
});

describe("one claimer", () => {
  test("claims one attempt of each of 200 webhooks before a second one of any", async () => {
    const ids = await makeWebhooks(200);
    await stage.tell(organizationId, ids, { count: 20 });
    const turns: ClaimedAttempt[] = [];
    while (turns.length < 200) turns.push(...await stage.deliveryQueue.claim(64));
    expect(turns.length).toBeLessThanOrEqual(256);
    expect(new Set(turns.map(({ webhookId }) => webhookId)).size).toBe(200);
  });

  test("finds a due attempt at once behind hundreds of webhooks whose attempts are not due", async () => {
    const inactive = await makeWebhooks(300);
    const waiting = await makeWebhooks(300);
    const full = await makeWebhooks(20);
    await stage.tell(organizationId, [...inactive, ...waiting, ...full]);
    await stage.pool.query("update webhooks set is_active = false where id = any($1)", [inactive]);
    // Retries that are not due for an hour, and webhooks of which 8 hang.
    await stage.pool.query(
      "update webhook_attempts set attempt = 2, due_at = $2 where webhook_id = any($1)",
      [waiting, stage.now().add({ hours: 1 }).toString()],
    );
    await stage.tell(organizationId, full, { count: 20 });
    while ((await stage.deliveryQueue.claim(256)).length > 0);
    const [last] = await makeWebhooks(1);
    await stage.tell(organizationId, [last!]);
    const claimed = await stage.deliveryQueue.claim(256);
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([last]);
  });

  test("finds a due attempt at once before the position where its last claim ended", async () => {
    const ids = await makeWebhooks(64);
    await stage.tell(organizationId, ids);
    expect(await stage.deliveryQueue.claim(64)).toHaveLength(64);
    await stage.tell(organizationId, [ids[0]!]);
    expect(await stage.deliveryQueue.claim(64)).toHaveLength(1);
  });
});

test("simultaneous claims, settlements, releases, deletions, retries, tests and abandonment do not deadlock, and every attempt ends once", async () => {
  const ids = await makeWebhooks(12);
  const deadline = performance.now() + 4000;
  const errors: unknown[] = [];
  let claims = 0;
  const again = async (work: (turn: number) => Promise<unknown>) => {
    for (let turn = 0; performance.now() < deadline || claims <= 500; turn += 1) {
      await work(turn).catch((error: unknown) => errors.push(error));
    }
  };
  const some = () => ids[Math.floor(Math.random() * ids.length)]!;
  const shuffled = <T>(list: T[]) => list.toSorted(() => Math.random() - 0.5);
  const queueOf = (i: number) => workers[i % workers.length]!.persistence.deliveryQueue;
  const name = (id: number) => ({ organizationId, id });
  const kinds = Array.from({ length: 6 }, (_, i) => () =>
    again(async (turn) => {
      // Half of them tell more than is delivered, so that there is always something to fight over.
      if (i < 3) {
        const some = shuffled(ids).slice(0, 6);
        await stage.tell(organizationId, some, { count: 3 });
        claims += 3 * some.length;
      }
      const claimed = shuffled(await queueOf(i).claim(40));
      const [back, made] = [claimed.slice(0, 5), claimed.slice(5)];
      await Promise.all([
        queueOf(i).release(back),
        queueOf(i + 1).settle(made.map((one) => ({
          claimed: one,
          result: failed,
          nextRetryAt: turn % 2 || one.attempt === 5 ? null : stage.now(),
          countsForHealth: true,
          sentAt: Temporal.Now.instant(),
          responseHeaders: null,
        }))),
      ]);
    }));
  await Promise.all([
    ...kinds.map((run) => run()),
    again(async () => {
      const { rows } = await stage.pool.query<{ id: string }>(
        "select id from webhook_attempts where status = 'FAILED' order by random() limit 5",
      );
      await Promise.all(
        rows.map(({ id }) => stage.deliveryLog.retry(organizationId, Number(id), unaudited)),
      );
    }),
    again(async () => {
      const event = {
        id: crypto.randomUUID(),
        type: "webhook.test" as const,
        appointmentId: null,
        createdAt: stage.now(),
        body: "{}",
        webhookIds: [],
      };
      const claimed = await stage.deliveryLog.startTest(name(some()), event, unaudited);
      if (!claimed) return;
      const settled = {
        claimed,
        result: failed,
        nextRetryAt: null,
        countsForHealth: false,
        sentAt: Temporal.Now.instant(),
        responseHeaders: null,
      };
      await stage.deliveryQueue.settle([settled]);
    }),
    again(() =>
      stage.deliveryLog.retryFailedSince(
        name(some()),
        stage.now().subtract({ hours: 1 }),
        unaudited,
      )
    ),
    again(async () => {
      // Some become overdue, whether they are leased or not; the leases of some run out.
      await stage.pool.query(
        `update webhook_attempts set abandon_at = $1, leased_until = null
          where organization_id = $2 and (created_at, id) in (
            select created_at, id from webhook_attempts
            where organization_id = $2 and status = 'PENDING'
            order by random() limit 30 for no key update skip locked)`,
        [stage.now().toString(), organizationId],
      );
      await Promise.all([queueOf(0).abandonOverdue(), queueOf(1).abandonOverdue()]);
    }),
    again(async () => {
      const [id] = ids.splice(Math.floor(Math.random() * ids.length), 1);
      ids.push(...await makeWebhooks(1));
      await stage.webhooks.delete(name(id!), stage.now(), unaudited);
    }),
    again(() => stage.webhooks.change(name(some()), (found) => void (found.url += "x"), unaudited)),
  ]);
  expect(errors).toEqual([]);
  const { rows: [counts] } = await stage.pool.query(
    `select count(*)::int as all,
      count(*) filter (where status in ('FAILED', 'ABANDONED') and lease is not null)::int as held
    from webhook_attempts`,
  );
  expect(counts).toEqual({ all: expect.any(Number), held: 0 });
  const twice = await stage.pool.query(
    "select delivery_id from webhook_attempts group by delivery_id, attempt having count(*) > 1",
  );
  expect(twice.rows).toEqual([]);
  expect(counts.all).toBeGreaterThan(500);
});
