import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { freshDatabase } from "../../support/fresh_database.ts";

let opened: AsyncDisposableStack;
let url: string;
let service: TestService;
let seeded: Awaited<ReturnType<typeof seedOrganization>>;
beforeEach(async () => {
  opened = new AsyncDisposableStack();
  url = await freshDatabase();
  service = opened.use(await openService(url));
  seeded = await seedOrganization(service, { slotCapacity: 1000 });
});
afterEach(() => opened.disposeAsync());

const soon = { timeout: 60_000, interval: 5 };
const staff = () => staffOf(seeded.organizationId);
const webhook = (events: string[]) =>
  service.application.staff.createWebhook(staff(), { url: "https://a.example", events });
const book = async () => {
  const { departmentId } = seeded;
  const input = { departmentId, dateTime: "2026-12-01T10:00", name: "Ada" };
  return (await service.application.bookAppointment(seeded, input)).appointment.id;
};

/** Counts the notifications of a listener of another process after the first one, which it gets at its start. */
async function listenElsewhere() {
  const other = opened.use(await openService(url));
  let notified = 0;
  const listening = other.persistence.onEvents(() => notified += 1);
  await expect.poll(() => notified, soon).toBe(1);
  return { count: () => notified - 1, listening };
}

test("a listener in another process is notified of events and retries", async () => {
  const { id } = await webhook(["APPOINTMENT_CREATED", "APPOINTMENT_CANCELLED"]);
  const { count } = await listenElsewhere();
  const appointment = await book();
  await expect.poll(count, soon).toBe(1);
  await service.application.archiveAppointment(seeded, appointment);
  await expect.poll(count, soon).toBe(2);

  const client = opened.adopt(new Client({ connectionString: url }), (client) => client.end());
  await client.connect();
  await client.query("update webhook_attempts set status = 'FAILED'");
  const [entry] = (await service.application.staff.listDeliveries(staff(), { id })).items;
  await service.application.staff.retryDelivery(staff(), { id: entry!.id });
  await expect.poll(count, soon).toBe(3);
  const since = { since: "2000-01-01" };
  expect(await service.application.staff.recoverSince(staff(), { ...since, id }))
    .toEqual({ deliveries: 1 });
  await expect.poll(count, soon).toBe(4);
});

/** How many signals were sent while `work` was done, past the service. */
async function signalsDuring(work: () => Promise<unknown>): Promise<number> {
  const client = opened.adopt(new Client({ connectionString: url }), (client) => client.end());
  await client.connect();
  const heard: string[] = [];
  client.on("notification", ({ channel }) => heard.push(channel));
  await client.query("listen webhook_events; listen done");
  await work();
  await client.query("notify done");
  // Not the last: a signal on another connection may come after it.
  await expect.poll(() => heard, soon).toContain("done");
  return heard.filter((channel) => channel !== "done").length;
}

test("a booking without a subscriber and a retry without deliveries send no notification", async () => {
  // Of one connection, so that a signal would have been sent before the last statement.
  service = opened.use(await openService(url, { poolSize: 1 }));
  const { id } = await webhook(["APPOINTMENT_NO_SHOW"]);
  const signals = await signalsDuring(async () => {
    await service.application.archiveAppointment(seeded, await book());
    const since = { since: "2000-01-01" };
    expect(await service.application.staff.recoverSince(staff(), { ...since, id }))
      .toEqual({ deliveries: 0 });
    await service.application.getBalances(seeded.organizationId);
  });
  expect(signals).toBe(0);
});

test("many bookings send at most ten notifications a second", async () => {
  await webhook(["APPOINTMENT_CREATED"]);
  const startedAt = performance.now();
  const signals = await signalsDuring(async () => {
    for (let i = 0; i < 40; i += 1) await Promise.all(Array.from({ length: 10 }, book));
  });
  expect(signals).toBeGreaterThan(0);
  expect(signals).toBeLessThanOrEqual(1 + (performance.now() - startedAt) / 100);
});

test("a listener in the same process is notified without the database", async () => {
  await webhook(["APPOINTMENT_CREATED"]);
  let notified = 0;
  const listening = service.persistence.onEvents(() => notified += 1);
  await expect.poll(() => notified, soon).toBe(1);
  await book();
  expect(notified).toBe(2);
  await listening.stop();
});

test("a listener whose connection was lost listens again and is notified once", async () => {
  await webhook(["APPOINTMENT_CREATED"]);
  const { count, listening } = await listenElsewhere();
  const client = opened.adopt(new Client({ connectionString: url }), (client) => client.end());
  await client.connect();
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where query = 'listen webhook_events' and datname = current_database()`,
  );
  expect(rowCount).toBe(1);
  await expect.poll(count, soon).toBe(1);
  await book();
  await expect.poll(count, soon).toBe(2);
  await listening.stop();
});
