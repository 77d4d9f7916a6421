import { Client, Pool } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { inGate } from "../../../gateway/persistence/booking/transaction.ts";
import { isAway } from "../../../gateway/persistence/database/faults.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, type Seeded, seedOrganization } from "../../support/seeded.ts";
import { patience, timed } from "../../support/time_bounds.ts";

const bodyOf = ({ departmentId }: Seeded) => ({
  departmentId,
  dateTime: "2026-12-01T10:00:00",
  name: "Ada",
});

test(
  "120 balances locked by another program give their own callers 503 and do not delay the others",
  timed,
  async () => {
    const url = await freshDatabase();
    await using service = await openService(url, { poolSize: 10 });
    const { application, persistence } = service;
    // More than the rounds of a fast machine need.
    const settings = { slotCapacity: 10_000, credits: 1_000_000 };
    const free = await seedOrganization(service, settings);
    const locked = await Promise.all(
      Array.from({ length: 120 }, () => seedOrganization(service, settings)),
    );
    await using elsewhere = await lockBalances(url, locked);

    let hasEnded = false;
    const ended = Promise.allSettled(
      locked.flatMap((seeded) => [
        application.bookAppointment(seeded, bodyOf(seeded)),
        application.archiveAppointment(seeded, 1),
      ]),
    ).finally(() => hasEnded = true);
    let rounds = 0;
    let slowestMs = 0;
    for (; !hasEnded; rounds += 1) {
      const startedAt = performance.now();
      await Promise.all([
        application.bookAppointment(free, bodyOf(free)),
        application.listDepartments(free),
        persistence.isReady().then((isReady) => expect(isReady).toBe(true)),
      ]);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
    // A wait behind the locked balances would take seconds.
    expect(slowestMs).toBeLessThan(patience(1000));
    expect(rounds).toBeGreaterThan(3);
    for (const end of await ended) {
      expect(end).toMatchObject({ status: "rejected", reason: { code: "SERVICE_UNAVAILABLE" } });
    }

    await elsewhere.unlock();
    for (const seeded of locked) await application.bookAppointment(seeded, bodyOf(seeded));
    expect(await checkLedger(url)).toMatchObject({ appointments: rounds + locked.length });
  },
);

test("a balance that another session locks for a second only delays its own callers", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 1000 });
  await using elsewhere = await lockBalances(url, [seeded]);
  const booked = Promise.all(
    Array.from({ length: 20 }, () => service.application.bookAppointment(seeded, bodyOf(seeded))),
  );
  await elsewhere.untilWaiting(1000);
  await elsewhere.unlock();
  expect(await booked).toHaveLength(20);
});

test("a booking whose statement an administrator cancels is tried again", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service);
  await using elsewhere = await lockBalances(url, [seeded]);
  const booked = service.application.bookAppointment(seeded, bodyOf(seeded));
  await elsewhere.cancelWaiting();
  await elsewhere.unlock();
  expect(await booked).toMatchObject({ appointment: { name: "Ada" } });
  expect(await checkLedger(url)).toMatchObject({ appointments: 1 });
});

test("a read whose statement an administrator cancels is answered 503", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service);
  await using elsewhere = await lockBalances(url, [seeded]);
  await elsewhere.run("lock table departments");
  const listed = service.application.listAllDepartments(seeded.organizationId);
  await Promise.all([
    expect(listed).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" }),
    elsewhere.cancelWaiting(),
  ]);
});

test.each(["40001", "40P01"])("a statement that fails with %s may be tried again", (code) => {
  expect(isAway(Object.assign(new Error("undone"), { severity: "ERROR", code }))).toBe(true);
});

test("nothing is written at the gate while a reload has switched the triggers off", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { organizationId } = await seedOrganization(service);
  const pool = new Pool({ connectionString: url, options: "-c session_replication_role=replica" });
  onTestFinished(() => pool.end());
  const gate = { organizationId, environment: "LIVE", lockTimeoutMs: 1000 } as const;
  const entered = inGate(pool, gate, () => Promise.reject(new Error("Work was begun")));
  await expect(entered).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
});

/** Locks the LIVE balances of organizations in one session, as another program would. */
async function lockBalances(url: string, locked: readonly Seeded[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query(
    "select from balances where environment = 'LIVE' and organization_id = any($1) for update",
    [locked.map(({ organizationId }) => organizationId)],
  );
  return {
    unlock: () => client.query("rollback"),
    run: (sql: string) => client.query(sql),
    /** Cancels the statement of another session once that waits for a lock, as an administrator may. */
    async cancelWaiting() {
      const query = `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await client.query(query)).rowCount).toBe(1);
    },
    /** Returns once a session has waited for the lock for so long. */
    async untilWaiting(ms: number) {
      const query = `select from pg_stat_activity where datname = current_database()
        and wait_event_type = 'Lock' and clock_timestamp() - query_start > $1 * interval '1 ms'`;
      await expect.poll(async () => (await client.query(query, [ms])).rowCount).toBe(1);
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}
