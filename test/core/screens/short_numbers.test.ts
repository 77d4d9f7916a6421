import { expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { readShortNumber } from "../../../core/booking/short_number.ts";
import { isNamed } from "../../../core/search.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { refusalOf } from "../refusal.ts";

const ipAddress = "198.51.100.9";

/** An office on Monday, 2 March 2026, at 10:00 UTC. */
async function openOffice() {
  const clock = { now: Temporal.Instant.from("2026-03-02T10:00:00Z") };
  const ports = createInMemoryPorts({ now: () => clock.now });
  const application = createApplication(ports);
  const { organizationId, departments: [department] } = await seedOrganization(application, {
    departments: [{ name: "Passports", slotCapacity: 100 }],
  });
  const { staff } = application;
  const caller = staffOf(organizationId, { role: "OWNER" });
  const book = (more: object = {}) =>
    staff.createAppointment(caller, {
      departmentId: department!.id,
      dateTime: "2026-03-02T10:30",
      name: "Jürgen Meyer-Lüdenscheid",
      ...more,
    });
  return {
    staff,
    caller,
    clock,
    ports,
    book,
    numberOf: async (id: number) => (await staff.giveShortNumber(caller, { id })).number!,
    async atKiosk(input: object, wanted: object = {}) {
      const made = { kind: "KIOSK", name: "Entrance", ...wanted };
      const { token } = await staff.createScreen(caller, made);
      const kiosk = await application.authenticateScreen(token, { kind: "KIOSK", ipAddress });
      return await application.arriveAtKiosk(kiosk, { input, ipAddress });
    },
  };
}

test.each([["482113", 482113], ["482 113", 482113], ["482-113", 482113], ["012345", undefined], [
  "4821137",
  undefined,
], ["Ada", undefined]])("%s is read as the short number %s", (text, number) => {
  expect(readShortNumber(text)).toBe(number);
});

test("an appointment has one number, and a person arrives with it at the kiosk and at the desk", async () => {
  const { book, numberOf, staff, caller, atKiosk } = await openOffice();
  const { id } = await book();
  const number = await numberOf(id);
  expect(number).toMatch(/^[1-9]\d{5}$/);
  expect(await numberOf(id)).toBe(number);
  expect(await staff.getAppointmentByQrCode(caller, { qrCode: number })).toMatchObject({ id });
  expect(await atKiosk({ code: `${number.slice(0, 3)} ${number.slice(3)}` }))
    .toMatchObject({ answer: "ARRIVED", appointment: { dateTime: "2026-03-02T10:30:00" } });
});

test("a number counts only on the date of its appointment, and is gone when that is moved", async () => {
  const { book, numberOf, staff, caller, atKiosk } = await openOffice();
  const { id } = await book();
  const number = await numberOf(id);
  const date = { id, dateTime: "2026-03-05T10:30" };
  await staff.rescheduleAppointment(caller, date);
  expect(await atKiosk({ code: number })).toEqual({ answer: "UNKNOWN_NUMBER" });
  expect((await refusalOf(() => staff.getAppointmentByQrCode(caller, { qrCode: number }))).code)
    .toBe("APPOINTMENT_NOT_FOUND");
  await staff.rescheduleAppointment(caller, { ...date, dateTime: "2026-03-02T11:00" });
  expect(await atKiosk({ code: number })).toMatchObject({ answer: "ARRIVED" });
});

test("a number of the other environment, and of a cancelled appointment, lets nobody in", async () => {
  const { book, numberOf, staff, caller, atKiosk } = await openOffice();
  const { id: inTest } = await book({ environment: "TEST" });
  const { number } = await staff.giveShortNumber(caller, { id: inTest, environment: "TEST" });
  expect(await atKiosk({ code: number })).toEqual({ answer: "UNKNOWN_NUMBER" });
  const { id } = await book();
  const own = await numberOf(id);
  await staff.cancelAppointment(caller, { id });
  expect(await atKiosk({ code: own })).toEqual({ answer: "NOT_OPEN" });
  expect(await numberOf(id)).toBeNull();
});

test("after midnight a number of the evening still counts", async () => {
  const { book, numberOf, clock, atKiosk } = await openOffice();
  const { id } = await book({ dateTime: "2026-03-02T23:30" });
  const number = await numberOf(id);
  clock.now = Temporal.Instant.from("2026-03-03T00:10:00Z");
  expect(await atKiosk({ code: number })).toMatchObject({ answer: "ARRIVED" });
});

test("a kiosk that takes names lets a person in by name and time, if only one has them", async () => {
  const { book, atKiosk } = await openOffice();
  const own = { name: "meyer ludenscheid", time: "10:30" };
  const takesNames = { takesNames: true };
  await book();
  expect((await refusalOf(() => atKiosk(own))).code).toBe("FORBIDDEN");
  expect(await atKiosk({ ...own, time: "10:31" }, takesNames)).toEqual({ answer: "UNKNOWN_NAME" });
  expect(await atKiosk(own, takesNames)).toMatchObject({ answer: "ARRIVED", number: 1 });
  expect(await atKiosk(own, takesNames)).toMatchObject({ answer: "ARRIVED", number: 1 });
  await book({ name: "Ada Meyer Lüdenscheid" });
  expect(await atKiosk(own, takesNames)).toEqual({ answer: "UNKNOWN_NAME" });
  expect(await atKiosk({ ...own, name: "Jürgen Meyer" }, takesNames))
    .toMatchObject({ answer: "ARRIVED", number: 1 });
});

test.each([["Müller", true], ["mueller ANNA", true], ["O’Neil", false], ["Mül", false], [
  "A",
  false,
], [
  "",
  false,
]])("%j names Anna Müller: %s", (text, isHers) => {
  expect(isNamed("Anna Müller", text)).toBe(isHers);
});
