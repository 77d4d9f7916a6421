import { Pool } from "pg";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { servicePerFile } from "../../support/per_file.ts";

const dateTime = "2026-12-01T10:00:00";

const url = await freshDatabase();
const service = await servicePerFile(url);
const pool = new Pool({ connectionString: url });
const seeded = await seedOrganization(service, { slotCapacity: 1000 });
beforeEach(() => pool.query("update webhooks set deleted_at = now()"));
afterAll(() => pool.end());

async function webhook(settings: object = {}, organizationId = seeded.organizationId) {
  const input = { url: "https://receiver.example/hook", events: ["APPOINTMENT_CREATED"] };
  const webhook = { ...input, ...settings };
  return (await service.application.staff.createWebhook(staffOf(organizationId), webhook)).id;
}

async function book(): Promise<number> {
  const input = { departmentId: seeded.departmentId, dateTime, name: "Ada" };
  const { appointment } = await service.application.bookAppointment(seeded, input);
  return appointment.id;
}

const archive = (id: number) => service.application.archiveAppointment(seeded, id);

/** What is to be delivered of an appointment, with all that a first attempt begins with. */
async function attemptsOf(appointmentId: number) {
  const { rows } = await pool.query(
    `select a.webhook_id as webhook, a.event_type as type, a.environment, a.status, a.attempt
    from webhook_events e join webhook_attempts a on a.event_id = e.id
      and a.event_created_at = e.created_at and a.organization_id = e.organization_id
    where e.appointment_id = $1 order by a.id`,
    [appointmentId],
  );
  return rows;
}

const pending = (webhook: number, type = "appointment.created", environment = "LIVE") => ({
  webhook,
  type,
  environment,
  status: "PENDING",
  attempt: 1,
});

describe("a booking", () => {
  test("writes one event and one pending delivery for each webhook that subscribes", async () => {
    const one = await webhook();
    const two = await webhook({ events: ["APPOINTMENT_CANCELLED", "APPOINTMENT_CREATED"] });
    await webhook({ events: ["APPOINTMENT_CANCELLED", "APPOINTMENT_UPDATED"] });
    const id = await book();
    expect(await attemptsOf(id)).toEqual([pending(one), pending(two)]);
    const { rows } = await pool.query(
      "select body::json as body, id from webhook_events where appointment_id = $1",
      [id],
    );
    expect(rows).toEqual([{ id: rows[0].body.id, body: expect.anything() }]);
    expect(rows[0].body).toMatchObject({ type: "appointment.created", data: { object: { id } } });
  });

  test("that no webhook subscribes to writes no event", async () => {
    await webhook({ events: ["APPOINTMENT_CANCELLED"] });
    const foreign = await seedOrganization(service);
    await webhook({}, foreign.organizationId);
    const id = await book();
    const { rows } = await pool.query("select from webhook_events where appointment_id = $1", [id]);
    expect(rows).toEqual([]);
  });

  test("among 50 simultaneous ones is delivered once, in the order of booking", async () => {
    const id = await webhook();
    const made = await Promise.all(Array.from({ length: 50 }, () => book()));
    const { rows } = await pool.query(
      `select e.appointment_id::int as appointment from webhook_attempts a
      join webhook_events e on e.id = a.event_id where a.webhook_id = $1 order by a.id`,
      [id],
    );
    expect(rows.map(({ appointment }) => appointment)).toEqual(made.toSorted((a, b) => a - b));
  });
});

describe("archiving", () => {
  const cancelled = { events: ["APPOINTMENT_CANCELLED"] };

  test("a SCHEDULED appointment twice writes one cancellation event", async () => {
    const id = await book();
    const subscribed = await webhook(cancelled);
    for (let i = 0; i < 2; i += 1) await archive(id);
    expect(await attemptsOf(id)).toEqual([pending(subscribed, "appointment.cancelled")]);
  });
});
