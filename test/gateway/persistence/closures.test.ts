import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const christmas = { from: "2026-12-24", to: "2026-12-24", reason: "Holidays" };
const newYear = { from: "2027-01-01", to: "2027-01-01", reason: "" };

/** Opens an organization with three departments. */
async function openOffice() {
  const url = await freshDatabase();
  const service = await openService(url);
  const seeded = await seedOrganization(service);
  const { application } = service;
  const caller = staffOf(seeded.organizationId);
  const ids = [seeded.departmentId];
  for (const name of ["Second", "Third"]) {
    ids.push((await application.createDepartment(seeded.organizationId, { name })).id);
  }
  const closures = async () =>
    (await application.staff.listDepartments(caller, {})).items.map((one) => one.closures);
  return {
    ...seeded,
    url,
    application,
    staff: application.staff,
    caller,
    ids,
    closures,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test("one closure is added to all departments and removed from some of them", async () => {
  await using office = await openOffice();
  const { staff, caller, ids, closures } = office;
  const all = { departmentIds: null, ...christmas };
  const { changed, unchanged } = await staff.addClosure(caller, all);
  expect(changed).toMatchObject(ids.map((id) => ({ id, closures: [christmas], version: 2 })));
  expect(unchanged).toBe(0);
  const removed = { ...christmas, departmentIds: ids.slice(1), reason: "" };
  expect(await staff.removeClosure(caller, removed)).toMatchObject({ changed: [{}, {}] });
  expect(await closures()).toEqual([[christmas], [], []]);
  // Departments that have a closure of these dates keep it, with its reason.
  expect(await staff.addClosure(caller, { ...all, reason: "Other" })).toMatchObject({
    changed: [{ id: ids[1] }, { id: ids[2] }],
    unchanged: 1,
  });
  expect((await closures())[0]).toEqual([christmas]);
});

test("a closure of the same dates is refused, also in a whole list", async () => {
  await using office = await openOffice();
  const { staff, caller, ids, closures } = office;
  const one = { departmentIds: [ids[0]!], ...christmas };
  await staff.addClosure(caller, one);
  const refusal = { code: "VALIDATION_ERROR", faults: [{ field: "from" }] };
  await expect(staff.addClosure(caller, { ...one, reason: "Again" })).rejects.toMatchObject(
    refusal,
  );
  const missing = { ...one, ...newYear };
  await expect(staff.removeClosure(caller, missing)).rejects.toMatchObject(refusal);
  const list = { id: ids[0]!, closures: [newYear, christmas, { ...newYear, reason: "x" }] };
  await expect(staff.updateDepartment(caller, list)).rejects.toMatchObject({
    faults: [{ field: "closures" }],
  });
  expect(await closures()).toEqual([[christmas], [], []]);
});

test("closures that are added at the same moment all stay", async () => {
  await using office = await openOffice();
  const { staff, caller, ids, closures } = office;
  const days = Array.from({ length: 20 }, (_, i) => `2026-12-${String(i + 1).padStart(2, "0")}`);
  await Promise.all(days.map((day, i) =>
    staff.addClosure(caller, {
      departmentIds: i % 2 ? null : [ids[2]!, ids[0]!],
      from: day,
      to: day,
    })
  ));
  expect((await closures()).map((one) => one.length)).toEqual([20, 10, 20]);
});

test("an unknown department, or one of another organization, changes nothing", async () => {
  await using office = await openOffice();
  const { staff, caller, ids, closures, application } = office;
  const other = await application.createOrganization({
    name: "Other",
    ownerEmail: "other@test.example",
    ownerPassword: "a password of a test",
  });
  const { id } = await application.createDepartment(other.organization.id, { name: "Theirs" });
  for (const departmentIds of [[id], [ids[0]!, id], [ids[0]!, 2 ** 40], [0]]) {
    await expect(staff.addClosure(caller, { departmentIds, ...christmas })).rejects.toMatchObject({
      code: "DEPARTMENT_NOT_FOUND",
    });
  }
  expect(await closures()).toEqual([[], [], []]);
});

test("a closure stores the jobs for the events of its slots", async () => {
  await using office = await openOffice();
  const { staff, caller, url, ids } = office;
  await staff.addClosure(caller, { departmentIds: null, ...christmas });
  const jobs = await inDatabase(
    url,
    `select department_id, environment, settings_before->'closures' as closures
      from slot_change_jobs order by department_id, environment`,
  );
  expect(jobs).toEqual(ids.flatMap((department_id) => [
    { department_id, environment: "LIVE", closures: [] },
    { department_id, environment: "TEST", closures: [] },
  ]));
});

test("the affected appointments are the scheduled ones of the dates and departments", async () => {
  await using office = await openOffice();
  const { staff, caller, ids } = office;
  const book = (departmentId: number, dateTime: string) =>
    staff.createAppointment(caller, { departmentId, dateTime, name: dateTime.slice(8) });
  await book(ids[0]!, "2026-12-24T10:00");
  await book(ids[1]!, "2026-12-24T09:00");
  await book(ids[1]!, "2026-12-23T23:59");
  await book(ids[1]!, "2026-12-25T00:00");
  const { id } = await book(ids[2]!, "2026-12-24T11:00");
  await staff.cancelAppointment(caller, { id });
  const affected = async (more: object) => {
    const page = await staff.listAffectedAppointments(caller, { ...christmas, ...more });
    return [page.totalElements, ...page.items.map(({ name }) => name)];
  };
  expect(await affected({})).toEqual([2, "24T09:00", "24T10:00"]);
  expect(await affected({ size: 1, page: 1 })).toEqual([2, "24T10:00"]);
  expect(await affected({ departmentIds: [ids[0]!, ids[2]!] })).toEqual([1, "24T10:00"]);
  // The slot of 09:00 ends at 09:30.
  expect(await affected({ starts: "09:20", ends: "09:25" })).toEqual([1, "24T09:00"]);
  expect(await affected({ starts: "09:30", ends: "10:00" })).toEqual([0]);
  expect(await affected({ environment: "TEST" })).toEqual([0]);
  const stranger = staffOf(office.organizationId + 1);
  const theirs = await staff.listAffectedAppointments(stranger, {
    ...christmas,
    departmentIds: ids,
  });
  expect(theirs.totalElements).toBe(0);
});
