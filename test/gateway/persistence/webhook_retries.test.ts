import { Client } from "pg";
import { expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { addWebhook, inDatabase } from "../../support/published_events.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { unaudited } from "../../support/unaudited.ts";

test("many retries of one webhook leave connections to others while the webhook is locked", async () => {
  const url = await freshDatabase();
  await using service = await openService(url, { poolSize: 3 });
  const seeded = await seedOrganization(service, { slotCapacity: 20 });
  const { organizationId, departmentId } = seeded;
  const webhookId = await addWebhook(service, organizationId, { events: ["APPOINTMENT_CREATED"] });
  const booking = { departmentId, dateTime: "2038-03-01T10:00", name: "Ada" };
  for (let i = 0; i < 6; i += 1) await service.application.bookAppointment(seeded, booking);
  const attempts = await inDatabase<{ id: string }>(url, "select id from webhook_attempts");
  const blocker = new Client({ connectionString: url });
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query(
      "select from webhooks where organization_id = $1 and id = $2 for update",
      [organizationId, webhookId],
    );
    const { deliveryLog, organizations } = service.persistence;
    const retries = attempts.map(({ id }) =>
      deliveryLog.retry(organizationId, Number(id), unaudited)
    );
    expect(await organizations.balances(organizationId)).toEqual({ LIVE: 994, TEST: 1000 });
    await blocker.query("commit");
    for (const made of await Promise.all(retries)) {
      expect(made).toMatchObject({ status: "PENDING" });
    }
  } finally {
    await blocker.end();
  }
});
