import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

test("a person has visits of one organization and environment, archived ones too", async () => {
  await using service = await openService(await freshDatabase());
  const { staff } = service.application;
  const [seeded, other] = [
    await seedOrganization(service, { slotCapacity: 100 }),
    await seedOrganization(service, { slotCapacity: 100 }),
  ];
  const book = async (given: object, { organizationId, departmentId } = seeded) => {
    const caller = staffOf(organizationId);
    const base = { departmentId, dateTime: "2038-03-01T10:00:00", name: "Ada", phone: "5" };
    return (await staff.createAppointment(caller, { ...base, ...given })).id;
  };
  const ids = [
    await book({ externalUserId: "u1", note: "Wheelchair" }),
    await book({ dateTime: "2038-03-02T10:00:00" }),
    await book({ dateTime: "2038-03-03T10:00:00", name: "A.", externalUserId: "u1" }),
  ];
  await book({ phone: "6" });
  await book({ environment: "TEST", externalUserId: "u1" });
  await book({ externalUserId: "u1" }, other);
  const archived = { ...seeded, environment: "LIVE" as const };
  await service.application.archiveAppointment(archived, ids[1]!);

  const caller = staffOf(seeded.organizationId);
  const visits = await staff.listPerson(caller, { id: ids[0]! });
  expect(visits.items.map(({ id }) => id)).toEqual(ids.toReversed());
  expect(visits.totalElements).toBe(3);
  expect(visits.items[2]).toMatchObject({ note: "Wheelchair" });
  const second = await staff.listPerson(caller, { id: ids[0]!, page: 1, size: 2 });
  expect(second.items.map(({ id }) => id)).toEqual([ids[0]]);

  await staff.updateAppointment(caller, { id: ids[0]!, note: null });
  expect(await staff.getAppointment(caller, { id: ids[0]! })).toMatchObject({ note: "" });
  const admin = staffOf(seeded.organizationId, { role: "ADMIN" });
  expect(await staff.erasePerson(admin, { id: ids[1]! })).toMatchObject({
    erased: 1,
    kept: 1,
    keptAppointments: [{ id: ids[0], reason: "UPCOMING" }],
    hasMore: false,
  });
});
