import { expect, test } from "vitest";
import { createJumpCheck } from "../../../gateway/persistence/booking/keep_reminders.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { reminderWalk } from "../../support/reminder_walk.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

/** A department that reminds one day and two hours before. The time is noon UTC of 1 May 2040, 14:00 in Berlin. */
async function openOffice({ minutes = [1440, 120], timeZone = "Europe/Berlin" } = {}) {
  await using opened = new AsyncDisposableStack();
  const url = await freshDatabase();
  const service = opened.use(await openService(url));
  const { application } = service;
  const { staff } = application;
  service.setNow("2040-05-01T12:00:00Z");
  const seeded = await seedOrganization(service, {
    timeZone,
    credits: 100_000,
    slotInterval: 30,
    slotCapacity: 500,
  });
  const caller = staffOf(seeded.organizationId, { role: "ADMIN", timeZone });
  const { departmentId } = seeded;
  await staff.changeQueueRules(caller, { id: departmentId, reminderMinutes: minutes });
  const everything = opened.move();
  return {
    url,
    service,
    staff,
    caller,
    seeded,
    book: async (dateTime: string, environment = "LIVE") => {
      const fields = { departmentId, dateTime, name: "Ada", environment };
      return (await staff.createAppointment(caller, fields)).id;
    },
    /** Makes a pass at a time. Returns the reminders in the feed since the last call, as `id minutesBefore`. */
    remindAt: async (now: string) => {
      service.setNow(now);
      await service.persistence.remind();
      return await remindersOf(url);
    },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const read = new Map<string, number>();

async function remindersOf(url: string): Promise<string[]> {
  const rows = await inDatabase<{ bodies: string }>(
    url,
    "select bodies from feed_entries order by created_at, environment, position",
  );
  const events = rows.flatMap(({ bodies }) => bodies.split("\n")).map((one) => JSON.parse(one))
    .filter(({ type }) => type === "appointment.reminder_due")
    .map(({ data: { object } }) => `${object.id} ${object.minutesBefore}`);
  const before = read.get(url) ?? 0;
  read.set(url, events.length);
  return events.slice(before);
}

test("a reminder comes at each of its times, once, in both environments", async () => {
  await using office = await openOffice();
  const id = await office.book("2040-05-03T10:00");
  const trial = await office.book("2040-05-03T10:00", "TEST");
  expect(await office.remindAt("2040-05-02T07:59:00Z")).toEqual([]);
  expect((await office.remindAt("2040-05-02T08:00:10Z")).toSorted())
    .toEqual([`${id} 1440`, `${trial} 1440`].toSorted());
  expect(await office.remindAt("2040-05-02T08:00:40Z")).toEqual([]);
  expect((await office.remindAt("2040-05-03T06:00:30Z")).toSorted())
    .toEqual([`${id} 120`, `${trial} 120`].toSorted());
  expect(await office.remindAt("2040-05-03T07:00:00Z")).toEqual([]);
});

test("an erasure replaces the name in the reminders of the feed, and in no other one", async () => {
  await using office = await openOffice();
  const id = await office.book("2040-05-03T10:00");
  const other = await office.book("2040-05-03T10:00");
  await office.remindAt("2040-05-02T08:00:10Z");
  await office.remindAt("2040-05-03T06:00:30Z");
  await office.staff.eraseAppointment(office.caller, { id, archive: true });
  const rows = await inDatabase<{ bodies: string }>(office.url, "select bodies from feed_entries");
  const names = rows.flatMap(({ bodies }) => bodies.split("\n")).map((one) => JSON.parse(one))
    .filter(({ type }) => type === "appointment.reminder_due")
    .map(({ data: { object } }) => `${object.id} ${object.name}`);
  expect(names.toSorted())
    .toEqual([`${id} Erased`, `${id} Erased`, `${other} Ada`, `${other} Ada`].toSorted());
});

test("a webhook that subscribes gets it, with the appointment", async () => {
  await using office = await openOffice({ minutes: [120] });
  const input = { url: "https://receiver.example/", events: ["APPOINTMENT_REMINDER_DUE"] };
  await office.staff.createWebhook(office.caller, input);
  const id = await office.book("2040-05-03T10:00");
  await office.remindAt("2040-05-03T06:00:30Z");
  const [attempt] = await inDatabase<{ body: string }>(
    office.url,
    "select e.body from webhook_attempts a join webhook_events e on e.id = a.event_id",
  );
  expect(JSON.parse(attempt!.body)).toMatchObject({
    type: "appointment.reminder_due",
    data: { object: { id, name: "Ada", status: "SCHEDULED", minutesBefore: 120 } },
  });
});

test("what is cancelled, archived or settled has none; what is moved later has another one, what is moved earlier none", async () => {
  await using office = await openOffice({ minutes: [120] });
  const { staff, caller } = office;
  const ids = [];
  for (let i = 0; i < 5; i += 1) ids.push(await office.book("2040-05-03T10:00"));
  const [cancelled, archived, later, earlier, stays] = ids as [
    number,
    number,
    number,
    number,
    number,
  ];
  await staff.cancelAppointment(caller, { id: cancelled });
  await staff.archiveAppointment(caller, { id: archived });
  await staff.rescheduleAppointment(caller, { id: earlier, dateTime: "2040-05-04T10:00" });
  expect(await office.remindAt("2040-05-03T06:00:30Z")).toEqual([`${later} 120`, `${stays} 120`]);
  await staff.rescheduleAppointment(caller, { id: later, dateTime: "2040-05-03T16:00" });
  // Its reminder would have been due at 07:00 UTC, more than a minute ago.
  await office.remindAt("2040-05-03T07:05:00Z");
  await staff.rescheduleAppointment(caller, { id: earlier, dateTime: "2040-05-03T11:00" });
  expect(await office.remindAt("2040-05-03T07:05:30Z")).toEqual([]);
  expect(await office.remindAt("2040-05-03T12:00:10Z")).toEqual([`${later} 120`]);
});

test("what was booked after its reminder was due has none, and after an outage only what has not begun", async () => {
  await using office = await openOffice({ minutes: [120] });
  const missed = await office.book("2040-05-03T10:00");
  const ahead = await office.book("2040-05-03T11:30");
  office.service.setNow("2040-05-03T08:30:00Z");
  const late = await office.book("2040-05-03T11:30");
  // The service was away from before 10:00 in Berlin until 10:40.
  expect(await office.remindAt("2040-05-03T08:40:00Z")).toEqual([`${ahead} 120`]);
  expect([missed, late]).toHaveLength(2);
});

test("what fell due while the organization was closed comes after the reopening, once", async () => {
  await using office = await openOffice({ minutes: [1440] });
  const { service: { application }, staff, caller, seeded: { organizationId } } = office;
  const late = await office.book("2040-05-03T10:00");
  const earlier = await office.book("2040-05-06T10:00");
  const afterwards = await office.book("2040-05-06T10:00", "TEST");
  await office.remindAt("2040-05-02T05:00:00Z");
  // Its reminder would have been due at 04:30 UTC.
  await staff.rescheduleAppointment(caller, { id: earlier, dateTime: "2040-05-03T06:30" });
  await application.closeOrganization(organizationId);
  expect(await office.remindAt("2040-05-02T08:30:00Z")).toEqual([]);
  for (let times = 0; times < 2; times += 1) {
    await application.reopenOrganization(organizationId);
    // The database's clock is not that of this test.
    await inDatabase(
      office.url,
      `update reminder_marks set reopened_at = '2040-05-02T09:00:00Z'
       where reopened_at > clock_timestamp() - interval '1 minute'`,
    );
    // Before a pass, a second closing changes nothing.
    if (times === 0) await application.closeOrganization(organizationId);
  }
  expect(await office.remindAt("2040-05-02T09:00:20Z")).toEqual([`${late} 1440`]);
  expect(await office.remindAt("2040-05-02T09:01:20Z")).toEqual([]);
  // A pass after the reopening was complete, so the passes before it count again.
  await staff.rescheduleAppointment(caller, {
    id: afterwards,
    environment: "TEST",
    dateTime: "2040-05-03T10:00",
  });
  expect(await office.remindAt("2040-05-02T09:01:40Z")).toEqual([]);
});

test("the clocks change: each reminder comes once, by the instant", async () => {
  await using office = await openOffice({ minutes: [60] });
  // 03:00 becomes 02:00 on 28 October 2040 (01:00 UTC), and 02:00 becomes 03:00 on 31 March 2041 (01:00 UTC).
  office.service.setNow("2040-10-20T00:00:00Z");
  const autumn: number[] = [];
  for (const time of ["01:30", "02:00", "02:30", "03:00", "03:30"]) {
    autumn.push(await office.book(`2040-10-28T${time}`));
  }
  const seen: string[] = [];
  for (let minute = 0; minute < 300; minute += 5) {
    const at = Temporal.Instant.from("2040-10-27T22:00:20Z").add({ minutes: minute });
    for (const one of await office.remindAt(at.toString())) {
      seen.push(`${at.toString().slice(11, 16)} ${one}`);
    }
  }
  // 02:00 and 02:30 occur twice; the first ones count, at 00:00 and 00:30 UTC.
  expect(seen).toEqual(
    ["22:30", "23:00", "23:30", "01:00", "01:30"].map((at, i) => `${at} ${autumn[i]} 60`),
  );
  office.service.setNow("2041-03-20T00:00:00Z");
  const spring: number[] = [];
  for (const time of ["01:30", "03:00", "03:30"]) {
    spring.push(await office.book(`2041-03-31T${time}`));
  }
  seen.length = 0;
  for (let minute = 0; minute < 240; minute += 5) {
    const at = Temporal.Instant.from("2041-03-30T22:00:20Z").add({ minutes: minute });
    for (const one of await office.remindAt(at.toString())) {
      seen.push(`${at.toString().slice(11, 16)} ${one}`);
    }
  }
  expect(seen).toEqual(["23:30", "00:00", "00:30"].map((at, i) => `${at} ${spring[i]} 60`));
});

test("a new time before begins when it is set; the others go on", async () => {
  await using office = await openOffice({ minutes: [120] });
  const id = await office.book("2040-05-03T10:00");
  const other = await office.book("2040-05-06T10:00");
  const { organizationId: organization } = office.seeded;
  await office.remindAt("2040-05-03T05:59:00Z");
  const rules = { id: office.seeded.departmentId };
  await office.staff.changeQueueRules(office.caller, { ...rules, reminderMinutes: [120, 2880] });
  const marks = () =>
    inDatabase<{ minutes: number; age: number }>(
      office.url,
      `select minutes_before as minutes, extract(epoch from clock_timestamp() - due_until)::int as age
       from reminder_marks where organization_id = ${organization} and environment = 'LIVE' order by 1`,
    );
  const [, added] = await marks();
  expect(added).toEqual({ minutes: 2880, age: expect.toSatisfy((age) => age >= 0 && age < 60) });
  // The database's clock is not that of this test: the mark is moved to the time of the change.
  await inDatabase(
    office.url,
    "update reminder_marks set due_until = '2040-05-03T05:59:00Z' where minutes_before = 2880",
  );
  expect(await office.remindAt("2040-05-03T06:00:10Z")).toEqual([`${id} 120`]);
  expect(await office.remindAt("2040-05-04T08:00:10Z")).toEqual([`${other} 2880`]);
  await office.staff.changeQueueRules(office.caller, { ...rules, reminderMinutes: [] });
  expect(await marks()).toEqual([]);
  expect(await office.remindAt("2040-05-06T06:00:10Z")).toEqual([]);
});

test("an organization that changes its zone is reminded by the new one", async () => {
  await using office = await openOffice({ minutes: [120] });
  const id = await office.book("2040-05-03T10:00");
  expect(await office.remindAt("2040-05-03T06:00:10Z")).toEqual([`${id} 120`]);
  // 10:00 in London is an hour later than 10:00 in Berlin, so it is due again.
  const owner = staffOf(office.seeded.organizationId, { role: "OWNER" });
  await office.staff.updateOrganization(owner, { timeZone: "Europe/London" });
  expect(await office.remindAt("2040-05-03T06:30:00Z")).toEqual([]);
  expect(await office.remindAt("2040-05-03T07:00:10Z")).toEqual([`${id} 120`]);
});

test("450 reminders of one time come in transactions of 200, each once, also by two processes at once", async () => {
  await using office = await openOffice({ minutes: [120] });
  const ids = await Promise.all(Array.from({ length: 450 }, () => office.book("2040-05-03T10:00")));
  await using second = await openService(office.url);
  for (const now of ["2040-05-03T06:00:10Z", "2040-05-03T06:00:40Z"]) {
    office.service.setNow(now);
    second.setNow(now);
    await Promise.all([office.service.persistence.remind(), second.persistence.remind()]);
  }
  const rows = await inDatabase<{ events: number }>(
    office.url,
    "select events from feed_entries where bodies like '%reminder_due%' order by position",
  );
  expect(rows.map(({ events }) => events)).toEqual([200, 200, 50]);
  expect((await remindersOf(office.url)).toSorted()).toEqual(
    ids.map((id) => `${id} 120`).toSorted(),
  );
});

test("a process whose clock is wrong reminds nobody", async () => {
  await using office = await openOffice({ minutes: [120] });
  await office.book("2040-05-03T10:00");
  await using wrong = await openService(office.url, { databaseNow: "2040-05-03T04:00:00Z" });
  wrong.setNow("2040-05-03T06:30:00Z");
  await expect(wrong.persistence.remind()).rejects.toThrow("the clocks differ by 9000 s");
  expect(await remindersOf(office.url)).toEqual([]);
});

test("after a jump forward the clock is trusted again in 10 minutes, or when it is set back", () => {
  const isSteady = createJumpCheck();
  const day = 86_400_000;
  expect([isSteady(0, 0), isSteady(20_000, 20_000), isSteady(day, 40_000)]).toEqual([
    true,
    true,
    false,
  ]);
  expect([isSteady(day + 20_000, 60_000), isSteady(80_000, 80_000)]).toEqual([false, true]);
  expect(isSteady(day, 100_000)).toBe(false);
  expect([isSteady(day + 599_000, 699_000), isSteady(day + 601_000, 701_000)]).toEqual([
    false,
    true,
  ]);
});

test("a random office agrees with the model: each reminder exactly once, or rightly never", async () => {
  const { reminders } = await reminderWalk({ seed: 1, steps: 40, kills: 1 });
  expect(reminders).toBeGreaterThan(3);
});
