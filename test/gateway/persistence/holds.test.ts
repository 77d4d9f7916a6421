import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { faultsOf, refusalOf } from "../../core/refusal.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { inDatabase } from "../../support/published_events.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";

const dateTime = "2026-12-01T10:00:00";

test.each([2 ** 31, Number.MAX_SAFE_INTEGER])(
  "a hold or a move to the department %i finds no department",
  async (departmentId) => {
    await using service = await openService(await freshDatabase());
    const { application } = service;
    const seeded = await seedOrganization(service, {});
    const caller = { ...seeded, apiKeyId: 1, lineageId: randomUUID() };
    const missing = { code: "DEPARTMENT_NOT_FOUND" };
    expect(await refusalOf(() => application.holdPlace(caller, { departmentId, dateTime })))
      .toMatchObject(missing);
    const { appointment: { id } } = await application.bookAppointment(seeded, {
      departmentId: seeded.departmentId,
      dateTime,
      name: "Ada",
    });
    const move = { id, departmentId, dateTime };
    expect(await refusalOf(() => application.moveAppointment(seeded, move)))
      .toMatchObject(missing);
  },
);

test("a hold is unknown to other keys, stays with the successor of its key, and one of an older version with its key", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { application } = service;
  const seeded = await seedOrganization(service, { slotCapacity: 100 });
  const { organizationId, departmentId } = seeded;
  const made = await Promise.all(
    ["Website", "Partner"].map((name) =>
      application.createApiKey(organizationId, {
        name,
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      })
    ),
  );
  const [website, partner] = await Promise.all(
    made.map(async ({ key }) => ({ ...seeded, ...await application.authenticateApiKey(key) })),
  );
  const place = { departmentId, dateTime };
  const held = async () => (await application.holdPlace(website!, place)).hold.id;
  const ids = [await held(), await held(), await held(), await held()];
  const missing = { code: "HOLD_NOT_FOUND" };
  expect(await refusalOf(() => application.getHold(partner!, ids[0]!))).toMatchObject(missing);
  expect(await refusalOf(() => application.releaseHold(partner!, ids[0]!))).toMatchObject(missing);
  const booking = { ...place, name: "Ada" };
  expect(
    await faultsOf(() => application.bookAppointment(partner!, { ...booking, holdId: ids[0] })),
  )
    .toEqual(["holdId"]);

  await inDatabase(url, `update holds set lineage_id = null where id in (${ids[2]}, ${ids[3]})`);
  await application.bookAppointment(website!, { ...booking, holdId: ids[2] });
  await application.releaseHold(website!, ids[3]!);

  const { key } = await application.staff.rotateApiKey(staffOf(organizationId), {
    id: made[0]!.id,
  });
  const successor = { ...seeded, ...await application.authenticateApiKey(key) };
  expect(await application.getHold(successor, ids[0]!)).toMatchObject({ id: ids[0] });
  await application.bookAppointment(successor, { ...booking, holdId: ids[0] });
  await application.releaseHold(successor, ids[1]!);
});

test("a repeated request finds the hold that an earlier version made with its key, and that of no other key", async () => {
  const url = await freshDatabase();
  await using service = await openService(url);
  const { application } = service;
  const seeded = await seedOrganization(service, { slotCapacity: 100 });
  const caller = (apiKeyId: number) => ({ ...seeded, apiKeyId, lineageId: randomUUID() });
  const [own, other] = [caller(1), caller(2)];
  const request = {
    departmentId: seeded.departmentId,
    dateTime,
    "Idempotency-Key": "once",
  };
  const { hold } = await application.holdPlace(own, request);
  await inDatabase(url, `update holds set lineage_id = null, idempotency_key = 'once'`);
  expect(await application.holdPlace(own, request))
    .toMatchObject({ hold: { id: hold.id }, isReplay: true });
  expect(await faultsOf(() => application.holdPlace(own, { ...request, seconds: 60 })))
    .toEqual(["Idempotency-Key"]);
  const second = await application.holdPlace(other, request);
  expect(second).toMatchObject({ isReplay: false });
  expect(await application.holdPlace(other, request))
    .toMatchObject({ hold: { id: second.hold.id }, isReplay: true });
});
