import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createApplication } from "../../../core/application.ts";
import { listWorkersOfDepartment } from "../../../core/departments/list_departments.ts";
import { operatorCaller, operatorIn } from "../../../core/access/caller.ts";
import type { Ports } from "../../../core/ports.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { refusalOf, untouchable } from "../refusal.ts";
import { now } from "../booking/samples.ts";
import { checkAvailability } from "../../../core/departments/check_availability.ts";

async function seeded(...departments: Parameters<typeof seedOrganization>[1]["departments"] & {}) {
  const ports = createInMemoryPorts({ now: () => now });
  const application = createApplication(ports);
  const timeZone = "America/New_York";
  const { organizationId, departments: made } = await seedOrganization(application, {
    organization: { timeZone },
    departments,
  });
  const caller = { ...operatorIn(organizationId), environment: "LIVE" as const, timeZone };
  return { ports, application, caller, departmentIds: made.map(({ id }) => id) };
}

describe("the public list of departments", () => {
  test("has the active departments of the organization by id, with only the six fields", async () => {
    const { application, caller } = await seeded(
      { name: "Z", address: "1 Quay", phoneNumber: "555", workingHours: "9 to 5" },
      { name: "Closed down", isActive: false },
      { name: "A" },
    );
    expect(await Array.fromAsync(application.listDepartments(caller))).toEqual([[
      {
        id: 1,
        name: "Z",
        address: "1 Quay",
        phoneNumber: "555",
        slotInterval: 30,
        workingHours: "9 to 5",
      },
      { id: 3, name: "A", address: "", phoneNumber: "", slotInterval: 30, workingHours: "" },
    ]]);
    const unknown = application.listDepartments({ organizationId: 99 });
    expect(await Array.fromAsync(unknown)).toEqual([[]]);
  });

  test("has no unknown, inactive or another organization's department", async () => {
    const { application, caller } = await seeded({ name: "A" }, { name: "B", isActive: false });
    expect((await application.getDepartment(caller, 1)).name).toBe("A");
    const dateTime = "2026-03-02T10:00";
    const stranger = { ...caller, organizationId: 99 };
    for (
      const [reader, departmentId] of [[caller, 0], [caller, 2], [caller, 3], [
        stranger,
        1,
      ]] as const
    ) {
      const attempts = [
        () => application.getDepartment(reader, departmentId),
        () => application.checkAvailability(reader, { departmentId, dateTime }),
      ];
      for (const attempt of attempts) {
        expect((await refusalOf(attempt)).code).toBe("DEPARTMENT_NOT_FOUND");
      }
    }
  });
});

test.each([undefined, null, "", "2026-03-02", "2026-03-02T10:00:00Z", 5, ["2026-03-02T10:00"]])(
  "availability at %j is refused with INVALID_DATE_FORMAT before any lookup",
  async (dateTime) => {
    const ports = untouchable<Ports>();
    const caller = { organizationId: 1, environment: "LIVE" as const, timeZone: "UTC" };
    const { code, faults } = await refusalOf(() =>
      checkAvailability(ports, caller, { departmentId: 1, dateTime })
    );
    expect({ code, faults }).toEqual({ code: "INVALID_DATE_FORMAT", faults: [] });
  },
);

describe("availability", () => {
  test("repeats the requested time in the wire form, and counts the booked places", async () => {
    const { application, caller } = await seeded({ name: "A", slotCapacity: 2 });
    const ask = () =>
      application.checkAvailability(caller, { departmentId: 1, dateTime: "2026-03-02T10:07" });
    const free = { slotTime: "2026-03-02T10:07:00", available: true, unavailabilityReason: null };
    expect(await ask()).toEqual({ ...free, remainingSlots: 2 });
    const body = { departmentId: 1, dateTime: "2026-03-02T10:29:59", name: "Ada" };
    const { appointment } = await application.bookAppointment(caller, body);
    expect(await ask()).toEqual({ ...free, remainingSlots: 1 });
    await application.bookAppointment(caller, body);
    expect(await ask()).toEqual({
      slotTime: "2026-03-02T10:07:00",
      available: false,
      remainingSlots: 0,
      unavailabilityReason: "Slot is full (2/2 booked)",
    });
    await application.archiveAppointment(caller, appointment.id);
    expect(await ask()).toEqual({ ...free, remainingSlots: 1 });
  });

  test("counts only the caller's environment", async () => {
    const { application, caller } = await seeded({ name: "A" });
    const question = { departmentId: 1, dateTime: "2026-03-02T10:00" };
    await application.bookAppointment(caller, { ...question, name: "Ada" });
    const inTest = { ...caller, environment: "TEST" as const };
    expect((await application.checkAvailability(caller, question)).available).toBe(false);
    expect((await application.checkAvailability(inTest, question)).available).toBe(true);
  });

  test("is the rule of booking: a free slot is booked, another one is refused with the same reason", async () => {
    const { application, caller } = await seeded({
      name: "A",
      slotCapacity: 2,
      openingHours: { sunday: [{ opens: "01:00", closes: "11:00" }] },
      closures: [{ from: "2026-03-15", to: "2026-03-15", reason: "Flood" }],
      bookingWindow: { maxDaysAhead: 20 },
    });
    const times = fc.record({
      day: fc.constantFrom("07", "08", "15", "22"),
      minute: fc.constantFrom("01:30", "02:30", "10:00", "10:20", "11:00"),
    }).map(({ day, minute }) => `2026-03-${day}T${minute}`);
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(times, async (dateTime) => {
        const slot = await application.checkAvailability(caller, { departmentId: 1, dateTime });
        const refused = await application
          .bookAppointment(caller, { departmentId: 1, dateTime, name: "Ada" })
          .then(() => [], (error: { details: unknown }) => error.details);
        const message = slot.unavailabilityReason;
        expect(refused).toEqual(slot.available ? [] : [{ field: "dateTime", message }]);
        outcomes.add(message?.split(" ").find((word) => /^[a-z]+$/.test(word)) ?? "available");
      }),
      { seed: 1 },
    );
    expect([...outcomes].sort()).toEqual(["at", "available", "does", "is", "on", "the"]);
  });
});

test("listing the workers of an unknown department is refused with DEPARTMENT_NOT_FOUND", async () => {
  const { ports } = await seeded();
  expect((await refusalOf(() => listWorkersOfDepartment(ports, operatorCaller, 1))).code).toBe(
    "DEPARTMENT_NOT_FOUND",
  );
});
