import { describe, expect, test } from "vitest";
import type { EventName } from "../../../core/mod.ts";
import { Gates } from "../../../gateway/persistence/booking/gates.ts";
import { openDatabase } from "../../../gateway/persistence/database/database.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { publishSlotChanges } from "../../../gateway/persistence/departments/publish_slot_changes.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { addWebhook, inDatabase, publishedEvents } from "../../support/published_events.ts";
import { unaudited } from "../../support/unaudited.ts";

const noon = "2026-11-30T12:00:00Z";

/** A department of capacity 3 with a webhook for slots of LIVE, at noon of 30 November 2026. */
async function openDesk(
  { webhook = {}, ...settings }: { webhook?: Parameters<typeof addWebhook>[2] | null } & {
    [setting: string]: unknown;
  } = {},
) {
  const url = await freshDatabase();
  const stack = new AsyncDisposableStack();
  const service = stack.use(await openService(url));
  service.setNow(noon);
  const { pool } = openDatabase(new Connections(url), 4);
  stack.defer(() => pool.end());
  const gates = new Gates(pool);
  const seeded = await seedOrganization(service, { slotCapacity: 3, ...settings });
  const { organizationId, departmentId } = seeded;
  const events: EventName[] = ["SLOT_AVAILABILITY_CHANGED"];
  const webhookId = webhook &&
    await addWebhook(service, organizationId, { events, ...webhook });
  const { application } = service;
  return {
    url,
    service,
    application,
    seeded,
    webhookId,
    /** Books at times of 1 December 2026. Deletes the events of these bookings. */
    async book(times: string[], more: object = {}) {
      const made = [];
      for (const time of times) {
        const dateTime = time.includes("T") ? time : `2026-12-01T${time}`;
        const request = { departmentId, dateTime, name: "Ada", ...more };
        made.push(await application.staff.createAppointment(staffOf(organizationId), request));
      }
      await inDatabase(url, "truncate webhook_events, webhook_attempts");
      return made.map(({ id }) => id);
    },
    set: (change: Parameters<typeof application.updateDepartment>[1]) =>
      application.updateDepartment(departmentId, change),
    publish: (
      { at = noon, onEvents = () => {}, ...options }:
        & Parameters<typeof publishSlotChanges>[1]
        & { at?: string; onEvents?: () => void } = {},
    ) =>
      publishSlotChanges({ pool, gates, now: () => Temporal.Instant.from(at), onEvents }, options),
    /** Returns the jobs for LIVE. */
    jobs: () =>
      inDatabase(url, "select * from slot_change_jobs where environment = 'LIVE' order by id"),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const slots = async (url: string) =>
  (await publishedEvents(url)).map(({ slotTime, remainingSlots, environment }) =>
    `${environment} ${slotTime} ${remainingSlots}`
  );

describe("a job is kept", () => {
  test("for each environment, also without a webhook", async () => {
    await using desk = await openDesk({ webhook: null });
    await desk.set({ slotCapacity: 5 });
    expect(await inDatabase(desk.url, "select environment from slot_change_jobs order by 1"))
      .toEqual([{ environment: "LIVE" }, { environment: "TEST" }]);
  });

  test("with the previous settings, only if the change can change slots", async () => {
    await using desk = await openDesk();
    await desk.set({ name: "Other", address: "There", slotCapacity: 3, openingHours: null });
    expect(await desk.jobs()).toEqual([]);
    const openingHours = { monday: [{ opens: "09:00", closes: "10:00" }] };
    await desk.set({ slotCapacity: 5, openingHours });
    await desk.set({ openingHours: null, closures: [] });
    expect(await desk.jobs()).toMatchObject([
      { settings_before: { slotCapacity: 3, openingHours: null }, published_until: null },
      { settings_before: { slotCapacity: 5, openingHours, closures: [] } },
    ]);
  });

  test("in the transaction that changes the settings", async () => {
    await using desk = await openDesk();
    await inDatabase(
      desk.url,
      `create function refuse() returns trigger language plpgsql as
         $$ begin raise exception 'refused at the commit'; end $$;
       create constraint trigger refuse after update on departments
         deferrable initially deferred for each row execute function refuse()`,
    );
    await expect(desk.set({ slotCapacity: 5 })).rejects.toThrow("refused at the commit");
    expect(await desk.jobs()).toEqual([]);
    await inDatabase(desk.url, "drop function refuse cascade");
    await desk.set({ slotCapacity: 5 });
    const [same] = await inDatabase(
      desk.url,
      "select d.xmin = j.xmin as same from departments d, slot_change_jobs j",
    );
    expect(same).toEqual({ same: true });
  });
});

describe("the job publishes", () => {
  test("the slots of an absence, also if the capacity changes before the job runs", async () => {
    await using desk = await openDesk({ showAdminsInBooking: true });
    const { application, seeded, url } = desk;
    const caller = staffOf(seeded.organizationId);
    const { departmentId } = seeded;
    const [id, workerId] = await Promise.all(
      ["Grace", "Alan"].map(async (name) =>
        (await application.createWorker(departmentId, { name })).id
      ),
    );
    await desk.book(["10:00", "14:00"], { workerId });
    const morning = { from: "2026-12-01", to: "2026-12-01", starts: "09:00", ends: "12:00" };
    await application.staff.addAbsence(caller, { id, ...morning });
    await application.updateWorker(id!, { name: "Grace H." });
    await desk.set({ slotCapacity: 1 });
    expect(await desk.jobs()).toMatchObject([
      { workers_before: [{ id, absences: [] }, { id: workerId, absences: [] }] },
      { settings_before: { slotCapacity: 3 } },
    ]);
    await desk.publish();
    // The first job compares with the time before both changes, the second one with the time between them.
    expect(await slots(url)).toEqual([
      "LIVE 2026-12-01T10:00:00 0",
      "LIVE 2026-12-01T14:00:00 0",
      "LIVE 2026-12-01T14:00:00 0",
    ]);
  });

  test("each future slot with appointments whose availability changed, once", async () => {
    await using desk = await openDesk();
    await desk.book(["10:00", "10:07", "14:00"]);
    await desk.book(["2026-11-30T11:59", "2026-11-30T12:10", "2026-11-29T10:00"]);
    const [cancelled, archived, completed] = await desk.book(["16:00", "17:00", "18:00"]);
    const { application, seeded, service, url } = desk;
    const caller = staffOf(seeded.organizationId);
    await application.staff.cancelAppointment(caller, { id: cancelled });
    await application.archiveAppointment(seeded, archived!);
    await application.staff.completeAppointment(caller, { id: completed, overrideReason: "Early" });
    await desk.book(["2026-12-03T23:59"]);
    const closures = [{ from: "2026-12-03", to: "2026-12-03", reason: "Flood" }];
    await desk.set({ slotCapacity: 2, closures });
    // 12:10 of today lies in a slot that has not begun after noon, but at it.
    expect(await service.persistence.publishSlotChanges()).toBe(5);
    const slot = {
      type: "slot.availability_changed",
      environment: "LIVE",
      webhookIds: [desk.webhookId],
      departmentId: seeded.departmentId,
      available: true,
      unavailabilityReason: null,
    };
    expect(await publishedEvents(url)).toEqual([
      { ...slot, slotTime: "2026-11-30T12:00:00", remainingSlots: 1 },
      {
        ...slot,
        slotTime: "2026-12-01T10:00:00",
        remainingSlots: 0,
        available: false,
        unavailabilityReason: "Slot is full (2/2 booked)",
      },
      { ...slot, slotTime: "2026-12-01T14:00:00", remainingSlots: 1 },
      { ...slot, slotTime: "2026-12-01T18:00:00", remainingSlots: 1 },
      {
        ...slot,
        slotTime: "2026-12-03T23:30:00",
        remainingSlots: 0,
        available: false,
        unavailabilityReason: "Closed on 2026-12-03: Flood",
      },
    ]);
    expect(await desk.jobs()).toEqual([]);
    expect(await service.persistence.publishSlotChanges()).toBe(0);
  });

  test("by the organization's clock, without the slot that has begun", async () => {
    await using desk = await openDesk({ timeZone: "Pacific/Auckland" });
    // Five past noon UTC is 01:05 of 1 December there.
    await desk.book(["00:30", "00:59:59", "01:00", "01:10", "01:30"]);
    await desk.set({ slotCapacity: 9 });
    await desk.publish({ at: "2026-11-30T12:05:00Z" });
    expect(await slots(desk.url)).toEqual(["LIVE 2026-12-01T01:30:00 8"]);
  });

  test("the slots of a new grid", async () => {
    await using desk = await openDesk({ slotInterval: 60 });
    await desk.book(["10:10", "10:40", "11:40"]);
    await desk.set({ slotInterval: 30 });
    await desk.publish();
    expect(await slots(desk.url)).toEqual([
      "LIVE 2026-12-01T10:00:00 2",
      "LIVE 2026-12-01T10:30:00 2",
    ]);
  });

  test("each environment separately, TEST only to webhooks that include it", async () => {
    await using desk = await openDesk();
    const { service, seeded, url } = desk;
    const inTest = await addWebhook(service, seeded.organizationId, { includeTest: true });
    await desk.book(["10:00"]);
    await desk.book(["10:00", "10:00", "11:00"], { environment: "TEST" });
    await desk.set({ slotCapacity: 4 });
    await desk.publish();
    expect((await publishedEvents(url)).map((event) => [
      event.environment,
      event["slotTime"],
      event["remainingSlots"],
      event.webhookIds,
    ])).toEqual([
      ["LIVE", "2026-12-01T10:00:00", 3, [desk.webhookId, inTest]],
      ["TEST", "2026-12-01T10:00:00", 2, [inTest]],
      ["TEST", "2026-12-01T11:00:00", 3, [inTest]],
    ]);
  });

  test("nothing if the settings are the previous ones again", async () => {
    await using desk = await openDesk();
    await desk.book(["10:00"]);
    await desk.set({ slotInterval: 60 });
    await desk.set({ slotInterval: 30 });
    expect(await desk.publish()).toBe(0);
    expect(await desk.jobs()).toEqual([]);
  });

  test("nothing to a deleted webhook", async () => {
    await using desk = await openDesk();
    await desk.book(["10:00"]);
    await desk.set({ slotCapacity: 9 });
    const { organizationId } = desk.seeded;
    const at = Temporal.Instant.from(noon);
    await desk.service.persistence.webhooks.delete(
      { organizationId, id: desk.webhookId! },
      at,
      unaudited,
    );
    expect(await desk.publish()).toBe(1);
    expect(await publishedEvents(desk.url)).toEqual([]);
    expect(await desk.jobs()).toEqual([]);
  });
});

describe("in chunks", () => {
  const times = ["10:00", "10:30", "11:00", "11:30", "12:00", "12:30", "13:00"];
  const all = times.map((time) => `LIVE 2026-12-01T${time}:00 8`);

  test("every slot is published once, also one with more times than a chunk", async () => {
    await using desk = await openDesk({ slotCapacity: 50 });
    const crowd = Array.from({ length: 9 }, (_, i) => `11:00:0${i}`);
    await desk.book([...times, ...crowd]);
    await desk.set({ slotCapacity: 51 });
    let chunks = 0;
    expect(await desk.publish({ slotsInChunk: 2, onEvents: () => chunks += 1 })).toBe(7);
    expect(chunks).toBeGreaterThan(3);
    expect(await slots(desk.url)).toEqual(
      times.map((time) => `LIVE 2026-12-01T${time}:00 ${time === "11:00" ? 41 : 50}`),
    );
    expect(await desk.jobs()).toEqual([]);
  });

  test("a worker killed between chunks is resumed by another without duplicates", async () => {
    await using desk = await openDesk();
    await desk.book(times);
    await desk.set({ slotCapacity: 9 });
    const die = () => {
      throw new Error("killed");
    };
    for (const published of [2, 4]) {
      await expect(desk.publish({ slotsInChunk: 2, onEvents: die })).rejects.toThrow("killed");
      expect(await slots(desk.url)).toEqual(all.slice(0, published));
    }
    expect(await desk.publish({ slotsInChunk: 2 })).toBe(3);
    expect(await slots(desk.url)).toEqual(all);
  });

  test("a worker killed within a chunk has published nothing of that chunk", async () => {
    await using desk = await openDesk();
    await desk.book(times);
    await desk.set({ slotCapacity: 9 });
    await inDatabase(
      desk.url,
      `create function die() returns trigger language plpgsql as
         $$ begin raise exception 'killed' using errcode = '57P01'; end $$;
       create constraint trigger die after update on slot_change_jobs
         deferrable initially deferred for each row
         when (new.published_until > '2026-12-01 12:00') execute function die()`,
    );
    await expect(desk.publish({ slotsInChunk: 2 })).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(await slots(desk.url)).toEqual(all.slice(0, 4));
    await inDatabase(desk.url, "drop function die cascade");
    expect(await desk.publish({ slotsInChunk: 2 })).toBe(3);
    expect(await slots(desk.url)).toEqual(all);
  });

  test("settings that change between chunks apply to the rest, and their own job publishes the others", async () => {
    await using desk = await openDesk();
    await desk.book(times);
    await desk.set({ slotCapacity: 9 });
    const abort = new AbortController();
    await desk.publish({
      slotsInChunk: 3,
      signal: abort.signal,
      onEvents: () => abort.abort(),
    });
    expect(await slots(desk.url)).toEqual(all.slice(0, 3));
    await desk.set({ slotCapacity: 3 });
    await inDatabase(desk.url, "truncate webhook_events, webhook_attempts");
    await desk.publish();
    // For the first job the capacity is 3 again. For the second one it was 9 before.
    expect(await slots(desk.url)).toEqual(
      times.map((time) => `LIVE 2026-12-01T${time}:00 2`),
    );
  });

  test("simultaneous workers publish every slot once", async () => {
    await using desk = await openDesk({ webhook: { includeTest: true } });
    const { url, service, seeded } = desk;
    await desk.book(times);
    await desk.book(times, { environment: "TEST" });
    const other = await service.application.createDepartment(seeded.organizationId, {
      name: "Other",
      slotCapacity: 3,
    });
    await desk.book(times, { departmentId: other.id });
    await desk.set({ slotCapacity: 9 });
    await service.application.updateDepartment(other.id, { slotCapacity: 9 });
    const counts = await Promise.all(
      Array.from({ length: 6 }, () => desk.publish({ slotsInChunk: 1 })),
    );
    // Another worker publishes the rest.
    counts.push(await desk.publish());
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(21);
    const published = await slots(url);
    expect(published).toHaveLength(21);
    for (const slot of all) {
      expect(published.filter((one) => one === slot)).toHaveLength(2);
      expect(published.filter((one) => one === slot.replace("LIVE", "TEST"))).toHaveLength(1);
    }
    expect(await desk.jobs()).toEqual([]);
  });

  test("a job that fails does not stop the others", async () => {
    await using desk = await openDesk();
    const { url, service, seeded } = desk;
    await desk.book(times);
    const other = await service.application.createDepartment(seeded.organizationId, {
      name: "Other",
      slotCapacity: 3,
    });
    await desk.book(["10:00"], { departmentId: other.id });
    await desk.set({ slotCapacity: 9 });
    await service.application.updateDepartment(other.id, { slotCapacity: 9 });
    await inDatabase(url, "update slot_change_jobs set settings_before = '{}' where id = 1");
    await expect(desk.publish()).rejects.toBeInstanceOf(RangeError);
    expect(await slots(url)).toEqual([all[0]]);
    expect(await desk.jobs()).toHaveLength(1);
  });
});

test("a booking during the job succeeds and is published under the new settings", async () => {
  await using desk = await openDesk();
  const { application, seeded, url } = desk;
  await desk.book(["10:00", "11:00"]);
  await desk.set({ slotCapacity: 9 });
  let booking: Promise<unknown> | undefined;
  const { departmentId } = seeded;
  const request = { departmentId, dateTime: "2026-12-01T12:00", name: "Bob" };
  await desk.publish({
    slotsInChunk: 1,
    onEvents: () => booking ??= application.bookAppointment(seeded, request),
  });
  await booking;
  // The booking and the job may both publish the booked slot.
  expect(new Set(await slots(url))).toEqual(
    new Set(["10", "11", "12"].map((hour) => `LIVE 2026-12-01T${hour}:00:00 8`)),
  );
});
