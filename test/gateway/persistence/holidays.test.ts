import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

/** Opens two processes with one organization of two departments, and moves its choice a year back. */
async function openOffice() {
  const url = await freshDatabase();
  const one = await openService(url);
  const two = await openService(url);
  const { organizationId } = await seedOrganization(one);
  await one.application.createDepartment(organizationId, { name: "Second" });
  const caller = staffOf(organizationId);
  const { staff } = one.application;
  return {
    url,
    one: one.application,
    two: two.application,
    staff,
    caller,
    closures: async () => (await staff.listDepartments(caller)).items.map((one) => one.closures),
    setUntil: (until: string) =>
      inDatabase(
        url,
        `update organizations set holidays = holidays || '{"until": "${until}"}' returning id`,
      ),
    async [Symbol.asyncDispose]() {
      await one[Symbol.asyncDispose]();
      await two[Symbol.asyncDispose]();
    },
  };
}

test("two processes enter the next holidays once, with the jobs for the events of their slots", async () => {
  await using office = await openOffice();
  const { one, two, staff, caller, closures, url, setUntil } = office;
  const { chosen } = await staff.closeOnHolidays(caller, { country: "NO", dates: [] });
  expect((await staff.getHolidayPlaces(caller)).chosen).toEqual(chosen);
  const today = Temporal.PlainDate.from(chosen.until).subtract({ years: 1 });
  await setUntil(today.toString());
  await Promise.all([one, two, one, two].map((application) => application.renewHolidays()));
  const entered = await closures();
  // A year has both holidays, whatever today is.
  expect(entered.map((one) => one.length)).toEqual([2, 2]);
  const [jobs] = await inDatabase(url, "select count(*)::int as count from slot_change_jobs");
  expect(jobs).toEqual({ count: 4 });

  // What staff remove stays away.
  await staff.removeClosure(caller, { departmentIds: null, ...entered[0]![0]! });
  await two.renewHolidays();
  expect((await closures()).map((one) => one.length)).toEqual([1, 1]);
  expect((await staff.getHolidayPlaces(caller)).chosen).toEqual(chosen);
});

test("holidays and closures that are entered at the same moment all stay", async () => {
  await using office = await openOffice();
  const { one, two, caller, closures } = office;
  const { staff } = one;
  const dates = (await staff.listHolidays(caller, { country: "NO" })).map(({ date }) => date);
  await Promise.all([
    staff.closeOnHolidays(caller, { country: "NO", dates }),
    two.staff.closeOnHolidays(caller, { country: "NO", dates }),
    ...Array.from({ length: 10 }, (_, i) =>
      two.staff.addClosure(caller, {
        departmentIds: null,
        from: `2020-01-${10 + i}`,
        to: `2020-01-${10 + i}`,
      })),
  ]);
  expect((await closures()).map((one) => one.length)).toEqual([12, 12]);
});
