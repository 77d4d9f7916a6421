import { beforeEach, describe, expect, test } from "vitest";
import { staffOf } from "../../support/staff_callers.ts";
import { readVisit } from "../../../core/visits/change_visit.ts";
import { openDesk } from "../booking/front_desk.ts";

const [today, later, otherDay] = [
  "2026-03-02T10:00:00",
  "2026-03-02T14:00:00",
  "2026-12-02T10:00:00",
];

/** An office on Monday, 2 March 2026, where a person with an appointment at 10:00 has arrived. */
async function openOffice() {
  const desk = await openDesk({ slotCapacity: 3 });
  const { staff, caller, application, departmentId, clock } = desk;
  clock.now = Temporal.Instant.from("2026-03-02T10:00:00Z");
  const { id } = await desk.book();
  const { id: visitId } = await staff.arrive(caller, { appointmentId: id });
  const cars = await application.createDepartment(caller.organizationId, { name: "Cars" });
  const admin = staffOf(caller.organizationId, { role: "ADMIN" });
  for (const one of [departmentId, cars.id]) {
    await staff.changeQueueRules(admin, { id: one, maxCalls: 1 });
  }
  desk.published();
  return {
    ...desk,
    id,
    visitId,
    cars: cars.id,
    move: (to: object) => staff.rescheduleAppointment(caller, { id, ...to }),
    call: () => staff.callVisit(caller, { id: visitId, desk: "1" }),
    start: () => staff.startService(caller, { id: visitId }),
    finish: () => staff.finishVisit(caller, { id: visitId }),
    miss: () => staff.missVisit(caller, { id: visitId }),
    transfer: (to: number) => staff.transferVisit(caller, { id: visitId, departmentId: to }),
    view: () => readVisit(desk, { ...caller, environment: "LIVE" }, visitId),
    appointmentEvents: () =>
      desk.published().map(({ type }) => type).filter((type) => type.startsWith("appointment.")),
  };
}

let office: Awaited<ReturnType<typeof openOffice>>;
beforeEach(async () => {
  office = await openOffice();
});

describe("a visit whose appointment was moved to another day", () => {
  const ways = ["finish", "miss", "transfer"] as const;
  const whens = ["before the call", "after the call", "during the service"] as const;
  const cases = ways.flatMap((way) => whens.map((when) => ({ way, when })))
    .filter(({ way, when }) => !(way === "miss" && when === "during the service"));

  test.each(cases)("ends alone by $way if it was moved $when", async ({ way, when }) => {
    const { move, call, start, cars, id, kept } = office;
    if (when === "before the call") await move({ dateTime: otherDay });
    await call();
    if (when === "after the call") await move({ dateTime: otherDay });
    if (when === "during the service" || way === "transfer") await start();
    if (when === "during the service") await move({ dateTime: otherDay });
    office.published();
    const answer = await (way === "transfer" ? office.transfer(cars) : office[way]());
    expect(answer).toMatchObject({
      isAppointmentKept: true,
      appointment: {
        difference: "MOVED",
        dateTime: otherDay,
        status: "SCHEDULED",
        cameFor: { dateTime: today, departmentId: office.departmentId },
      },
    });
    expect(kept(id).status).toBe("SCHEDULED");
    expect(office.appointmentEvents()).toEqual([]);
    const visit = await office.view();
    expect(visit.outcome).toBe(way === "miss" ? "NO_SHOW" : "SERVED");
  });

  test("does not stop the arrival on the new day", async () => {
    const { move, call, finish, staff, caller, clock, id } = office;
    await move({ dateTime: otherDay });
    await call();
    await finish();
    clock.now = Temporal.Instant.from("2026-12-02T09:55:00Z");
    const again = await staff.arrive(caller, { appointmentId: id });
    await staff.callVisit(caller, { id: again.id, desk: "1" });
    expect(await staff.finishVisit(caller, { id: again.id }))
      .toMatchObject({ isAppointmentKept: false, appointment: { status: "COMPLETED" } });
  });
});

test("a visit completes its appointment if that was moved away and back", async () => {
  const { move, call, finish, kept, id } = office;
  await move({ dateTime: otherDay });
  await move({ dateTime: today });
  await call();
  expect(await finish()).toMatchObject({
    isAppointmentKept: false,
    appointment: { difference: null, status: "COMPLETED" },
  });
  expect(kept(id).status).toBe("COMPLETED");
});

test("a visit completes its appointment after it was transferred by the desk", async () => {
  const { call, finish, transfer, cars } = office;
  await transfer(cars);
  await call();
  expect(await finish()).toMatchObject({
    departmentId: cars,
    isAppointmentKept: false,
    appointment: { status: "COMPLETED" },
  });
});

test.each([
  { change: "a move within the day", to: { dateTime: later } },
  { change: "a move to another department", to: { dateTime: today, isElsewhere: true } },
])("a visit ends alone after $change", async ({ to: { isElsewhere, dateTime } }) => {
  const { move, call, finish, cars, kept, id } = office;
  await move({ dateTime, ...(isElsewhere && { departmentId: cars }) });
  await call();
  expect(await finish()).toMatchObject({
    isAppointmentKept: true,
    appointment: { difference: "MOVED", departmentName: isElsewhere ? "Cars" : "Desk" },
  });
  expect(kept(id).status).toBe("SCHEDULED");
});

test.each(["CANCELLED", "ARCHIVED"] as const)(
  "a visit whose appointment is %s ends alone and says so",
  async (difference) => {
    const { staff, caller, call, finish, id } = office;
    if (difference === "CANCELLED") await staff.cancelAppointment(caller, { id });
    else await staff.archiveAppointment(staffOf(caller.organizationId), { id });
    await call();
    expect(await office.view()).toMatchObject({
      isAppointmentKept: false,
      appointment: { difference, isArchived: difference === "ARCHIVED" },
    });
    expect(await finish()).toMatchObject({ isAppointmentKept: true, appointment: { difference } });
  },
);

test("a visit whose appointment was marked by hand meanwhile leaves it, and says so", async () => {
  const { staff, caller, call, finish, id } = office;
  await staff.markMissed(caller, { id });
  await call();
  expect(await finish()).toMatchObject({
    isAppointmentKept: true,
    appointment: { difference: null, status: "MISSED" },
  });
});

describe("an appointment that is set back to SCHEDULED", () => {
  test("during the service is completed by the end of the visit", async () => {
    const { staff, caller, call, start, finish, id } = office;
    await call();
    await start();
    await staff.completeAppointment(caller, { id });
    await staff.revertAppointment(caller, { id });
    expect(await finish()).toMatchObject({ appointment: { status: "COMPLETED" } });
  });

  test("after the person was served is not missed by a later part of the stay", async () => {
    const { staff, caller, call, start, transfer, cars, id, kept } = office;
    await call();
    await start();
    const { id: next } = await transfer(cars);
    expect(kept(id).status).toBe("COMPLETED");
    await staff.revertAppointment(caller, { id });
    await staff.callVisit(caller, { id: next, desk: "1" });
    expect(await staff.missVisit(caller, { id: next }))
      .toMatchObject({ isAppointmentKept: true, appointment: { status: "SCHEDULED" } });
  });
});

describe("a person who waits for a moved appointment", () => {
  test("completes it after a new check-in at the new time", async () => {
    const { staff, caller, move, call, finish, id, visitId } = office;
    await move({ dateTime: later });
    expect(await staff.arrive(caller, { appointmentId: id })).toMatchObject({
      id: visitId,
      appointment: { difference: null, cameFor: { dateTime: later } },
    });
    await call();
    expect(await finish()).toMatchObject({ appointment: { status: "COMPLETED" } });
  });

  test.each(["WAITING", "IN_SERVICE"] as const)(
    "completes it after a transfer to its new department while %s",
    async (state) => {
      const { staff, caller, move, call, start, transfer, cars } = office;
      await move({ dateTime: today, departmentId: cars });
      if (state === "IN_SERVICE") {
        await call();
        await start();
      }
      const sent = await transfer(cars);
      expect(sent).toMatchObject({
        isAppointmentKept: state === "IN_SERVICE",
        appointment: { difference: null, status: "SCHEDULED" },
      });
      await staff.callVisit(caller, { id: sent.id, desk: "1" });
      expect(await staff.finishVisit(caller, { id: sent.id }))
        .toMatchObject({ isAppointmentKept: false, appointment: { status: "COMPLETED" } });
    },
  );

  test("still waits for nothing else if it was moved to another day", async () => {
    const { staff, caller, move, id, visitId } = office;
    await move({ dateTime: otherDay });
    expect(await staff.arrive(caller, { appointmentId: id }))
      .toMatchObject({ id: visitId, appointment: { difference: "MOVED" } });
  });
});
