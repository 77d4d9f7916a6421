import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { statementsOf } from "../../support/statements.ts";
import { clientPerFile, servicePerFile } from "../../support/per_file.ts";

const day = "2026-12-01";

// 2,000 appointments on a day, some of which take no place, and one on each side of it.
const url = await freshDatabase();
const service = await servicePerFile(url);
service.setNow("2026-11-20T08:00:00Z");
const timeZone = "America/New_York";
const seeded = await seedOrganization(service, { slotCapacity: 100, timeZone, slotOffset: 10 });
const id = seeded.departmentId;
const caller = staffOf(seeded.organizationId, { timeZone });
const client = await clientPerFile(url);
await client.query(
  `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
      slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code,
      created_at, archived_at)
    select $1, case when i % 20 = 1 then 'TEST' else 'LIVE' end, $2, at, date_trunc('day', at),
      1440, i + 1, 10000, case when i % 10 = 2 then 'CANCELLED' else 'SCHEDULED' end, 'n' || i, '',
      false, i::text, now(), case when i % 10 = 3 then now() end
    from generate_series(0, 2001) i, lateral (
      select case i when 2000 then timestamp '2026-11-30 23:59:59' when 2001 then '2026-12-02 00:00'
        else timestamp '2026-12-01' + i % 1440 * interval '1 minute' end
    ) as t (at)`,
  [seeded.organizationId, id],
);

test("a day of 2,000 appointments takes four statements, shows 1,000 and agrees with the availability", async () => {
  const { staff } = service.application;
  // The first call opens the connections.
  await staff.getDay(caller, { id, date: day });
  const statements = await statementsOf(() => staff.getDay(caller, { id, date: day }));
  expect(statements).toHaveLength(4);
  const { slots, appointments, totalAppointments } = await staff.getDay(caller, { id, date: day });
  const { rows: [counts] } = await client.query(
    `select count(*) filter (where archived_at is null)::int as listed,
       count(*) filter (where archived_at is null and status <> 'CANCELLED')::int as taking
     from appointments
     where environment = 'LIVE' and date_time::date = '${day}'`,
  );
  expect(appointments).toHaveLength(1000);
  expect(totalAppointments).toBe(counts.listed);
  expect(slots.reduce((sum, { booked }) => sum + booked, 0)).toBe(counts.taking);
  expect(slots).toHaveLength(49);
  for (const { slotTime, available, remainingSlots, unavailabilityReason } of slots) {
    expect(await staff.checkAvailability(caller, { id, dateTime: slotTime })).toEqual({
      slotTime,
      available,
      remainingSlots,
      unavailabilityReason,
    });
  }
  const order = appointments.map(({ dateTime, id }) => `${dateTime} ${String(id).padStart(9)}`);
  expect(order).toEqual(order.toSorted());
});

test("the desk's day takes three statements, or four above 5,000 appointments, and agrees with the days", async () => {
  const { staff } = service.application;
  const admin = { ...caller, role: "ADMIN" as const };
  const { id: otherId } = await staff.createDepartment(admin, { name: "Other" });
  await staff.createAppointment(caller, {
    departmentId: otherId,
    dateTime: `${day}T12:00`,
    name: "A",
  });
  // The first call opens the connections.
  const few = await staff.getDeskDay(caller, { date: day });
  expect(await statementsOf(() => staff.getDeskDay(caller, { date: day }))).toHaveLength(3);
  expect(few.appointments).toHaveLength(few.totalAppointments);
  for (const department of few.departments) {
    const single = await staff.getDay(caller, { id: department.id, date: day });
    expect(department.slots).toEqual(single.slots);
    expect(department.totalAppointments).toBe(single.totalAppointments);
  }
  await client.query(
    `insert into appointments (organization_id, environment, department_id, date_time, slot_start,
        slot_minutes, place, slot_capacity, status, name, phone, worker_is_exclusive, qr_code,
        created_at)
      select organization_id, 'LIVE', department_id, timestamp '2026-12-05 10:00', '2026-12-05', 1440,
        i, 10000, case when i % 10 = 2 then 'CANCELLED' else 'SCHEDULED' end, 'n', '', false,
        'many ' || i, now()
      from (select * from appointments where department_id = $1 limit 1) one, generate_series(1, 5001) i`,
    [id],
  );
  const date = "2026-12-05";
  expect(await statementsOf(() => staff.getDeskDay(caller, { date }))).toHaveLength(4);
  const many = await staff.getDeskDay(caller, { date });
  expect(many.appointments).toHaveLength(5000);
  expect(many.totalAppointments).toBe(5001);
  expect(many.departments[0]!.slots).toEqual((await staff.getDay(caller, { id, date })).slots);
});

test("a calendar takes five statements at most, and agrees with the range of the department", async () => {
  const { staff } = service.application;
  const admin = { ...caller, role: "ADMIN" as const };
  const { id: workerId } = await staff.createWorker(admin, { departmentId: id, name: "W" });
  const booking = { departmentId: id, dateTime: "2026-12-03T12:00", name: "A", workerId };
  const { id: booked } = await staff.createAppointment(caller, booking);
  const from = "2026-11-30";
  for (
    const [input, count] of [
      [{ from: day }, 4],
      [{ from, days: 7, departmentId: id }, 5],
      [{ from, days: 7, workerId }, 5],
    ] as const
  ) {
    expect(await statementsOf(() => staff.getCalendar(caller, input))).toHaveLength(count);
  }
  const week = await staff.getCalendar(caller, { from, days: 7, workerId });
  expect(week.appointments.map((one) => one.id)).toEqual([booked]);
  const range = await staff.listFreeSlots(caller, { id, from, to: "2026-12-06", allSlots: true });
  const stateOf = (
    { state, reason, remainingSlots }: typeof range.days[number]["slots"][number],
  ) => ({ state, reason, remainingSlots });
  expect(
    week.departments[0]!.days.map(({ slots }) =>
      slots!.map(({ state, reason, remainingSlots }) => ({ state, reason, remainingSlots }))
    ),
  ).toEqual(range.days.map(({ slots }) => slots.map(stateOf)));
});

test("a range takes three statements and agrees with its days", async () => {
  const { staff } = service.application;
  const asked = { id, from: "2026-11-30", to: "2026-12-02", environment: "TEST" };
  const statements = await statementsOf(() => staff.listFreeSlots(caller, asked));
  expect(statements).toHaveLength(3);
  const range = await staff.listFreeSlots(caller, asked);
  for (const { date, slots } of range.days) {
    const { slots: all } = await staff.getDay(caller, { id, date, environment: "TEST" });
    const free = all.filter(({ available }) => available);
    expect(slots.map(({ slotTime, remainingSlots }) => ({ slotTime, remainingSlots }))).toEqual(
      free.map(({ slotTime, remainingSlots }) => ({ slotTime, remainingSlots })),
    );
  }
  expect(range.days.map(({ slots }) => slots.length)).toEqual([49, 49, 49]);
});

test("both read the index of the department, also for 31 December 9999", async () => {
  const { staff } = service.application;
  const ofAppointments = (statements: string[]) =>
    statements.find((text) => text.includes("from appointments"));
  const ofDay = ofAppointments(
    await statementsOf(() => staff.getDay(caller, { id, date: day })),
  );
  const ofRange = ofAppointments(
    await statementsOf(() => staff.listFreeSlots(caller, { id, from: day, to: day })),
  );
  await client.query("analyze appointments; set enable_seqscan = off; set enable_bitmapscan = off");
  const times = [`${day}T00:00:00`, "2026-12-02T00:00:00"];
  for (const [text, more] of [[ofDay, [2001]], [ofRange, [30, 0, false]]] as const) {
    const values = [id, "LIVE", ...times, ...more, caller.organizationId];
    const { rows } = await client.query(`explain (costs off) ${text}`, values);
    expect(JSON.stringify(rows)).toContain("appointments_by_department");
  }
  for (const date of ["0001-01-01", "9999-12-31"]) {
    expect((await staff.getDay(caller, { id, date })).appointments).toEqual([]);
    expect((await staff.listFreeSlots(caller, { id, from: date, to: date })).days).toHaveLength(1);
  }
});
