import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createEventFeed } from "../../../gateway/persistence/webhooks/event_feed.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";

const dateTime = "2026-12-01T10:00:00";

async function openFeed(department: object = {}) {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  service.setNow("2026-11-20T08:00:00Z");
  const seeded = await seedOrganization(service, { slotCapacity: 1000, ...department });
  const { organizationId, departmentId } = seeded;
  const { application } = service;
  const reader = { ...seeded, lineageId: "a" };
  return {
    url,
    service,
    seeded,
    application,
    staff: application.staff,
    caller: staffOf(organizationId),
    book: (more: object = {}) =>
      application.bookAppointment(seeded, { departmentId, dateTime, name: "Ada", ...more }),
    read: async (input: object = {}) => await application.readEvents(reader, input),
    /** The types of all events of an environment, in the order of the feed. */
    types: async (environment: "LIVE" | "TEST" = "LIVE") =>
      (await application.readEvents({ ...reader, environment }, {})).events
        .map((body) => JSON.parse(body).type),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const [created, updated, cancelled, slot] = [
  "appointment.created",
  "appointment.updated",
  "appointment.cancelled",
  "slot.availability_changed",
];

describe("the feed has", () => {
  test("the events of every kind of change in order, without any webhook", async () => {
    await using feed = await openFeed();
    const { application, staff, caller, seeded } = feed;
    const { appointment: { id } } = await feed.book();
    await staff.rescheduleAppointment(caller, { id, dateTime: "2026-12-01T11:00:00" });
    await staff.cancelAppointment(caller, { id });
    await feed.book();
    await application.updateDepartment(seeded.departmentId, { slotCapacity: 7 });
    await feed.service.persistence.publishSlotChanges();
    expect(await feed.types()).toEqual([
      created,
      slot,
      updated,
      slot,
      slot,
      cancelled,
      slot,
      created,
      slot,
      slot,
    ]);
    expect(await feed.types("TEST")).toEqual([]);
  });

  test("the same bytes as the webhook's events, in the transaction of the booking", async () => {
    await using feed = await openFeed();
    await addWebhook(feed.service, feed.seeded.organizationId);
    await Promise.all(Array.from({ length: 20 }, (_, i) => feed.book({ name: `Zoë "${i}"\n€` })));
    const { events } = await feed.read();
    const sent = await inDatabase<{ body: string }>(feed.url, "select body from webhook_events");
    expect(events.toSorted()).toEqual(sent.map(({ body }) => body).toSorted());
    const [same] = await inDatabase<{ count: number }>(
      feed.url,
      `select count(distinct xmin::text)::int as count from (
         select xmin from feed_entries union all select xmin from appointments
       ) t`,
    );
    const [entries] = await inDatabase<{ count: number }>(
      feed.url,
      "select count(*)::int as count from feed_entries",
    );
    expect(same).toEqual(entries);
  });

  test("no data of an erased person, and the events of others unchanged", async () => {
    await using feed = await openFeed();
    const { appointment: { id } } = await feed.book({ name: "Grace Hopper" });
    await feed.book({ name: "Ada Lovelace" });
    await feed.staff.updateAppointment(feed.caller, { id, phone: "+49 30 5" });
    await feed.application.archiveAppointment(feed.seeded, id);
    const before = await feed.read();
    await feed.staff.eraseAppointment(feed.caller, { id });
    const after = await feed.read();
    expect(after.events.slice(0, before.events.length)).toEqual(before.events.map((body) => {
      const event = JSON.parse(body);
      if (event.data.object.id === id) {
        Object.assign(event.data.object, { name: "Erased", phone: "" });
      }
      return JSON.stringify(event);
    }));
    expect(JSON.stringify(after)).not.toMatch(/Grace|\+49 30 5/);
    expect(JSON.stringify(after)).toContain("Ada Lovelace");
  });
});

test("a reader gets each event once and in order while two processes write", async () => {
  await using feed = await openFeed();
  await using other = await openService(feed.url);
  other.setNow("2026-11-20T08:00:00Z");
  const { seeded, caller } = feed;
  const { departmentId } = seeded;
  let areWriting = true;
  const read: { id: string; type: string; appointmentId: number }[] = [];
  async function follow(): Promise<void> {
    for (let after: string | undefined;;) {
      const wasWriting = areWriting;
      const page = await feed.read({ limit: 7, ...(after !== undefined && { after }) });
      after = page.nextCursor;
      for (const body of page.events) {
        const { id, type, data } = JSON.parse(body);
        read.push({ id, type, appointmentId: data.object.id });
      }
      if (page.isLast && !wasWriting) return;
    }
  }
  const following = follow();
  const ids: number[] = [];
  await Promise.all(Array.from({ length: 8 }, async (_, writer) => {
    const { application } = writer % 2 === 0 ? feed : other;
    for (let i = 0; i < 25; i += 1) {
      const { appointment: { id } } = await application.bookAppointment(seeded, {
        departmentId,
        dateTime,
        name: `${writer} ${i}`,
      });
      ids.push(id);
      if (i % 5 === 0) await application.staff.cancelAppointment(caller, { id });
    }
  }));
  areWriting = false;
  await following;
  expect(new Set(read.map(({ id }) => id)).size).toBe(read.length);
  const of = (type: string) =>
    read.filter((one) => one.type === type).map(({ appointmentId }) => appointmentId);
  // Ids are drawn behind the lock of the balance, so their order is that of the commits.
  expect(of(created!)).toEqual(ids.toSorted((a, b) => a - b));
  expect(of(cancelled!)).toHaveLength(40);
  for (const id of of(cancelled!)) {
    const indexOf = (type: string) =>
      read.findIndex((one) => one.type === type && one.appointmentId === id);
    expect(indexOf(created!)).toBeLessThan(indexOf(cancelled!));
  }
});

test("a page ends between transactions or inside one", async () => {
  await using feed = await openFeed();
  await Promise.all(Array.from({ length: 30 }, () => feed.book()));
  const all = (await feed.read({ limit: 1000 })).events;
  for (const limit of [1, 2, 3, 31]) {
    const found: string[] = [];
    for (let after: string | undefined;;) {
      const page = await feed.read({ limit, ...(after !== undefined && { after }) });
      found.push(...page.events);
      after = page.nextCursor;
      if (page.isLast) break;
      expect(page.events).toHaveLength(limit);
    }
    expect(found).toEqual(all);
  }
});

test("the feed keeps its events for 30 days and drops them after 35", async () => {
  await using feed = await openFeed();
  const { service } = feed;
  await service.persistence.clean();
  await feed.book();
  service.setNow("2026-12-20T08:00:00Z");
  await service.persistence.clean();
  expect(await feed.types()).toEqual([created, slot]);
  // Partitions have months, so the one of November goes 35 days after its end.
  service.setNow("2027-01-06T08:00:00Z");
  await service.persistence.clean();
  expect(await feed.types()).toEqual([]);
  const { nextCursor: after } = await feed.read();
  await feed.book({ dateTime: "2027-02-01T10:00:00" });
  expect((await feed.read({ after })).events).toHaveLength(2);
});

describe("a wait", () => {
  async function openWaits() {
    const feed = await openFeed();
    const { pool } = openDatabase(new Connections(feed.url), 2);
    const eventFeed = createEventFeed(pool);
    const { organizationId } = feed.seeded;
    const reader = { organizationId, environment: "LIVE" as const, lineageId: "a" };
    const [row] = await inDatabase<{ position: number }>(
      feed.url,
      "select last_position::int as position from balances where environment = 'LIVE'",
    );
    return {
      ...feed,
      eventFeed,
      wait: (more: object = {}, of: object = {}) =>
        eventFeed.wait({ ...reader, ...of }, {
          position: row!.position + 1,
          maxMs: 60_000,
          ...more,
        }),
      pool,
      async [Symbol.asyncDispose]() {
        await eventFeed.stop();
        await pool.end();
        await feed[Symbol.asyncDispose]();
      },
    };
  }

  test("ends with the next transaction of its scope, and not with those of others", async () => {
    await using feed = await openWaits();
    const other = await seedOrganization(feed.service, { slotCapacity: 5 });
    let hasEnded = false;
    const waiting = feed.wait().finally(() => hasEnded = true);
    const { application } = feed;
    const fields = { dateTime, name: "Ada" };
    await application.bookAppointment(other, { ...fields, departmentId: other.departmentId });
    const inTest = { ...feed.seeded, environment: "TEST" as const };
    await application.bookAppointment(inTest, {
      ...fields,
      departmentId: feed.seeded.departmentId,
    });
    await sleep(500);
    expect(hasEnded).toBe(false);
    await feed.book();
    expect(await waiting).toBe("transaction");
  });

  test("holds no connection", async () => {
    await using feed = await openWaits();
    const waits = Array.from({ length: 10 }, () => feed.wait());
    await sleep(300);
    expect((await feed.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await feed.book();
    expect(await Promise.all(waits)).toEqual(Array(10).fill("transaction"));
  });

  test("of each of 90 readers of a key ends with the next transaction", async () => {
    await using feed = await openWaits();
    const waits = Array.from({ length: 90 }, () => feed.wait());
    await feed.book();
    expect(await Promise.all(waits)).toEqual(Array(90).fill("transaction"));
  });

  test("is refused to the 101st reader of a key, and not to those of other keys", async () => {
    await using feed = await openWaits();
    const waits = Array.from({ length: 100 }, () => feed.wait());
    expect(await feed.wait()).toBe("full");
    const ofOtherKey = feed.wait({}, { lineageId: "other" });
    await feed.eventFeed.stop();
    expect(await Promise.all([...waits, ofOtherKey])).toEqual(Array(101).fill("ended"));
    expect(await feed.wait()).toBe("ended");
  });

  test("ends when its caller goes away, and after its time", async () => {
    await using feed = await openWaits();
    const leaving = new AbortController();
    const waiting = feed.wait({ signal: leaving.signal });
    leaving.abort();
    expect(await waiting).toBe("ended");
    expect(await feed.wait({ maxMs: 50 })).toBe("silence");
  });

  test("ends when the database goes away", async () => {
    await using feed = await openWaits();
    const waiting = feed.wait();
    await sleep(50);
    feed.pool.query = (() => Promise.reject(new Error("away"))) as never;
    expect(await waiting).toBe("transaction");
  });
});
