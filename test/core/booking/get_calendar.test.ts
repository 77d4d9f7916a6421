import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const monday = "2026-03-02";
const morning = {
  openingHours: { monday: [{ opens: "10:00", closes: "11:15" }] },
  slotInterval: 30,
};
type Desk = Awaited<ReturnType<typeof openDesk>>;

const getCalendar = (desk: Desk, input: object = {}) =>
  desk.staff.getCalendar(desk.caller, { from: monday, ...input });

describe("the calendar", () => {
  test("has the slots within the opening hours with their states and free workers", async () => {
    const desk = await openDesk({ ...morning, showAdminsInBooking: true, workers: ["V", "W"] });
    const [workerId, otherId] = desk.workerIds;
    const { id } = await desk.book({ workerId });
    const admin = { ...desk.caller, role: "ADMIN" as const };
    const away = { from: monday, to: monday, starts: "11:00", ends: "12:00", reason: "Course" };
    await desk.staff.addAbsence(admin, { id: otherId, ...away });
    const { departmentId } = desk;
    const calendar = await getCalendar(desk, { departmentId });
    expect(calendar.departments).toMatchObject([{
      id: departmentId,
      days: [{ date: monday, closure: null, hours: morning.openingHours.monday }],
    }]);
    const slot = { state: "FREE", reason: null };
    expect(calendar.departments[0]!.days[0]!.slots).toEqual([
      { ...slot, minute: 600, endMinute: 630, remainingSlots: 1, freeWorkerIds: [otherId] },
      { ...slot, minute: 630, endMinute: 660, remainingSlots: 2, freeWorkerIds: desk.workerIds },
      { ...slot, minute: 660, endMinute: 690, remainingSlots: 1, freeWorkerIds: [workerId] },
    ]);
    expect(calendar.appointments.map((one) => one.id)).toEqual([id]);
    expect(calendar.workers).toMatchObject([{ id: workerId, absences: [] }, {
      id: otherId,
      absences: [away],
    }]);
    expect(calendar.isCut).toBe(false);
  });

  test("has a week of one worker, and the places that others take", async () => {
    const desk = await openDesk({ slotCapacity: 1, workers: ["V", "W"] });
    const [workerId, otherId] = desk.workerIds;
    await desk.book({ workerId: otherId });
    const { id } = await desk.book({ workerId, dateTime: "2026-03-08T23:59:59" });
    await desk.book({ workerId, dateTime: "2026-03-09T00:00" });
    const week = await getCalendar(desk, { days: 7, workerId });
    expect(week.appointments.map((one) => one.id)).toEqual([id]);
    expect(week.workers.map((one) => one.id)).toEqual([workerId]);
    const [first] = week.departments[0]!.days;
    expect(week.departments[0]!.days).toHaveLength(7);
    expect(first!.hours).toBeNull();
    expect(first!.slots!.filter(({ state }) => state === "FULL").map(({ minute }) => minute))
      .toEqual([600]);
  });

  test("keeps the people of closed days and of inactive workers and departments", async () => {
    const desk = await openDesk({ ...morning, workers: ["V", "W"] });
    const [workerId] = desk.workerIds;
    const { id } = await desk.book({ workerId });
    const closures = [{ from: monday, to: monday, reason: "Staff day" }];
    await desk.application.updateDepartment(desk.departmentId, { closures, isActive: false });
    for (const one of desk.workerIds) await desk.application.updateWorker(one, { isActive: false });
    for (const input of [{}, { departmentId: desk.departmentId }]) {
      const calendar = await getCalendar(desk, input);
      expect(calendar.appointments.map((one) => one.id)).toEqual([id]);
      expect(calendar.departments).toMatchObject([
        { isActive: false, days: [{ closure: "Staff day", slots: [] }] },
      ]);
    }
    const { workers } = await getCalendar(desk, { departmentId: desk.departmentId });
    expect(workers).toMatchObject([{ id: workerId, isActive: false }]);
    expect((await getCalendar(desk, { from: "2026-03-03" })).departments).toEqual([]);
    expect((await getCalendar(desk, { workerId })).workers).toMatchObject([{ id: workerId }]);
  });

  test("counts the held places, and knows the environments apart", async () => {
    const desk = await openDesk({ slotCapacity: 1 });
    await desk.book({ environment: "TEST" });
    const { departmentId } = desk;
    const api = {
      organizationId: desk.caller.organizationId,
      apiKeyId: 1,
      lineageId: "one",
      environment: "LIVE" as const,
    };
    await desk.application.holdPlace(api, { departmentId, dateTime: "2026-03-02T12:00" });
    const fullIn = async (environment: string) => {
      const { departments } = await getCalendar(desk, { departmentId, environment });
      const slots = departments[0]!.days[0]!.slots!;
      return slots.filter(({ state }) => state === "FULL").map(({ minute }) => minute);
    };
    expect(await fullIn("LIVE")).toEqual([720]);
    expect(await fullIn("TEST")).toEqual([600]);
  });

  test("is bounded: 7 days, 20,000 slots, 5,000 appointments", async () => {
    const desk = await openDesk({ slotInterval: 1, slotCapacity: 10_000 });
    const admin = { ...desk.caller, role: "ADMIN" as const };
    for (let i = 0; i < 14; i += 1) {
      await desk.staff.createDepartment(admin, { name: `D${i}`, slotInterval: 1 });
    }
    await desk.book();
    const { appointments } = desk.memory;
    for (let i = 2; i <= 5001; i += 1) appointments.push({ ...appointments[0]!, id: i });
    const calendar = await getCalendar(desk);
    expect(calendar.departments.map(({ days }) => days[0]!.slots?.length ?? null))
      .toEqual([...Array.from({ length: 13 }, () => 1440), null, null]);
    expect(calendar.appointments).toHaveLength(5000);
    expect(calendar.isCut).toBe(true);
    const { departmentId } = desk;
    expect(await faultsOf(() => getCalendar(desk, { departmentId, days: 8 }))).toEqual(["days"]);
    expect(await faultsOf(() => getCalendar(desk, { days: 2 }))).toEqual(["days"]);
    expect(await faultsOf(() => getCalendar(desk, { days: 0 }))).toEqual(["days"]);
    const toYear10000 = { departmentId, from: "9999-12-31", days: 2 };
    expect(await faultsOf(() => getCalendar(desk, toYear10000))).toEqual(["days"]);
    expect(await refusalOf(() => getCalendar(desk, { workerId: 99 })))
      .toMatchObject({ code: "WORKER_NOT_FOUND" });
  });
});
