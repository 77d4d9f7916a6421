import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { servicePerFile } from "../../support/per_file.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";
import { type Seeded, seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";

const url = await freshDatabase();
const one = await servicePerFile(url);
const two = await servicePerFile(url);

/** Makes an organization with a webhook for low credits. */
async function open(credits: number) {
  const seeded = await seedOrganization(one, { credits, slotCapacity: 500 });
  await addWebhook(one, seeded.organizationId, { events: ["CREDITS_LOW"], includeTest: true });
  const caller = staffOf(seeded.organizationId);
  return {
    ...seeded,
    caller,
    warnAt: (lowCreditThreshold: number | null) =>
      one.application.staff.updateOrganization(caller, { lowCreditThreshold }),
    book: (i = 0, environment: "LIVE" | "TEST" = "LIVE") =>
      [one, two][i % 2]!.application.staff.createAppointment(caller, {
        departmentId: seeded.departmentId,
        environment,
        dateTime: "2031-12-01T10:00:00",
        name: "Ada",
      }),
    grant: (amount: number) => two.application.grantCredits(seeded.organizationId, { amount }),
    warnings: () => warningsOf(seeded),
  };
}

/** Returns the balances of the warnings in their order, and requires that the feed has the same events. */
async function warningsOf({ organizationId }: Pick<Seeded, "organizationId">) {
  const rows = await inDatabase<{ body: string; environment: string }>(
    url,
    `select body, environment from webhook_events
     where organization_id = ${organizationId} order by created_at, id`,
  );
  const feed = await inDatabase<{ bodies: string }>(
    url,
    `select bodies from feed_entries where organization_id = ${organizationId} order by position`,
  );
  const bodies = rows.map(({ body }) => body);
  expect(
    feed.flatMap(({ bodies: lines }) => lines.split("\n"))
      .filter((body) => JSON.parse(body).type === "credits.low"),
  ).toEqual(bodies);
  expect(rows.every(({ environment }) => environment === "LIVE")).toBe(true);
  return bodies.map((body) => JSON.parse(body).data.object);
}

test("concurrent bookings on two services publish one event for each crossing of the threshold", async () => {
  const { book, grant, warnAt, warnings } = await open(60);
  await warnAt(50);
  const race = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => book(i)));
  await race(40);
  expect(await warnings()).toEqual([{ balance: 50, threshold: 50 }]);
  await grant(40);
  await race(40);
  const twice = [{ balance: 50, threshold: 50 }, { balance: 50, threshold: 50 }];
  expect(await warnings()).toEqual(twice);
  await grant(30);
  await race(10);
  expect(await warnings()).toEqual(twice);
});

test("a threshold that changes while two services book is used from then on", async () => {
  const { book, warnAt, warnings } = await open(10);
  await book();
  await warnAt(8);
  await book(1);
  await warnAt(7);
  await book();
  await warnAt(null);
  await book(1);
  await warnAt(9);
  await book();
  expect(await warnings()).toEqual([{ balance: 8, threshold: 8 }, { balance: 7, threshold: 7 }]);
});

test("the threshold of LIVE credits leaves TEST credits and other organizations alone", async () => {
  const [warned, other] = [await open(10), await open(10)];
  await warned.warnAt(9);
  await warned.book(0, "TEST");
  await other.book();
  expect([await warned.warnings(), await other.warnings()]).toEqual([[], []]);
  await warned.book();
  expect(await warned.warnings()).toHaveLength(1);
});

test("the undo of a cancellation publishes the event behind the gate", async () => {
  const { book, caller, warnAt, warnings } = await open(10);
  await warnAt(9);
  const { id } = await book();
  await one.application.staff.cancelAppointment(caller, { id });
  await two.application.staff.revertAppointment(caller, { id });
  expect(await warnings()).toHaveLength(2);
});

// The statements of a service that does not know the columns.
test("a service of the version before keeps the threshold, and its charge crosses it without an event", async () => {
  const { book, caller, grant, organizationId, warnAt, warnings } = await open(10);
  const { id } = await book();
  await one.application.staff.cancelAppointment(caller, { id });
  await warnAt(9);
  await inDatabase(url, `update organizations set name = 'New' where id = ${organizationId}`);
  await inDatabase(
    url,
    `insert into credit_entries
       (organization_id, environment, kind, amount, balance_after, appointment_id, note, created_at, round)
     values (${organizationId}, 'LIVE', 'CONSUMED', -1, 9, ${id}, '', now(), 1)`,
  );
  await book();
  expect(await warnings()).toEqual([]);
  await grant(2);
  await book();
  expect(await warnings()).toEqual([{ balance: 9, threshold: 9 }]);
});

test.each([0, 1_000_000_001])("the database refuses the threshold %i", async (threshold) => {
  const { organizationId } = await open(1);
  await expect(
    inDatabase(
      url,
      `update organizations set low_credit_threshold = ${threshold} where id = ${organizationId}`,
    ),
  ).rejects.toThrow("organizations_low_credit_threshold");
});
