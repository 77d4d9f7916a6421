import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization, type TestService } from "../../support/seeded.ts";
import { statementsOf } from "../../support/statements.ts";
import { servicePerFile } from "../../support/per_file.ts";

// Two services on one database: one changes the grid that the other remembers.

const connectionString = await freshDatabase();
const one = await servicePerFile(connectionString);
const two = await servicePerFile(connectionString);
const desk = await seedOrganization(one, { slotInterval: 30, slotCapacity: 5 });
for (const dateTime of ["2027-03-05T14:00:00", "2027-03-05T14:30:00"]) {
  await one.application.bookAppointment(desk, {
    departmentId: desk.departmentId,
    dateTime,
    name: "Ada",
  });
}

const dateTime = Temporal.PlainDateTime.from("2027-03-05T14:30:00");

async function bookedIn({ persistence }: TestService): Promise<number> {
  const found = await persistence.departments.findSlot(desk, desk.departmentId, dateTime);
  return found!.occupancy.places.length;
}

const setInterval = (slotInterval: number) =>
  one.application.updateDepartment(desk.departmentId, { slotInterval });

test("the slot is found in the current grid, although another service has changed it", async () => {
  expect(await bookedIn(two)).toBe(1);
  await setInterval(60);
  expect(await bookedIn(two)).toBe(2);
  await setInterval(30);
  expect(await bookedIn(two)).toBe(1);
});

test("with a known grid, department and slot are read together", async () => {
  await bookedIn(one);
  expect(await statementsOf(() => bookedIn(one))).toHaveLength(2);
});

test("a department of another organization has no slot, even if its grid is known", async () => {
  await bookedIn(one);
  const other = await seedOrganization(one);
  const { departments } = one.persistence;
  expect(await departments.findSlot(other, desk.departmentId, dateTime)).toBeUndefined();
});
