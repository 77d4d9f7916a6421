import { Client } from "pg";
import { expect, test } from "vitest";
import {
  BookingSettingsCache,
  readSettings,
} from "../../../gateway/persistence/booking/booking_settings.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, type Seeded, seedOrganization } from "../../support/seeded.ts";
import { inDatabase } from "../../support/published_events.ts";

const bodyOf = ({ departmentId }: Seeded) => ({
  departmentId,
  dateTime: "2026-12-01T10:00:00",
  name: "Ada",
});

// Each change is made past the service, so that its process cannot know of it.
const changes: Record<string, { sql: string; refusal: object }> = {
  "a department is closed for booking": {
    sql: "update departments set is_active = false",
    refusal: { code: "DEPARTMENT_NOT_FOUND" },
  },
  "the capacity of slots is lowered": {
    sql: "update departments set slot_capacity = 1",
    refusal: { code: "VALIDATION_ERROR", faults: [{ field: "dateTime" }] },
  },
  "a department needs a worker": {
    sql: "update departments set show_admins_in_booking = true",
    refusal: { code: "VALIDATION_ERROR", faults: [{ field: "workerId" }] },
  },
};

test.each(Object.entries(changes))(
  "a process obeys a setting that another one has changed: %s",
  async (_, { sql, refusal }) => {
    const url = await freshDatabase();
    await using service = await openService(url);
    const seeded = await seedOrganization(service, { slotCapacity: 2 });
    service.setNow("2026-12-01T09:00:00Z");
    await service.application.bookAppointment(seeded, bodyOf(seeded));
    await inDatabase(url, sql);
    await expect(service.application.bookAppointment(seeded, bodyOf(seeded)))
      .rejects.toMatchObject(refusal);
  },
);

test("a process uses a time zone that another one has set", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 2 });
  service.setNow("2026-12-01T09:00:00Z");
  const createdAt = async () => {
    const { appointment } = await service.application.bookAppointment(seeded, bodyOf(seeded));
    return appointment.createdAt;
  };
  expect(await createdAt()).toBe("2026-12-01T09:00:00");
  await inDatabase(url, "update organizations set time_zone = 'Pacific/Kiritimati'");
  expect(await createdAt()).toBe("2026-12-01T23:00:00");
});

test("a process obeys changes of workers that another one has made", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 9, showAdminsInBooking: true });
  const book = (workerId: number) =>
    service.application.bookAppointment(seeded, { ...bodyOf(seeded), workerId });
  await expect(book(1)).rejects.toMatchObject({ faults: [{ field: "workerId" }] });
  await inDatabase(
    url,
    `insert into workers (organization_id, department_id, name, is_active, created_at)
      values (${seeded.organizationId}, ${seeded.departmentId}, 'W', true, now())`,
  );
  await book(1);
  await inDatabase(url, "update workers set is_active = false");
  await expect(book(1)).rejects.toMatchObject({ faults: [{ field: "workerId" }] });
});

test("a webhook that another process adds or switches off gets events from the next booking on", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 9 });
  const events = async () => {
    await service.application.bookAppointment(seeded, bodyOf(seeded));
    return (await inDatabase(url, "select id from webhook_events")).length;
  };
  expect(await events()).toBe(0);
  await inDatabase(
    url,
    `insert into webhooks (organization_id, url, events, is_active, include_test, sealed_secret,
        created_at, consecutive_failures)
      values (${seeded.organizationId}, 'https://example.com', '{APPOINTMENT_CREATED}', true, false,
        'x', now(), 0)`,
  );
  expect(await events()).toBe(1);
  await inDatabase(url, "update webhooks set is_active = false");
  expect(await events()).toBe(1);
});

const waitingForLocks = `select from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

test("a change of a department and a booking wait for each other", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 2 });
  const order: string[] = [];
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("begin; update departments set is_active = false");
  const booked = service.application.bookAppointment(seeded, bodyOf(seeded)).catch((error) => {
    order.push(error.code);
  });
  await expect.poll(() => inDatabase(url, waitingForLocks)).toHaveLength(1);
  await client.query("commit");
  await booked;
  expect(order).toEqual(["DEPARTMENT_NOT_FOUND"]);

  await client.query("begin; update balances set balance = balance");
  const changed = service.application
    .updateDepartment(seeded.departmentId, { isActive: true })
    .then(() => order.push("changed"));
  await expect.poll(() => inDatabase(url, waitingForLocks)).toHaveLength(1);
  expect(order).toHaveLength(1);
  await client.query("commit");
  await changed;
  await client.end();
});

test("settings in memory are bounded, and those of another tag are replaced", () => {
  const cache = new BookingSettingsCache();
  const settingsOf = (tag: string, departmentIds: number[]) => ({
    tag,
    timeZone: "UTC",
    subscriptions: [],
    departments: new Map(departmentIds.map((id) => [id, { id, closures: [{}] } as never])),
    workers: new Map(
      departmentIds.map((id) => [id, [{ departmentId: id, absences: [] } as never]]),
    ),
  });
  const scope = { organizationId: 1, environment: "LIVE" } as const;
  const find = (...departmentIds: number[]) => cache.find({ scope, departmentIds });
  cache.keep(scope, settingsOf("a", [1]));
  cache.keep(scope, settingsOf("a", [2]));
  expect(find(1, 2)?.workers.size).toBe(2);
  cache.keep(scope, settingsOf("b", [2]));
  expect(find(1)).toBeUndefined();
  expect(find(2)?.tag).toBe("b");
  const many = Array.from({ length: 17_000 }, (_, i) => i);
  cache.keep({ ...scope, organizationId: 2 }, settingsOf("c", many));
  expect(find(2)).toBeUndefined();
});

test("a requested department that does not exist leaves nothing in memory", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const seeded = await seedOrganization(service);
  const { pool } = openDatabase(new Connections(url), 1);
  const client = await pool.connect();
  const query = { scope: seeded, departmentIds: [seeded.departmentId, 999_999] };
  const [settings] = await readSettings(client, [query], ["a"]);
  client.release();
  await pool.end();
  expect([...settings!.departments.keys()]).toEqual([seeded.departmentId]);
  expect([...settings!.workers.keys()]).toEqual([seeded.departmentId]);
});
