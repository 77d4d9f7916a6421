import { beforeEach, describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";

async function openOffice() {
  const clock = { now: Temporal.Instant.from("2026-03-02T10:00:00Z") };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const application = createApplication(ports);
  const { organizationId, departments } = await seedOrganization(application, {
    departments: [{ name: "Passports" }],
  });
  const departmentId = departments[0]!.id;
  const staff = staffOf(organizationId, { role: "OWNER" });
  const reader = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  const { id } = await application.staff.createAppointment(staff, {
    departmentId,
    dateTime: "2026-03-03T10:00",
    name: "Ada Lovelace",
    phone: "0301234",
  });
  /** Returns the lines of the event, by the name of the property. */
  async function event(): Promise<Record<string, string>> {
    const file = await application.getCalendarFile(reader, id);
    const [, lines] = /BEGIN:VEVENT\r\n(.*)\r\nEND:VEVENT/s.exec(file)!;
    return Object.fromEntries(
      lines!.split("\r\n").map((line) => /^([A-Z]+)[^:]*:(.*)$/.exec(line)!.slice(1)),
    );
  }
  return { application, ports, clock, staff, reader, departmentId, id, event };
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});

describe("getCalendarFile()", () => {
  test("has the department and the time, and no name", async () => {
    const { event, reader, id, ports } = office;
    const { slotStart, slotMinutes } = ports.memory.appointments[0]!;
    const end = slotStart.add({ minutes: slotMinutes }).toString().replace(/[-:]/g, "");
    expect(await event()).toEqual({
      UID: `appointment-${id}-live@organization-${reader.organizationId}.appointment-booking`,
      DTSTAMP: "20260302T100000Z",
      SEQUENCE: "0",
      STATUS: "CONFIRMED",
      DTSTART: "20260303T100000",
      DTEND: end,
      SUMMARY: "Appointment: Passports",
    });
  });

  test("counts changes of the appointment, and keeps the time of the last one", async () => {
    const { application, clock, staff, event, id } = office;
    const before = await event();
    clock.now = clock.now.add({ hours: 1 });
    expect(await event()).toEqual(before);
    await application.staff.rescheduleAppointment(staff, { id, dateTime: "2026-03-04T11:00" });
    expect(await event()).toMatchObject({
      UID: before["UID"],
      SEQUENCE: "1",
      DTSTAMP: "20260302T110000Z",
      DTSTART: "20260304T110000",
    });
    clock.now = clock.now.add({ hours: 1 });
    await application.staff.cancelAppointment(staff, { id });
    expect(await event())
      .toMatchObject({ SEQUENCE: "2", DTSTAMP: "20260302T120000Z", STATUS: "CANCELLED" });
  });

  test("of an archived appointment is CANCELLED", async () => {
    const { ports, event } = office;
    Object.assign(ports.memory.appointments[0]!, { archivedAt: ports.now() });
    expect(await event()).toMatchObject({ STATUS: "CANCELLED" });
  });

  test.each([["de-AT", "Termin: Passports"], ["fr", "Appointment: Passports"]])(
    "in the language %s says %s",
    async (locale, summary) => {
      Object.assign(office.ports.memory.appointments[0]!, { locale });
      expect(await office.event()).toMatchObject({ SUMMARY: summary });
    },
  );

  test("finds no appointment of another environment or organization", async () => {
    const { application, reader, id } = office;
    const others = [{ environment: "TEST" as const }, { organizationId: 99 }];
    const codes = await Promise.all(
      others.map(async (other) =>
        (await refusalOf(() => application.getCalendarFile({ ...reader, ...other }, id))).code
      ),
    );
    expect(codes).toEqual(["APPOINTMENT_NOT_FOUND", "APPOINTMENT_NOT_FOUND"]);
  });
});
