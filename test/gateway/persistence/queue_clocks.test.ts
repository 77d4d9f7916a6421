import { beforeEach, expect, test } from "vitest";
import { openPersistence } from "../../../gateway/persistence/mod.ts";
import { createAbandonOverdue } from "../../../gateway/persistence/webhooks/abandon.ts";
import { openPostgresStage } from "../../support/webhook_stages.ts";
import { perFile } from "../../support/per_file.ts";

const days = 24;
const minuteMs = 60_000;

let webhookId: number;

const stage = await perFile(openPostgresStage());
const organizationId = await stage.organization();
beforeEach(async () => {
  await stage.clear();
  webhookId = await stage.webhook(organizationId);
});

const tell = () => stage.tell(organizationId, [webhookId]);
const statuses = async () =>
  (await stage.log(organizationId, webhookId)).map(({ status }) => status);

/** A worker of its own, whose monotonic clock the test moves apart from the database's. */
function startWorker() {
  let monotonicMs = 0;
  const clocks = { databaseNow: () => stage.now(), monotonicMs: () => monotonicMs };
  return {
    abandonOverdue: createAbandonOverdue({ pool: stage.pool, clocks }),
    /** Lets time pass by both clocks. */
    pass(ms: number) {
      monotonicMs += ms;
      stage.pass({ milliseconds: ms });
    },
  };
}

test("a delivery written while the database's clock was ahead is sent after the clock is corrected", async () => {
  stage.pass({ hours: 40 * days });
  await tell();
  stage.pass({ hours: -40 * days });
  expect(await stage.work()).toEqual([]);
  expect(await stage.deliveryQueue.abandonOverdue()).toBe(0);
  expect(await stage.work()).toHaveLength(1);
  expect(await statuses()).toEqual(["DELIVERED"]);
});

test("a delivery written while the database's clock was ahead still has 24 hours", async () => {
  const worker = startWorker();
  stage.pass({ hours: 40 * days });
  await tell();
  stage.pass({ hours: -40 * days });
  await worker.abandonOverdue();
  worker.pass(24 * 60 * minuteMs - 1);
  expect(await worker.abandonOverdue()).toBe(0);
  worker.pass(1);
  expect(await worker.abandonOverdue()).toBe(1);
});

test("leases taken while the database's clock was ahead block no claim", async () => {
  stage.pass({ hours: 40 * days });
  await stage.tell(organizationId, [webhookId], { count: 9 });
  expect(await stage.deliveryQueue.claim(20)).toHaveLength(8);
  stage.pass({ hours: -40 * days });
  // As if each was due: a lease alone must not hold it.
  const at = stage.now().toString();
  await stage.pool.query(
    `update webhook_attempts set due_at = '${at}',
      abandon_at = '${at}'::timestamptz + interval '1 hour'`,
  );
  expect(await stage.deliveryQueue.claim(20)).toHaveLength(8);
});

test("a jump forward of the database's clock abandons nothing: waiting attempts get another 24 hours", async () => {
  const worker = startWorker();
  await tell();
  await worker.abandonOverdue();
  worker.pass(10_000);
  stage.pass({ hours: 40 * days });
  expect(await worker.abandonOverdue()).toBe(0);
  expect(await stage.work()).toHaveLength(1);
  expect(await statuses()).toEqual(["DELIVERED"]);
});

test("an attempt in flight during a jump forward of the database's clock is not abandoned after it", async () => {
  const worker = startWorker();
  await tell();
  await worker.abandonOverdue();
  stage.pass({ hours: 40 * days });
  expect(await worker.abandonOverdue()).toBe(0);
  await stage.pool.query(
    "update webhook_attempts set abandon_at = abandon_at - interval '20 days'",
  );
  worker.pass(10_000);
  expect(await worker.abandonOverdue()).toBe(0);
  expect(await statuses()).toEqual(["PENDING"]);
});

test("a day without a worker is not a jump: attempts that were not tried are abandoned", async () => {
  await tell();
  stage.pass({ hours: 24 });
  expect(await startWorker().abandonOverdue()).toBe(1);
});

test("claims and leases use the database's clock, whatever the clock of the process shows", async () => {
  const { pool, databaseUrl } = stage;
  const now = () => Temporal.Now.instant().add({ hours: 40 * days });
  const persistence = await openPersistence({ connectionString: databaseUrl, poolSize: 2, now });
  try {
    const queue = persistence.deliveryQueue;
    await tell();
    await pool.query(`update webhook_attempts
      set due_at = now(), abandon_at = now() + interval '24 hours'`);
    expect(await queue.claim(1)).toHaveLength(1);
    const { rows } = await pool.query(`select leased_until
      between now() and now() + interval '15 seconds' as "isRight" from webhook_attempts`);
    expect(rows).toEqual([{ isRight: true }]);
    expect(await queue.abandonOverdue()).toBe(0);
  } finally {
    await persistence.close();
  }
});
