import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { inDatabase } from "../../support/published_events.ts";

const dateTime = "2026-12-01T10:00:00";

/** Runs work against two services on one database, which share nothing but it. */
async function race(
  times: number,
  services: TestService[],
  work: (service: TestService, i: number) => Promise<unknown>,
): Promise<{ made: unknown[]; refused: Record<string, number> }> {
  const results = await Promise.allSettled(
    Array.from({ length: times }, (_, i) => work(services[i % services.length]!, i)),
  );
  const refused: Record<string, number> = {};
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    const { code, faults } = result.reason;
    const reason = code === "VALIDATION_ERROR" ? faults[0].field : code ?? String(result.reason);
    refused[reason] = (refused[reason] ?? 0) + 1;
  }
  return {
    made: results.filter((result) => result.status === "fulfilled").map(({ value }) => value),
    refused,
  };
}

test.each([1, 3, 10])(
  "500 concurrent bookings fill a slot of capacity %i exactly",
  async (slotCapacity) => {
    const url = await freshDatabase();
    await using one = await openService(url);
    await using two = await openService(url);
    const seeded = await seedOrganization(one, { slotCapacity });
    const { departmentId } = seeded;
    const { made, refused } = await race(
      500,
      [one, two],
      ({ application }, i) =>
        application.bookAppointment(seeded, { departmentId, dateTime, name: `${i}` }),
    );
    expect(made).toHaveLength(slotCapacity);
    expect(refused).toEqual({ dateTime: 500 - slotCapacity });
    expect(await checkLedger(url)).toMatchObject({ balance: 2000 - slotCapacity });
  },
);

test("500 concurrent bookings on 100 credits make exactly 100", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 1000, credits: 100 });
  const { departmentId } = seeded;
  const { made, refused } = await race(
    500,
    [one, two],
    ({ application }, i) =>
      application.bookAppointment(seeded, { departmentId, dateTime, name: `${i}` }),
  );
  expect(made).toHaveLength(100);
  expect(refused).toEqual({ INSUFFICIENT_CREDITS: 400 });
  expect(await one.application.getBalances(seeded.organizationId)).toEqual({ LIVE: 0, TEST: 100 });
  await checkLedger(url);
});

test("50 concurrent copies under one Idempotency-Key make one appointment", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 50 });
  const body = { departmentId: seeded.departmentId, dateTime, name: "A", "Idempotency-Key": "k" };
  const { made } = await race(
    50,
    [one, two],
    ({ application }) => application.bookAppointment(seeded, body),
  );
  const answers = made as Awaited<ReturnType<TestService["application"]["bookAppointment"]>>[];
  expect(answers).toHaveLength(50);
  expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  expect(new Set(answers.map(({ appointment }) => JSON.stringify(appointment))).size).toBe(1);
  expect(await checkLedger(url)).toMatchObject({ appointments: 1 });
});

test("of concurrent moves and bookings exactly as many succeed as the slot has places", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 100 });
  const { application } = one;
  const { id: otherId } = await application.createDepartment(seeded.organizationId, {
    name: "Other",
    slotCapacity: 5,
  });
  const book = { departmentId: seeded.departmentId, dateTime, name: "Ada" };
  const ids: number[] = [];
  for (let i = 0; i < 40; i += 1) {
    ids.push((await application.bookAppointment(seeded, book)).appointment.id);
  }
  const there = { dateTime, departmentId: otherId };
  const { made, refused } = await race(
    80,
    [one, two],
    (service, i) =>
      i % 4 < 2
        ? service.application.moveAppointment(seeded, {
          id: ids[2 * Math.floor(i / 4) + i % 4]!,
          ...there,
        })
        : service.application.bookAppointment(seeded, { ...book, departmentId: otherId }),
  );
  expect(made).toHaveLength(5);
  expect(refused).toEqual({ dateTime: 75 });
  const [{ moved } = { moved: -1 }] = await inDatabase<{ moved: number }>(
    url,
    `select count(*)::int as moved from appointments
     where department_id = ${otherId} and id <= ${Math.max(...ids)}`,
  );
  // A move costs nothing.
  expect(await checkLedger(url)).toMatchObject({ balance: 2000 - 40 - (5 - moved) });
});

test("of concurrent holds, bookings with them and other bookings, exactly the capacity is booked", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 10, slotInterval: 60 });
  const { departmentId } = seeded;
  const place = { departmentId, dateTime };
  const lineages = Array.from({ length: 12 }, () => randomUUID());
  const { made, refused } = await race(120, [one, two], async ({ application }, i) => {
    const booking = { ...place, name: `${i}` };
    if (i % 3 === 0) return await application.bookAppointment(seeded, booking);
    const caller = { ...seeded, apiKeyId: i % 12, lineageId: lineages[i % 12]! };
    const { hold } = await application.holdPlace(caller, place);
    if (i % 3 === 1) {
      return await application.bookAppointment(caller, { ...booking, holdId: hold.id });
    }
    await application.releaseHold(caller, hold.id);
    return null;
  });
  const booked = made.filter((one) => one !== null);
  expect(refused).toEqual({ dateTime: 120 - made.length });
  expect(booked.length).toBeLessThanOrEqual(10);
  const rows = await inDatabase<{ place: number }>(url, "select place from appointments");
  expect(rows).toHaveLength(booked.length);
  expect(new Set(rows.map((row) => row.place)).size).toBe(rows.length);
  expect(rows.every((row) => row.place >= 1 && row.place <= 10)).toBe(true);
  expect(await inDatabase(url, "select id from holds")).toEqual([]);
  expect(await checkLedger(url)).toMatchObject({ balance: 2000 - booked.length });
});

test("simultaneous bookings, cancellations and grants keep the ledger consistent", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 5, credits: 50 });
  const { organizationId, departmentId } = seeded;
  const { made, refused } = await race(300, [one, two], async ({ application }, i) => {
    if (i % 10 === 9) {
      return { granted: await application.grantCredits(organizationId, { amount: 3 }) };
    }
    const { appointment } = await application.bookAppointment(seeded, {
      departmentId,
      dateTime: `2026-12-01T${10 + i % 8}:00:00`,
      name: `${i}`,
    });
    if (i % 2 === 0) await application.archiveAppointment(seeded, appointment.id);
    return { id: appointment.id };
  });
  expect(made.length + Object.values(refused).reduce((a, b) => a + b, 0)).toBe(300);
  expect(Object.keys(refused).every((code) => ["dateTime", "INSUFFICIENT_CREDITS"].includes(code)))
    .toBe(true);
  const books = await checkLedger(url);
  expect(books.balance).toBe(100 + 30 * 3 - books.appointments);
});

test("an exclusive worker gets one of 100 concurrent bookings of a slot", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 10, showAdminsInBooking: true });
  const { departmentId } = seeded;
  const workers = await Promise.all(
    ["V", "W"].map((name) => one.application.createWorker(departmentId, { name })),
  );
  const { made, refused } = await race(100, [one, two], ({ application }, i) => {
    const workerId = workers[i % 4 < 2 ? 0 : 1]!.id;
    return application.bookAppointment(seeded, { departmentId, dateTime, name: `${i}`, workerId });
  });
  expect(made).toHaveLength(2);
  expect(refused).toEqual({ workerId: 98 });
});

test("LIVE and TEST fill the same slot independently", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  const seeded = await seedOrganization(one, { slotCapacity: 2 });
  const { departmentId } = seeded;
  const { made } = await race(40, [one], ({ application }, i) =>
    application.bookAppointment(
      { ...seeded, environment: i % 2 ? "LIVE" : "TEST" },
      { departmentId, dateTime, name: `${i}` },
    ));
  expect(made).toHaveLength(4);
  expect(await one.application.getBalances(seeded.organizationId)).toEqual({
    LIVE: 998,
    TEST: 998,
  });
});

test("two processes book in 30 organizations while departments change: exact, and without a deadlock", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const organizations = await Promise.all(
    Array.from({ length: 30 }, () => seedOrganization(one, { slotCapacity: 20, credits: 20 })),
  );
  const { made, refused } = await race(1000, [one, two], async ({ application }, i) => {
    const seeded = organizations[i * 7 % organizations.length]!;
    const { departmentId } = seeded;
    if (i % 20 === 0) {
      const address = `Main Street ${i}`;
      return await application.updateDepartment(departmentId, { address });
    }
    const environment = i % 3 === 0 ? "TEST" as const : "LIVE" as const;
    const body = { departmentId, dateTime, name: `${i}` };
    return await application.bookAppointment({ ...seeded, environment }, body);
  });
  expect(Object.keys(refused).toSorted()).toEqual(["INSUFFICIENT_CREDITS"]);
  expect(made.length + refused["INSUFFICIENT_CREDITS"]!).toBe(1000);
  const books = await checkLedger(url);
  expect(books.appointments).toBe(made.length - 50);
  const deadlocks = await inDatabase<{ deadlocks: string }>(
    url,
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  expect(deadlocks).toEqual([{ deadlocks: "0" }]);
});

test("no booking of a worker is accepted after an absence of the worker is saved", async () => {
  const url = await freshDatabase();
  await using one = await openService(url);
  await using two = await openService(url);
  const seeded = await seedOrganization(one, { showAdminsInBooking: true, slotInterval: 1 });
  const { departmentId } = seeded;
  const { staff } = one.application;
  const caller = staffOf(seeded.organizationId);
  const { id } = await staff.createWorker(caller, { departmentId, name: "Grace" });
  let isSaved = false;
  const late: string[] = [];
  const book = async (service: TestService, minute: number) => {
    const time = Temporal.PlainTime.from("00:00").add({ minutes: minute }).toString();
    const startedAfter = isSaved;
    const body = { departmentId, dateTime: `2026-12-01T${time}`, name: "A", workerId: id };
    await service.application.bookAppointment(seeded, body);
    if (startedAfter) late.push(time);
  };
  const bookings = Array.from({ length: 20 }, async (_, lane) => {
    let made = 0;
    for (let i = 0; i < 30; i += 1) {
      const isBooked = await book([one, two][lane % 2]!, lane * 30 + i).then(
        () => true,
        () => false,
      );
      if (isBooked) made += 1;
      // In the middle of the bookings.
      if (lane === 0 && i === 10) {
        await staff.addAbsence(caller, { id, from: "2026-12-01", to: "2026-12-01" });
        isSaved = true;
      }
    }
    return made;
  });
  const made = (await Promise.all(bookings)).reduce((sum, one) => sum + one, 0);
  expect(late).toEqual([]);
  expect(made).toBeGreaterThan(10);
  expect(made).toBeLessThan(600);
  const [row] = await inDatabase(url, "select count(*)::int as count from appointments");
  expect(row).toEqual({ count: made });
});
