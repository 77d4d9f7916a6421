import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { openStaff } from "../access/staff_samples.ts";
import { faultsOf } from "../refusal.ts";

const bavaria = { country: "DE", region: "BY" };

/** Opens an organization with two departments on 2026-03-01. */
async function openOffice() {
  const { application, organizationId, ports, pass } = await openStaff();
  const caller = staffOf(organizationId, { timeZone: "Europe/Oslo" });
  const { id } = await application.createDepartment(organizationId, { name: "First" });
  await application.createDepartment(organizationId, { name: "Second" });
  const closures = async () =>
    (await application.staff.listDepartments(caller)).items.map((one) =>
      one.closures.map(({ from, to, reason }) => `${from} ${from === to ? reason : to}`)
    );
  return {
    application,
    staff: application.staff,
    caller,
    organizationId,
    ports,
    pass,
    closures,
    id,
  };
}

test("the holidays of the next year are listed with closed dates and the number of appointments", async () => {
  const { staff, caller, id } = await openOffice();
  await staff.createAppointment(caller, {
    departmentId: id,
    dateTime: "2026-12-25T10:00",
    name: "Ada",
  });
  await staff.addClosure(caller, { departmentIds: null, from: "2027-01-01", to: "2027-01-03" });
  expect(await staff.listHolidays(caller, bavaria)).toEqual([
    { date: "2026-12-25", name: "1. Weihnachtstag", isClosed: false, booked: 1 },
    { date: "2027-01-01", name: "Neujahr", isClosed: true, booked: 0 },
    { date: "2027-01-06", name: "Heilige Drei Könige", isClosed: false, booked: 0 },
  ]);
});

test("all departments close on the chosen holidays, and closed dates stay as they are", async () => {
  const { staff, caller, id, ports, closures } = await openOffice();
  await staff.addClosure(caller, { departmentIds: [id], from: "2026-12-24", to: "2026-12-26" });
  const dates = ["2026-12-25", "2027-01-06"];
  const before = ports.memory.audit.length;
  expect(await staff.closeOnHolidays(caller, { ...bavaria, dates })).toEqual({
    chosen: { ...bavaria, until: "2027-03-01" },
    changed: 2,
  });
  expect(await closures()).toEqual([
    ["2026-12-24 2026-12-26", "2027-01-06 Heilige Drei Könige"],
    ["2026-12-25 1. Weihnachtstag", "2027-01-06 Heilige Drei Könige"],
  ]);
  expect(
    ports.memory.audit.slice(before).map(({ action, subjectName, changes }) => [
      action,
      subjectName,
      changes.length,
    ]),
  ).toEqual([
    ["organization.updated", "Harbour Clinic", 1],
    ["department.updated", "First", 1],
    ["department.updated", "Second", 2],
  ]);
  expect((await staff.getHolidayPlaces(caller)).chosen).toEqual({
    ...bavaria,
    until: "2027-03-01",
  });
  // The same choice again changes nothing, and leaves no record.
  expect(await staff.closeOnHolidays(caller, { ...bavaria, dates })).toMatchObject({ changed: 0 });
  expect(ports.memory.audit).toHaveLength(before + 3);
});

test("the next holidays are entered as time passes, and a removed one does not come back", async () => {
  const { application, staff, caller, ports, pass, closures } = await openOffice();
  const dates = ["2026-12-25", "2027-01-01"];
  await staff.closeOnHolidays(caller, { country: "NO", dates });
  const { reason: _, ...christmas } = { from: "2026-12-25", to: "2026-12-25", reason: "" };
  await staff.removeClosure(caller, { departmentIds: null, ...christmas });
  await application.renewHolidays();
  const first = ["2027-01-01 Første nyttårsdag"];
  expect(await closures()).toEqual([first, first]);

  pass({ hours: 24 * 330 });
  const before = ports.memory.audit.length;
  await application.renewHolidays();
  await application.renewHolidays();
  const then = [...first, "2027-12-25 Første juledag", "2028-01-01 Første nyttårsdag"];
  expect(await closures()).toEqual([then, then]);
  expect(ports.memory.audit.slice(before).map(({ actor, action }) => [actor.kind, action])).toEqual(
    [
      ["OPERATOR", "department.updated"],
      ["OPERATOR", "department.updated"],
    ],
  );
});

test("a closed organization, and one without a choice, get no holidays", async () => {
  const { application, staff, caller, organizationId, pass, closures } = await openOffice();
  pass({ hours: 24 * 330 });
  await application.renewHolidays();
  expect(await closures()).toEqual([[], []]);
  await staff.closeOnHolidays(caller, { country: "NO", dates: [] });
  await application.closeOrganization(organizationId);
  pass({ hours: 24 * 330 });
  await application.renewHolidays();
  expect(await closures()).toEqual([[], []]);
});

test("an unknown place, and a date that is no holiday of the next year, are refused", async () => {
  const { staff, caller, closures } = await openOffice();
  const close = (input: object) => faultsOf(() => staff.closeOnHolidays(caller, input));
  expect(await close({ country: "XX", dates: [] })).toEqual(["country"]);
  expect(await close({ country: "NO", region: "BY", dates: [] })).toEqual(["region"]);
  expect(await close({ country: "NO" })).toEqual(["dates"]);
  // Epiphany is not a holiday of the whole country, and the first date is past.
  for (const date of ["2027-01-06", "2025-12-25", "2028-12-25", "soon"]) {
    expect(await close({ country: "DE", dates: ["2026-12-25", date] })).toEqual(["dates"]);
  }
  expect(await faultsOf(() => staff.listHolidays(caller, { country: "Germany" })))
    .toEqual(["country"]);
  expect(await closures()).toEqual([[], []]);
});

test("an organization that fails keeps no other one from its next holidays", async () => {
  const { application, staff, caller, organizationId, ports, pass } = await openOffice();
  const { organization } = await application.createOrganization({
    name: "Other",
    timeZone: "Europe/Oslo",
    ownerEmail: "other@example.com",
    ownerPassword: "a password of a test",
  });
  const other = staffOf(organization.id, { timeZone: "Europe/Oslo" });
  await staff.closeOnHolidays(caller, { ...bavaria, dates: [] });
  await staff.closeOnHolidays(other, { ...bavaria, dates: [] });
  pass({ hours: 24 * 60 });
  const { changeHolidays } = ports.departments;
  ports.departments.changeHolidays = async (id, ...rest) => {
    if (id === organizationId) throw new Error("away");
    return await changeHolidays(id, ...rest);
  };
  await expect(application.renewHolidays()).rejects.toThrow("away");
  expect(ports.memory.organizations.map(({ holidays }) => holidays?.until))
    .toEqual(["2027-03-01", "2027-04-30"]);
});
