import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { inDatabase } from "../support/published_events.ts";
import { staffOf } from "../support/staff_callers.ts";
import { patience, timed } from "../support/time_bounds.ts";
import { perFile } from "../support/per_file.ts";

const api = await perFile(startApi({ processes: 2 }));

const dateTime = "2038-03-01T10:00:00";

/** Makes an organization with a call that waits for its next event in the first process. */
async function openWait() {
  const tenant = await api.organization({ slotCapacity: 9 });
  const [since] = await inDatabase<{ at: string }>(api.databaseUrl, "select now()::text as at");
  const startedAt = performance.now();
  const waiting = tenant.get("/events?after=latest&wait=20");
  // A process looks for new positions only while somebody waits in it.
  const look = `select from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and query_start > '${since!.at}'
    and query like '%last_position%with ordinality%'`;
  await expect.poll(() => inDatabase(api.databaseUrl, look), { interval: 20 }).not.toEqual([]);
  return { tenant, waiting, elapsed: () => performance.now() - startedAt };
}

test("a waiting call gets an event that another process commits", timed, async () => {
  const { tenant, waiting, elapsed } = await openWait();
  const { departmentId } = tenant;
  // So much of its time the call only waits, whatever the machine does.
  const waitedMs = 700;
  await sleep(waitedMs);
  await tenant.post({ departmentId, dateTime, name: "Ada" }, { process: 1 });
  const bookedAt = performance.now();
  const { status, body, headers } = await waiting;
  const tookMs = elapsed();
  expect(performance.now() - bookedAt).toBeLessThan(patience(2000));
  expect(status).toBe(200);
  expect(body.events.map(({ type }: { type: string }) => type))
    .toEqual(["appointment.created", "slot.availability_changed"]);
  expect(headers.get("X-RateLimit-Remaining")).toMatch(/^\d+$/);
  const next = await tenant.get(`/events?after=${body.nextCursor}`);
  expect(next.body).toMatchObject({ events: [], isLast: true });
  // The time of waiting is no part of the response time.
  const logged = () =>
    inDatabase<{ response_time_ms: number }>(
      api.databaseUrl,
      `select response_time_ms from usage_entries
       where organization_id = ${tenant.organizationId} and endpoint = '/api/v1/events' order by id`,
    );
  await expect.poll(logged).toHaveLength(2);
  expect((await logged())[0]!.response_time_ms).toBeLessThanOrEqual(Math.ceil(tookMs) - waitedMs);
});

test("a key that is revoked during the wait gets no events", async () => {
  const { tenant, waiting } = await openWait();
  const { organizationId, departmentId } = tenant;
  const { application } = api.seeding;
  const admin = staffOf(organizationId, { role: "ADMIN" });
  for (const { id } of await application.staff.listApiKeys(admin)) {
    await application.staff.revokeApiKey(admin, { id });
  }
  await application.staff.createAppointment(admin, { departmentId, dateTime, name: "Ada" });
  const { status, body } = await waiting;
  expect([status, body.error.code]).toEqual([401, "INVALID_API_KEY"]);
});

test("thirty calls of one key all wait, and all get the next event", async () => {
  const tenant = await api.organization({ slotCapacity: 9 });
  const { departmentId } = tenant;
  const { body: { nextCursor } } = await tenant.get("/events?after=latest");
  const answered: number[] = [];
  const waiting = Array.from({ length: 30 }, async () => {
    const { status, body } = await tenant.get(`/events?after=${nextCursor}&wait=20`);
    answered.push(status);
    return body.events.length;
  });
  await sleep(1000);
  expect(answered).toEqual([]);
  await tenant.post({ departmentId, dateTime, name: "Ada" }, { process: 1 });
  expect(await Promise.all(waiting)).toEqual(Array(30).fill(2));
});

test("callers that have gone away leave their places to others", async () => {
  const tenant = await api.organization();
  const leaving = new AbortController();
  const wait = (seconds: number, signal?: AbortSignal) =>
    fetch(`${api.services[0]!.url}/api/v1/events?after=latest&wait=${seconds}`, {
      headers: { "X-API-Key": tenant.key },
      ...(signal && { signal }),
    });
  // The call that looks whether all places are taken may take one of them for a second.
  const waitForPlace = async (): Promise<string> => {
    const response = await wait(20, leaving.signal).catch(() => undefined);
    if (!response) return "gone";
    if (response.status !== 429) return "answered";
    await sleep(100);
    return waitForPlace();
  };
  const waiting = Array.from({ length: 100 }, waitForPlace);
  await expect.poll(async () => (await wait(1)).status).toBe(429);
  leaving.abort();
  expect(await Promise.all(waiting)).toEqual(Array(100).fill("gone"));
  await expect.poll(async () => (await wait(1)).status).toBe(200);
});

test("a service that stops answers its waiting calls and does not break them off", async () => {
  const { waiting } = await openWait();
  const stopping = api.services[0]!.stop();
  const { status, body, headers } = await waiting;
  expect([status, body.isLast, headers.get("Retry-After")]).toEqual([200, true, "1"]);
  await stopping;
  await api.startAgain();
});
