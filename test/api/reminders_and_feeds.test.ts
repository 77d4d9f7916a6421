import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { clientPerFile, perFile } from "../support/per_file.ts";
import { staffOf } from "../support/staff_callers.ts";

const api = await perFile(startApi());
const sql = await clientPerFile(api.databaseUrl);
const { staff } = api.seeding.application;

test("a running service publishes a reminder that is due within half a minute", async () => {
  const { organizationId, departmentId, get } = await api.organization({ slotInterval: 1 });
  const caller = staffOf(organizationId, { role: "ADMIN" });
  await staff.changeQueueRules(caller, { id: departmentId, reminderMinutes: [5] });
  // Not longer than 40 seconds ago: passes may have done what was due a minute ago.
  const minute = Temporal.Now.plainDateTimeISO("UTC").add({ seconds: 20 })
    .round({ smallestUnit: "minute", roundingMode: "floor" });
  const dateTime = minute.add({ minutes: 5 }).toString();
  const { id } = await staff.createAppointment(caller, { departmentId, dateTime, name: "Ada" });
  // As if both were made before the reminder was due.
  await sql.query("update appointments set created_at = now() - interval '1 day' where id = $1", [
    id,
  ]);
  const reminders = async () => {
    // Each time, because a pass that has begun sets it to its own time.
    await sql.query(
      "update reminder_marks set due_until = now() - interval '1 hour' where organization_id = $1",
      [organizationId],
    );
    return (await get("/events")).body.events
      .filter(({ type }: { type: string }) => type === "appointment.reminder_due")
      .map(({ data }: { data: { object: object } }) => data.object);
  };
  await expect.poll(reminders, { timeout: 60_000, interval: 500 })
    .toEqual([expect.objectContaining({ id, minutesBefore: 5 })]);
}, 80_000);

test("a feed is a calendar with a tag, and is not sent again while nothing changes", async () => {
  const { organizationId, departmentId } = await api.organization();
  const caller = staffOf(organizationId, { role: "ADMIN" });
  const dateTime = `${Temporal.Now.plainDateISO("UTC").add({ days: 3 })}T10:00`;
  const { id } = await staff.createAppointment(caller, {
    departmentId,
    dateTime,
    name: "Ada Byron",
  });
  const { token } = await staff.createScreen(caller, {
    kind: "CALENDAR",
    name: "Desk",
    departmentIds: [departmentId],
    environment: "LIVE",
  });
  const url = `${api.services[0]!.url}/feeds/${token}.ics`;
  const first = await fetch(url);
  expect([first.status, first.headers.get("Content-Type")])
    .toEqual([200, "text/calendar; charset=utf-8"]);
  const body = await first.text();
  expect(body).toContain(`UID:appointment-${id}-live@`);
  expect(body).not.toContain("Byron");
  const again = () => fetch(url, { headers: { "If-None-Match": first.headers.get("ETag")! } });
  expect((await again()).status).toBe(304);
  await staff.cancelAppointment(caller, { id });
  const changed = await again();
  expect(changed.status).toBe(200);
  expect(await changed.text()).toMatch(/SEQUENCE:1\r\nSTATUS:CANCELLED/);
  expect((await fetch(`${api.services[0]!.url}/feeds/unknown.ics`)).status).toBe(404);
});
