import { expect, test } from "vitest";
import { NotConfirmedError } from "../../../core/mod.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { inDatabase } from "../../support/published_events.ts";

async function open() {
  const url = await freshDatabase();
  const service = await openService(url);
  const seeded = await seedOrganization(service, { slotCapacity: 9 });
  service.setNow("2026-12-01T09:00:00Z");
  const body = { departmentId: seeded.departmentId, dateTime: "2026-12-01T10:00:00", name: "Ada" };
  return {
    url,
    book: (isConfirmed?: Promise<boolean>) =>
      service.application.bookAppointment({ ...seeded, isConfirmed }, body),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const countAll = `select (select count(*)::int from appointments) as appointments,
  (select count(*)::int from credit_entries where kind = 'CONSUMED') as spent,
  (select count(*)::int from audit_entries where subject_kind = 'appointment') as audited`;

test("only confirmed bookings of a batch are written", async () => {
  await using service = await open();
  await service.book();
  const made = await Promise.allSettled([
    service.book(Promise.resolve(true)),
    service.book(Promise.resolve(false)),
    service.book(),
  ]);
  expect(made.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(made[1]).toMatchObject({ reason: expect.any(NotConfirmedError) });
  expect(await inDatabase(service.url, countAll))
    .toMatchObject([{ appointments: 3, spent: 3, audited: 3 }]);
});

test("a booking whose check hangs gives the gate to others", async () => {
  await using service = await open();
  const hanging = service.book(new Promise(() => {}));
  hanging.catch(() => {});
  await service.book();
  await expect(hanging).rejects.toBeInstanceOf(NotConfirmedError);
  expect(await inDatabase(service.url, countAll))
    .toMatchObject([{ appointments: 1, spent: 1, audited: 1 }]);
});
