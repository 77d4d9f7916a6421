import { afterAll, expect, test } from "vitest";
import type { Actor, AuditRecord } from "../../../core/mod.ts";
import { checkLedger } from "../../support/ledger_audit.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { seedOrganization } from "../../support/seeded.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { inDatabase } from "../../support/published_events.ts";
import { servicePerFile } from "../../support/per_file.ts";

// Two services that share nothing but a database.

const url = await freshDatabase();
const services = [await servicePerFile(url), await servicePerFile(url)] as const;
const desk = await seedOrganization(services[0], { slotCapacity: 1000, credits: 1000 });

afterAll(() => checkLedger(url));

interface Kept {
  action: AuditRecord["action"];
  actorId: number;
  actorName: string;
  subjectId: number;
  changes: AuditRecord["changes"];
}

const kept = (where: string) =>
  inDatabase<Kept>(
    url,
    `select action, actor_id as "actorId", actor_name as "actorName",
       subject_id::int as "subjectId", changes
     from audit_entries where ${where} order by id`,
  );

const keyOf = (i: number): Actor => ({
  kind: "API_KEY",
  id: i + 1,
  name: `Key ${i}`,
  ipAddress: `203.0.113.${i}`,
});

const requestOf = (name: string) => ({
  departmentId: desk.departmentId,
  dateTime: "2026-12-01T10:00",
  name,
});

test("each booking of a batch has one audit record, with its own appointment and key", async () => {
  const made = await Promise.all(Array.from({ length: 200 }, async (_, i) => {
    const { application } = services[i % 2]!;
    const booked = application.bookAppointment({ ...desk, actor: keyOf(i) }, requestOf(`Ada ${i}`));
    return { i, id: (await booked).appointment.id };
  }));
  const records = await kept("action = 'appointment.created'");
  expect(records).toHaveLength(200);
  const bySubject = new Map(records.map((record) => [record.subjectId, record]));
  for (const { i, id } of made) {
    expect(bySubject.get(id)).toMatchObject({ actorId: i + 1, actorName: `Key ${i}` });
  }
});

test("requests with the same Idempotency-Key leave one audit record", async () => {
  const body = { ...requestOf("Grace"), "Idempotency-Key": "once" };
  const answers = await Promise.all(Array.from({ length: 20 }, async (_, i) => {
    const { application } = services[i % 2]!;
    return { i, ...await application.bookAppointment({ ...desk, actor: keyOf(i) }, body) };
  }));
  const { i, appointment } = answers.find(({ isReplay }) => !isReplay)!;
  expect(answers.filter(({ isReplay }) => isReplay)).toHaveLength(19);
  expect(await kept(`subject_kind = 'appointment' and subject_id = ${appointment.id}`))
    .toMatchObject([{ action: "appointment.created", actorId: i + 1 }]);
});

test("simultaneous changes of a department leave one audit record each, and each begins where the previous one ended", async () => {
  const caller = staffOf(desk.organizationId);
  const { id } = await services[0].application.staff.createDepartment(caller, {
    name: "Desk",
    slotCapacity: 1,
  });
  await Promise.all(
    Array.from(
      { length: 12 },
      (_, i) =>
        services[i % 2]!.application.staff.updateDepartment(caller, { id, slotCapacity: i + 2 }),
    ),
  );
  const records = await kept(`action = 'department.updated' and subject_id = ${id}`);
  expect(records).toHaveLength(12);
  const steps = records.map(({ changes: [change] }) => change!);
  expect(steps[0]).toMatchObject({ field: "slotCapacity", before: 1 });
  for (const [i, { before }] of steps.slice(1).entries()) expect(before).toBe(steps[i]!.after);
});

test("settings that the database returns in another order count as unchanged", async () => {
  const caller = staffOf(desk.organizationId);
  const settings = {
    // jsonb keeps shorter keys first.
    openingHours: {
      wednesday: [{ opens: "09:00", closes: "12:00" }],
      monday: [{ opens: "09:00", closes: "12:00" }],
      sunday: [],
    },
    closures: [{ from: "2026-12-24", to: "2026-12-26", reason: "Holidays" }],
    bookingWindow: { refusePast: true, minLeadMinutes: 60, maxDaysAhead: 90 },
  };
  const { staff } = services[0].application;
  const { id } = await staff.createDepartment(caller, { name: "Clinic", ...settings });
  await staff.updateDepartment(caller, { id, ...settings });
  await staff.updateDepartment(caller, { id, name: "Clinic" });
  expect(await kept(`subject_kind = 'department' and subject_id = ${id}`))
    .toMatchObject([{ action: "department.created" }]);
});
