import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const date = "2026-12-01";

async function openPerson() {
  const url = await freshDatabase();
  const service = await openService(url);
  service.setNow("2026-11-02T09:00:00Z");
  const { organizationId, departmentId } = await seedOrganization(service, {
    slotCapacity: 2,
    showAdminsInBooking: true,
  });
  const caller = staffOf(organizationId);
  const { staff } = service.application;
  const other = await staff.createDepartment(caller, {
    name: "Second",
    address: "",
    phoneNumber: "",
    slotInterval: 30,
    workingHours: "",
    showAdminsInBooking: true,
  });
  const first = await staff.createWorker(caller, { departmentId, name: "Ada" });
  const second = await staff.createWorker(caller, {
    departmentId: other.id,
    name: "Ada",
    sameAs: first.id,
  });
  return {
    url,
    staff,
    caller,
    first,
    second,
    set: (workerId: number) =>
      staff.setShifts(caller, {
        id: first.id,
        days: [{ date, shifts: [{ workerId, starts: "08:00", ends: "12:00" }] }],
      }),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test("two plans of one person at once leave one of them, in all departments", async () => {
  await using person = await openPerson();
  const { first, second, set, staff, caller } = person;
  for (let i = 0; i < 5; i += 1) {
    await Promise.all([first.id, second.id, first.id, second.id].map(set));
    const { days } = await staff.listShifts(caller, { id: second.id, from: date, to: date });
    expect(days).toMatchObject([{ date, shifts: [{ starts: "08:00" }] }]);
    const off = await inDatabase<{ id: number; times: string[] }>(
      person.url,
      `select id, array(select a ->> 'starts' from jsonb_array_elements(absences) a
         where a ->> 'from' <= '${date}' and '${date}' <= a ->> 'to') as times
       from workers where person_id is not null or id = ${first.id} order by id`,
    );
    const isOfFirst = days[0]!.shifts[0]!.workerId === first.id;
    const [working, free] = [["00:00", "12:00"], [null]];
    expect(off.map(({ times }) => times)).toEqual(isOfFirst ? [working, free] : [free, working]);
  }
});

test("a change of shifts publishes the slots of each department whose availability changes", async () => {
  await using person = await openPerson();
  await person.set(person.second.id);
  const jobs = await inDatabase(
    person.url,
    "select distinct department_id from slot_change_jobs where environment = 'LIVE'",
  );
  expect(jobs).toHaveLength(2);
});
