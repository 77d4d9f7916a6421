import { describe, expect, test } from "vitest";
import { weekdays } from "../../../../core/departments/opening_hours.ts";
import { staffOf } from "../../../support/staff_callers.ts";
import { type Stage, stages } from "../../../support/webhook_stages.ts";

const timeZone = "Europe/Berlin";
const ipAddress = "198.51.100.9";
const night = everyDay(["22:00", "24:00"], ["00:00", "02:00"]);
const office = everyDay(["08:00", "17:00"]);

function everyDay(...intervals: [string, string][]) {
  const rows = intervals.map(([opens, closes]) => ({ opens, closes }));
  return Object.fromEntries(weekdays.map((day) => [day, rows]));
}

/** An organization with departments of these opening hours, and its clock. */
async function openHouse(stage: Stage, hours: Record<string, object | null>) {
  const { application } = stage;
  const { organization } = await application.createOrganization({
    name: "House",
    timeZone,
    ownerEmail: `${crypto.randomUUID()}@house.example`,
    ownerPassword: "a password of a test",
    credits: 100,
  });
  const caller = staffOf(organization.id, { timeZone, role: "OWNER" });
  const ids: Record<string, number> = {};
  for (const [name, openingHours] of Object.entries(hours)) {
    const settings = { name, slotCapacity: 10, openingHours };
    ids[name] = (await application.createDepartment(organization.id, settings)).id;
  }
  const { staff } = application;
  const departmentIds = Object.values(ids);
  return {
    staff,
    caller,
    ids,
    application,
    /** Sets the clock to a local time. */
    at(local: string) {
      const then = Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).toInstant();
      stage.pass(then.since(stage.now()));
    },
    pass: stage.pass,
    walkIn: (name: string) => staff.arrive(caller, { departmentId: ids[name] }),
    book: (name: string, dateTime: string) =>
      staff.createAppointment(caller, { departmentId: ids[name], dateTime, name: "Ada" }),
    arrive: (appointmentId: number) => staff.arrive(caller, { appointmentId }),
    callNext: (desk: string) => staff.callNext(caller, { departmentIds, desk }),
    visit: (id: number) =>
      application.getVisit({ organizationId: organization.id, environment: "LIVE" }, id),
    ticket: (ticket: string) => application.showTicket(ticket, { ipAddress }),
    async queue() {
      const { waiting, called, left, ended } = await staff.getQueue(caller, {});
      const numbers = (visits: { number: number }[]) => visits.map(({ number }) => number);
      return {
        waiting: numbers(waiting),
        called: numbers(called),
        left: numbers(left),
        ended: numbers(ended),
      };
    },
    async screen(kind: "DISPLAY" | "KIOSK") {
      const wanted = { kind, name: "Door", givesTickets: kind === "KIOSK" };
      const { token } = await staff.createScreen(caller, wanted);
      return await application.authenticateScreen(token, { kind, ipAddress });
    },
  };
}

describe.each(stages)("in $place", ({ open }) => {
  test("who waits at midnight in a department of the night stays in the queue, with number and ticket", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    house.at("2026-03-02T23:50");
    const first = await house.walkIn("Night");
    const second = await house.walkIn("Night");
    expect([first.number, second.number]).toEqual([1, 2]);
    await house.callNext("1");
    house.at("2026-03-03T00:10");
    expect(await house.queue()).toEqual({ waiting: [2], called: [1], left: [], ended: [] });
    const third = await house.walkIn("Night");
    expect(third).toMatchObject({ number: 3, date: "2026-03-02" });
    expect(await house.ticket(second.ticket)).toMatchObject({ number: 2, ahead: 0 });
    const display = await house.application.followDisplay(await house.screen("DISPLAY"));
    expect(await display.read()).toMatchObject({
      calls: [{ number: 1 }],
      next: [{ number: 2 }, { number: 3 }],
      waiting: 2,
    });
    display.close();
    const kiosk = await house.application.showKiosk(await house.screen("KIOSK"));
    expect(kiosk.departments).toMatchObject([{ waiting: 2 }]);
    await house.staff.finishVisit(house.caller, { id: first.id });
    expect(await house.ticket(first.ticket)).toMatchObject({ state: "ENDED" });
    expect(await house.callNext("1")).toMatchObject({ number: 2 });
    expect(await house.queue()).toEqual({ waiting: [3], called: [2], left: [], ended: [1] });
  });

  test("who waits when the business day of an always open department ends stays in the queue", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null });
    house.at("2026-03-03T03:50");
    const before = await house.walkIn("Always");
    expect(before).toMatchObject({ number: 1, date: "2026-03-02" });
    house.at("2026-03-03T04:10");
    const after = await house.walkIn("Always");
    expect(after).toMatchObject({ number: 2, date: "2026-03-03" });
    expect(await house.queue()).toMatchObject({ waiting: [1, 2], left: [] });
    expect(await house.ticket(before.ticket)).toMatchObject({ ahead: 0 });
    expect(await house.callNext("1")).toMatchObject({ number: 1 });
  });

  test("a number of an open visit is not given again, and is free after its end", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Office: office });
    house.at("2026-03-02T10:00");
    const forgotten = await house.walkIn("Office");
    await house.walkIn("Office");
    const third = await house.walkIn("Office");
    await house.staff.leaveVisit(house.caller, { id: third.id });
    house.at("2026-03-03T10:00");
    expect(await house.queue()).toEqual({ waiting: [], called: [], left: [1, 2], ended: [] });
    expect((await house.walkIn("Office")).number).toBe(3);
    await house.staff.leaveVisit(house.caller, { id: forgotten.id });
    expect((await house.walkIn("Office")).number).toBe(4);
    house.at("2026-03-04T10:00");
    expect((await house.walkIn("Office")).number).toBe(1);
    expect((await house.walkIn("Office")).number).toBe(5);
  });

  test("departments whose days end at different times never have the same open number", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night, Office: office });
    house.at("2026-03-02T23:50");
    expect((await house.walkIn("Night")).number).toBe(1);
    house.at("2026-03-03T00:10");
    expect(await house.walkIn("Office")).toMatchObject({ number: 2, date: "2026-03-03" });
    expect(await house.walkIn("Night")).toMatchObject({ number: 3, date: "2026-03-02" });
    expect((await house.queue()).waiting).toEqual([1, 2, 3]);
  });

  test("a person can check in before midnight for an appointment after it", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    house.at("2026-03-02T20:00");
    const { id, qrCode } = await house.book("Night", "2026-03-03T00:10");
    const kiosk = await house.screen("KIOSK");
    house.at("2026-03-02T23:51");
    const answer = await house.application.arriveAtKiosk(kiosk, {
      input: { code: qrCode },
      ipAddress,
    });
    expect(answer).toMatchObject({ answer: "ARRIVED", number: 1 });
    expect(await house.arrive(id)).toMatchObject({ number: 1, date: "2026-03-02" });
  });

  test("a person can check in after midnight for an appointment before it", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    house.at("2026-03-02T20:00");
    const { id } = await house.book("Night", "2026-03-02T23:50");
    house.at("2026-03-03T00:05");
    expect(await house.arrive(id)).toMatchObject({ number: 1 });
  });

  test("the rules of a department say how early a person can arrive", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Office: office });
    house.at("2026-03-02T07:00");
    const { id, qrCode } = await house.book("Office", "2026-03-02T16:00");
    const rules = { id: house.ids["Office"], arrivalMinutes: 90 };
    await house.staff.changeQueueRules(house.caller, rules);
    const kiosk = await house.screen("KIOSK");
    const atKiosk = () =>
      house.application.arriveAtKiosk(kiosk, { input: { code: qrCode }, ipAddress });
    house.at("2026-03-02T14:29");
    await expect(house.arrive(id)).rejects.toThrow(
      "The appointment is on 2026-03-02 at 16:00. Arrival is possible from 14:30 on 2026-03-02",
    );
    expect(await atKiosk()).toEqual({
      answer: "TOO_EARLY",
      dateTime: "2026-03-02T16:00:00",
      from: "2026-03-02T14:30:00",
    });
    house.at("2026-03-02T14:30");
    expect(await atKiosk()).toMatchObject({ answer: "ARRIVED" });
  });

  test("who can arrive on the day before can be served without a reason, and nobody before", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Office: office });
    house.at("2026-03-01T07:00");
    const { id } = await house.book("Office", "2026-03-02T10:00");
    const { staff, caller } = house;
    await staff.changeQueueRules(caller, { id: house.ids["Office"], arrivalMinutes: 900 });
    house.at("2026-03-01T18:59");
    await expect(staff.completeAppointment(caller, { id })).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
    });
    await expect(house.arrive(id)).rejects.toThrow("Arrival is possible from 19:00 on 2026-03-01");
    house.at("2026-03-01T19:00");
    expect(await staff.completeAppointment(caller, { id })).toMatchObject({ status: "COMPLETED" });
  });

  test("a person whose visit of an earlier day was forgotten arrives again", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Office: office });
    house.at("2026-03-02T10:00");
    const { id, qrCode } = await house.book("Office", "2026-03-02T11:00");
    const forgotten = await house.arrive(id);
    await house.staff.rescheduleAppointment(house.caller, { id, dateTime: "2026-03-04T11:00" });
    house.at("2026-03-04T10:50");
    const kiosk = await house.screen("KIOSK");
    const input = { code: qrCode };
    expect(await house.application.arriveAtKiosk(kiosk, { input, ipAddress }))
      .toMatchObject({ answer: "ARRIVED", number: 2 });
    expect(await house.visit(forgotten.id))
      .toMatchObject({ state: "ENDED", outcome: "LEFT" });
    expect(await house.queue()).toEqual({ waiting: [2], called: [], left: [], ended: [] });
  });

  test("a person whose service of an earlier day nobody finished arrives again", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Office: office });
    house.at("2026-03-02T10:00");
    const { id } = await house.book("Office", "2026-03-02T11:00");
    const forgotten = await house.arrive(id);
    await house.staff.callVisit(house.caller, { id: forgotten.id, desk: "4" });
    await house.staff.startService(house.caller, { id: forgotten.id });
    await house.staff.rescheduleAppointment(house.caller, { id, dateTime: "2026-03-04T11:00" });
    house.at("2026-03-04T10:50");
    expect(await house.arrive(id)).toMatchObject({ state: "WAITING", number: 2 });
    expect(await house.visit(forgotten.id))
      .toMatchObject({ state: "ENDED", outcome: "SERVED" });
  });

  test("a person who waits on in a night keeps the visit, although the appointment was moved to another department", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null, Office: office });
    house.at("2026-03-02T11:00");
    const { id } = await house.book("Always", "2026-03-02T12:00");
    const first = await house.arrive(id);
    const to = { dateTime: "2026-03-03T09:00", departmentId: house.ids["Office"] };
    await house.staff.rescheduleAppointment(house.caller, { id, ...to });
    // 13 hours later. It is still 2 March in the one department, and 3 March in the other one.
    house.at("2026-03-03T00:30");
    expect(await house.arrive(id)).toMatchObject({ id: first.id, state: "WAITING" });
    expect(await house.queue()).toEqual({ waiting: [1], called: [], left: [], ended: [] });
  });

  test("a person whose visit of an earlier day was forgotten arrives again at night for a department of the night", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null, Office: office });
    house.at("2026-03-02T11:00");
    const { id } = await house.book("Office", "2026-03-02T12:00");
    const forgotten = await house.arrive(id);
    const to = { dateTime: "2026-03-03T00:30", departmentId: house.ids["Always"] };
    await house.staff.rescheduleAppointment(house.caller, { id, ...to });
    house.at("2026-03-03T00:20");
    expect(await house.arrive(id)).toMatchObject({ number: 2, state: "WAITING" });
    expect(await house.visit(forgotten.id))
      .toMatchObject({ state: "ENDED", outcome: "LEFT" });
  });

  test("a repeated attempt at a kiosk gets a new number if the first one is of an earlier day in its department", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null, Office: office });
    house.at("2026-03-02T11:00");
    const kiosk = await house.screen("KIOSK");
    const input = { departmentId: house.ids["Always"], attempt: "a".repeat(32) };
    const take = () => house.application.takeTicket(kiosk, { input, ipAddress });
    expect(await take()).toMatchObject({ answer: "ARRIVED", number: 1 });
    const { waiting: [visit] } = await house.staff.getQueue(house.caller, {});
    const departmentId = house.ids["Office"];
    await house.staff.transferVisit(house.caller, { id: visit!.id, departmentId });
    house.at("2026-03-03T00:30");
    expect(await take()).toMatchObject({ answer: "ARRIVED", number: 2 });
  });

  test("a transfer from a night that lasts to a department of the next day stays in the queue, with number and ticket", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null, Office: office });
    house.at("2026-03-02T11:00");
    const visit = await house.walkIn("Always");
    house.at("2026-03-03T00:30");
    expect((await house.walkIn("Office")).number).toBe(2);
    const departmentId = house.ids["Office"];
    const sent = await house.staff.transferVisit(house.caller, { id: visit.id, departmentId });
    expect(sent).toMatchObject({ number: 1, date: "2026-03-03", arrivedAt: visit.arrivedAt });
    expect(await house.queue()).toEqual({ waiting: [1, 2], called: [], left: [], ended: [] });
    expect(await house.ticket(visit.ticket)).toMatchObject({ number: 1, ahead: 0 });
    expect((await house.walkIn("Office")).number).toBe(3);
  });

  test("who returns to the queue after the end of the business day waits in it", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Always: null });
    house.at("2026-03-02T11:00");
    const { id } = await house.walkIn("Always");
    house.at("2026-03-03T03:50");
    await house.callNext("1");
    house.at("2026-03-03T04:10");
    await house.staff.returnToQueue(house.caller, { id });
    expect(await house.queue()).toEqual({ waiting: [1], called: [], left: [], ended: [] });
    expect((await house.walkIn("Always")).number).toBe(2);
    expect(await house.callNext("1")).toMatchObject({ id, number: 1 });
  });

  test("who waits while the hours or the zone change stays in the queue", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    house.at("2026-03-02T23:50");
    await house.walkIn("Night");
    house.at("2026-03-03T00:10");
    const { id: departmentId } = (await house.staff.getQueue(house.caller, {})).departments[0]!;
    const change = { id: departmentId, openingHours: office };
    await house.staff.updateDepartment(house.caller, change);
    expect(await house.queue()).toMatchObject({ waiting: [1], left: [] });
    expect(await house.walkIn("Night")).toMatchObject({ number: 2, date: "2026-03-03" });
    const moved = await house.staff.updateOrganization(house.caller, {
      timeZone: "Pacific/Auckland",
    });
    const caller = { ...house.caller, timeZone: moved.timeZone };
    const queue = await house.staff.getQueue(caller, {});
    expect(queue).toMatchObject({ waiting: [{ number: 1 }, { number: 2 }], left: [] });
    expect(await house.staff.arrive(caller, { departmentId })).toMatchObject({ number: 3 });
  });

  test("a department that is closed today keeps those who wait", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    house.at("2026-03-02T23:50");
    const { departmentId } = await house.walkIn("Night");
    const closures = [{ from: "2026-03-02", to: "2026-03-03", reason: "Flood" }];
    await house.staff.updateDepartment(house.caller, { id: departmentId, closures });
    house.at("2026-03-03T00:10");
    expect(await house.queue()).toMatchObject({ waiting: [1], left: [] });
    expect((await house.walkIn("Night")).number).toBe(2);
  });

  test("the rules of a department say when its business day ends", async () => {
    await using stage: Stage = await open();
    const house = await openHouse(stage, { Night: night });
    await house.staff.changeQueueRules(house.caller, {
      id: house.ids["Night"],
      dayEndsAt: "01:30",
    });
    house.at("2026-03-03T01:29");
    expect((await house.walkIn("Night")).date).toBe("2026-03-02");
    house.at("2026-03-03T01:30");
    expect((await house.walkIn("Night")).date).toBe("2026-03-03");
  });
});
