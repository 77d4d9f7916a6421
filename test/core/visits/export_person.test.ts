import { expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { openDesk } from "../booking/front_desk.ts";
import { refusalOf } from "../refusal.ts";

const ada = { name: "Ada Lovelace", phone: "+49 30 5", externalUserId: "u-7" };

async function openWithVisit() {
  const desk = await openDesk();
  const first = await desk.book(ada);
  await desk.book({ ...ada, dateTime: "2026-03-02T10:30:00", note: "Brings her engine" });
  await desk.book({ name: "Grace Hopper" });
  desk.clock.now = Temporal.Instant.from("2026-03-02T10:00:01Z");
  await desk.staff.arrive(desk.caller, { appointmentId: first.id });
  const admin = staffOf(desk.caller.organizationId, { role: "ADMIN" });
  return { ...desk, first, admin };
}

test("an export has everything that is known of a person, and of nobody else", async () => {
  const { staff, admin, first } = await openWithVisit();
  const { person, appointments: items, totalElements } = await staff.exportPerson(admin, {
    id: first.id,
  });
  expect([person, totalElements]).toEqual([ada, 2]);
  expect(items.map(({ dateTime, note }) => [dateTime, note])).toEqual([
    ["2026-03-02T10:30:00", "Brings her engine"],
    ["2026-03-02T10:00:00", ""],
  ]);
  expect(items[1]).toMatchObject({
    ...ada,
    id: first.id,
    history: [{ action: "appointment.created" }, { action: "appointment.exported" }],
    visits: [{ number: 1, state: "WAITING", arrivedAt: "2026-03-02T10:00:01", note: "" }],
  });
  expect(JSON.stringify(items)).not.toContain("Grace");
});

test("an export is audited with the number of its appointments, and a repeated request once", async () => {
  const { staff, admin, first } = await openWithVisit();
  const request = { ...admin, idempotencyKey: "once" };
  const answer = await staff.exportPerson(request, { id: first.id });
  const repeated = await staff.exportPerson(request, { id: first.id });
  expect(repeated.appointments.map(({ id }) => id)).toEqual(
    answer.appointments.map(({ id }) => id),
  );
  const history = await staff.listHistory(admin, { id: first.id });
  const exports = history.filter(({ action }) => action === "appointment.exported");
  expect(exports).toHaveLength(1);
  expect(exports[0]).toMatchObject({
    actor: { kind: "STAFF", id: admin.staffUserId },
    subjectName: "",
    environment: "LIVE",
    changes: [{ field: "appointments", after: 2 }],
  });
});

test("a missing appointment is refused, and nothing is audited", async () => {
  const { staff, admin, memory } = await openWithVisit();
  const before = memory.audit.length;
  for (const input of [{ id: 999 }, { id: 1, environment: "TEST" }]) {
    expect((await refusalOf(() => staff.exportPerson(admin, input))).code)
      .toBe("APPOINTMENT_NOT_FOUND");
  }
  expect(memory.audit).toHaveLength(before);
});
