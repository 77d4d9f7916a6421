import { Client } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

test("an erasure leaves an appointment alone that became another person's, or upcoming, while it waited", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  service.setNow("2026-11-20T08:00:00Z");
  const { staff } = service.application;
  const { organizationId, departmentId } = await seedOrganization(service, { slotCapacity: 9 });
  const caller = staffOf(organizationId, { role: "ADMIN" });
  const ada = { name: "Ada", phone: "", externalUserId: "u1" };
  const book = async () =>
    (await staff.createAppointment(caller, {
      ...ada,
      phone: null,
      departmentId,
      dateTime: "2026-11-20T10:00:00",
    })).id;
  const [given, stays, ofBob, moved] = [await book(), await book(), await book(), await book()];
  service.setNow("2026-11-20T12:00:00Z");
  const other = new Client({ connectionString: url });
  await other.connect();
  try {
    await other.query("begin");
    await other.query("select from balances where organization_id = $1 for update", [
      organizationId,
    ]);
    const erasing = staff.erasePerson(caller, { id: given, from: ada });
    const waiting = `select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => {
      // What it reads of others' activity is kept for the whole transaction otherwise.
      await other.query("select pg_stat_clear_snapshot()");
      return (await other.query(waiting)).rowCount;
    }).toBe(1);
    await other.query(
      `update appointments set name = 'Bob', external_user_id = 'u2'
       where organization_id = $1 and id = $2`,
      [organizationId, ofBob],
    );
    await other.query(
      `update appointments set date_time = '2026-11-25 10:00', slot_start = '2026-11-25 10:00'
       where organization_id = $1 and id = $2`,
      [organizationId, moved],
    );
    await other.query("commit");
    expect(await erasing).toEqual({
      erased: 2,
      kept: 2,
      keptAppointments: [
        {
          id: ofBob,
          dateTime: "2026-11-20T10:00:00",
          status: "SCHEDULED",
          reason: "OTHER_PERSON",
        },
        { id: moved, dateTime: "2026-11-25T10:00:00", status: "SCHEDULED", reason: "UPCOMING" },
      ],
      hasMore: false,
    });
  } finally {
    await other.end();
  }
  const nameOf = async (id: number) => (await staff.getAppointment(caller, { id })).name;
  expect(await Promise.all([given, stays, ofBob, moved].map(nameOf)))
    .toEqual(["Erased", "Erased", "Bob", "Ada"]);
});
