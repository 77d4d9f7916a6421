import { expect, test } from "vitest";
import { maxCounted } from "../../../core/ports.ts";
import { openMailOffice } from "../../support/mail_office.ts";
import { inDatabase } from "../../support/published_events.ts";

test("the figures count the newest 10,000 attempts, and say so if there are more", async () => {
  await using office = await openMailOffice();
  const at = "2040-05-01T11:00:00Z";
  const addDelivered = (count: number, time: string) =>
    inDatabase(
      office.url,
      `insert into webhook_attempts (organization_id, webhook_id, environment, event_id, event_type,
        event_created_at, delivery_id, attempt, status, created_at, due_at, abandon_at)
      select organization_id, id, 'LIVE', gen_random_uuid(), 'appointment.created',
        '${time}', gen_random_uuid(), 1, 'DELIVERED', '${time}', '${time}', '${time}'
      from webhooks, generate_series(1, ${count}) where channel = 'EMAIL'`,
    );
  const figures = async () => (await office.staff.getEmail(office.caller)).figures;
  await addDelivered(maxCounted, at);
  expect(await figures()).toMatchObject({ sent: maxCounted, isCapped: false });
  await addDelivered(1, "2040-05-01T10:00:00Z");
  expect(await figures()).toMatchObject({ sent: maxCounted, isCapped: true });
});
