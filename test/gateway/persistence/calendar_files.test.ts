import { expect, test } from "vitest";
import { unpaced } from "../../../core/mod.ts";
import type { FiledAppointment } from "../../../core/ports.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const service = await servicePerFile(await freshDatabase());
const { calendarFiles } = service.persistence;
const { application } = service;
const longAgo = Temporal.Instant.from("2020-01-01T00:00:00Z");

async function openOffice() {
  const seeded = await seedOrganization(service, { slotCapacity: 100 });
  const staff = staffOf(seeded.organizationId);
  const scope = { organizationId: seeded.organizationId, environment: "LIVE" as const };
  const book = async (dateTime: string) =>
    (await application.bookAppointment(seeded, {
      departmentId: seeded.departmentId,
      dateTime,
      name: "Ada",
    })).appointment.id;
  const list = (more: Partial<Parameters<typeof calendarFiles.list>[1]> = {}) =>
    calendarFiles.list(scope, {
      from: Temporal.PlainDateTime.from("2030-03-01T00:00"),
      to: Temporal.PlainDateTime.from("2030-04-01T00:00"),
      departmentIds: null,
      workerId: null,
      cancelledSince: longAgo,
      direction: "asc",
      limit: 10,
      pace: unpaced,
      ...more,
    });
  return { ...seeded, staff, scope, book, list };
}

const idsOf = (found: FiledAppointment[]) => found.map(({ id }) => id);

test("the changes of an appointment are counted, and those of another one are not", async () => {
  const { book, scope, staff } = await openOffice();
  const id = await book("2030-03-05T10:00");
  const other = await book("2030-03-05T10:00");
  await application.staff.rescheduleAppointment(staff, { id: other, dateTime: "2030-03-07T10:00" });
  expect(await calendarFiles.find(scope, id)).toMatchObject({
    id,
    changes: 0,
    changedAt: null,
    slotStart: Temporal.PlainDateTime.from("2030-03-05T10:00"),
    slotMinutes: expect.any(Number),
  });
  const before = Temporal.Now.instant().subtract({ seconds: 1 });
  await application.staff.rescheduleAppointment(staff, { id, dateTime: "2030-03-06T10:00" });
  await application.staff.cancelAppointment(staff, { id });
  const found = (await calendarFiles.find(scope, id))!;
  expect(found.changes).toBe(2);
  expect(Temporal.Instant.compare(found.changedAt!, before)).toBe(1);
  expect(await calendarFiles.find({ ...scope, environment: "TEST" }, id)).toBeUndefined();
});

test("a list has the range, the departments and the limit, in both directions", async () => {
  const { book, list, departmentId } = await openOffice();
  await book("2030-02-28T23:00");
  const ids = [await book("2030-03-01T00:00"), await book("2030-03-31T23:00")];
  await book("2030-04-01T00:00");
  expect(idsOf(await list())).toEqual(ids);
  expect(idsOf(await list({ direction: "desc" }))).toEqual(ids.toReversed());
  expect(idsOf(await list({ limit: 1 }))).toEqual(ids.slice(0, 1));
  expect(idsOf(await list({ departmentIds: [departmentId] }))).toEqual(ids);
  expect(await list({ departmentIds: [departmentId + 1] })).toEqual([]);
  expect(await list({ workerId: 1_000_000 })).toEqual([]);
});

test("a list has cancelled and archived appointments until a time after the change", async () => {
  const { book, list, staff, ...caller } = await openOffice();
  const cancelled = await book("2030-03-05T10:00");
  const archived = await book("2030-03-05T11:00");
  const kept = await book("2030-03-05T12:00");
  await application.staff.cancelAppointment(staff, { id: cancelled });
  await application.archiveAppointment(caller, archived);
  expect(idsOf(await list())).toEqual([cancelled, archived, kept]);
  const cancelledSince = Temporal.Now.instant().add({ hours: 1 });
  expect(idsOf(await list({ cancelledSince }))).toEqual([kept]);
});
