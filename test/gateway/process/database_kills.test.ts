import { expect, test } from "vitest";
import { killDatabase } from "../../support/acknowledgements/database_kills.ts";
import { startOwnPostgres } from "../../support/acknowledgements/own_postgres.ts";
import { followEvents } from "../../support/event_reader.ts";
import { startService } from "../../support/running_service.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { makeStaff, signIn } from "../../support/staff_session.ts";

test("no acknowledged change is lost when the database is killed in three ways", async () => {
  const result = await killDatabase({ kills: 3, clients: 24, tenants: 4, maxPauseMs: 500 });
  expect(result.violations).toEqual([]);
  expect(result.created).toBeGreaterThan(24);
});

test("an event stream continues without a gap after the database was killed and started again", async () => {
  await using postgres = await startOwnPostgres();
  await using service = await startService(postgres.url, { LOG_LEVEL: "fatal" });
  await using seeding = await openService(postgres.url, { poolSize: 2 });
  const { organizationId, departmentId } = await seedOrganization(seeding);
  const cookie = await signIn(service.url, await makeStaff(seeding, organizationId));
  await using reader = followEvents(service.url, cookie);
  const book = async (hour: number) => {
    const fields = { departmentId, dateTime: `2030-03-05T${hour}:00:00`, name: "Ada" };
    // The connections of the pool were lost with the database.
    const { staff } = seeding.application;
    const made = () => staff.createAppointment(staffOf(organizationId), fields);
    const { id } = await made().catch(made);
    return id;
  };
  const hasSeen = (id: number) => () => reader.text().includes(`"subjectId":${id},`);
  await expect.poll(() => reader.text()).toContain("refresh");
  await expect.poll(hasSeen(await book(10))).toBe(true);
  for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
    await postgres.crash(signal);
    await expect.poll(hasSeen(await book(signal === "SIGKILL" ? 11 : 12))).toBe(true);
  }
  expect(reader.text().match(/event: refresh/g)).toHaveLength(1);
});
