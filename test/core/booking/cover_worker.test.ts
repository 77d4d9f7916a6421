import { describe, expect, test } from "vitest";
import { dueTime, openDesk } from "./front_desk.ts";

const monday = "2026-03-02";
const at = (time: string, date = monday) => `${date}T${time}:00`;
const weekday = [{ opens: "09:00", closes: "12:00" }];
const office = {
  showAdminsInBooking: true,
  slotCapacity: 3,
  slotInterval: 30,
  openingHours: { monday: weekday, tuesday: weekday, wednesday: weekday },
  workers: ["Ill", "V", "W"],
};

/** A department that books by worker, on Monday at 8:00. The first worker becomes ill. */
async function openOffice(settings: object = {}) {
  const desk = await openDesk({ ...office, ...settings });
  desk.clock.now = dueTime.subtract({ hours: 2 });
  const [ill, v, w] = desk.workerIds as [number, number, number];
  const planOf = (input: object = {}) =>
    desk.staff.getCoverPlan(desk.caller, { id: ill, from: monday, to: monday, ...input });
  async function shortPlan(input: object = {}) {
    const { moves, unplaced } = await planOf(input);
    return {
      moves: moves.map(({ appointment, to }) => [appointment.id, to.dateTime, to.workerId]),
      unplaced: unplaced.map(({ id }) => id),
    };
  }
  return { ...desk, ill, v, w, planOf, shortPlan };
}

describe("the plan for an absent worker", () => {
  test("gives everybody to a colleague at the same time, and shares the work", async () => {
    const office = await openOffice();
    const { ill, v, w } = office;
    const ids: number[] = [];
    for (const time of ["09:00", "09:30", "10:00", "10:30"]) {
      ids.push((await office.book({ dateTime: at(time), workerId: ill })).id);
    }
    await office.book({ dateTime: at("09:30"), workerId: v });
    const plan = await office.planOf();
    expect(plan).toMatchObject({ unplaced: [], passed: 0, unplanned: 0 });
    expect(plan.moves[0]).toMatchObject({
      appointment: { id: ids[0], name: "Ada", workerId: ill, dateTime: at("09:00") },
      to: { dateTime: at("09:00"), workerId: v, workerName: "V" },
    });
    expect(plan.moves.map(({ to }) => to.workerId)).toEqual([v, w, v, w]);
    expect(office.published()).toHaveLength(10);
  });

  test("moves those without a free colleague to the nearest free time, the later of two", async () => {
    const office = await openOffice({ workers: ["Ill", "V"] });
    const { ill, v } = office;
    for (const time of ["09:30", "10:30"]) await office.book({ dateTime: at(time), workerId: v });
    const first = await office.book({ dateTime: at("09:30"), workerId: ill });
    const second = await office.book({ dateTime: at("10:30"), workerId: ill });
    const third = await office.book({ dateTime: at("10:00"), workerId: ill });
    expect(await office.shortPlan()).toEqual({
      moves: [
        // 10:00 is nearest too, and kept for the person of 10:00.
        [first.id, at("09:00"), v],
        [third.id, at("10:00"), v],
        [second.id, at("11:00"), v],
      ],
      unplaced: [],
    });
  });

  test("moves to a later day if the day is full, and back to the worker after the absence", async () => {
    const office = await openOffice({ workers: ["Ill"] });
    const { ill } = office;
    const { id } = await office.book({ dateTime: at("10:00"), workerId: ill });
    await office.book({ dateTime: at("10:00", "2026-03-03"), workerId: ill });
    expect(await office.shortPlan()).toEqual({
      moves: [[id, at("10:30", "2026-03-03"), ill]],
      unplaced: [],
    });
  });

  test("stays within the booking window and the opening hours, and lists who cannot be placed", async () => {
    const office = await openOffice({
      workers: ["Ill", "V"],
      bookingWindow: { maxDaysAhead: 0 },
      openingHours: { monday: [{ opens: "10:00", closes: "10:30" }] },
    });
    const { id } = await office.book({ workerId: office.ill });
    await office.book({ workerId: office.v });
    expect(await office.shortPlan()).toEqual({ moves: [], unplaced: [id] });
  });

  test("moves nobody to a time that has begun, and leaves those out whose time has passed", async () => {
    const office = await openOffice({ workers: ["Ill", "V"] });
    const { ill, v } = office;
    for (const time of ["09:00", "10:00"]) await office.book({ dateTime: at(time), workerId: ill });
    const { id } = await office.book({ dateTime: at("10:30"), workerId: ill });
    await office.book({ dateTime: at("10:30"), workerId: v });
    office.clock.now = dueTime.add({ minutes: 5 });
    expect(await office.shortPlan()).toEqual({ moves: [[id, at("11:00"), v]], unplaced: [] });
    expect(await office.planOf()).toMatchObject({ passed: 2 });
  });

  test("leaves settled appointments, other hours and other workers as they are", async () => {
    const office = await openOffice();
    const { ill, v } = office;
    await office.book({ dateTime: at("09:00"), workerId: ill });
    const { id } = await office.book({ dateTime: at("11:00"), workerId: ill });
    const cancelled = await office.book({ dateTime: at("11:30"), workerId: ill });
    await office.staff.cancelAppointment(office.caller, { id: cancelled.id });
    await office.book({ dateTime: at("11:00"), workerId: v });
    expect(await office.shortPlan({ starts: "10:45", ends: "12:00" }))
      .toMatchObject({ moves: [[id, at("11:00"), office.w]], unplaced: [] });
  });

  test("counts colleagues who are absent too, and those who are switched off", async () => {
    const office = await openOffice();
    const { id } = await office.book({ workerId: office.ill });
    await office.staff.addAbsence(office.caller, { id: office.v, from: monday, to: monday });
    await office.application.updateWorker(office.w, { isActive: false });
    const plan = await office.shortPlan();
    expect(plan.moves).toEqual([[id, at("10:00", "2026-03-03"), office.ill]]);
  });

  test("in a department that does not book by worker prefers a colleague who is free then", async () => {
    const office = await openOffice({ showAdminsInBooking: false });
    const { ill, v, w } = office;
    const first = await office.book({ workerId: ill });
    await office.book({ workerId: v });
    const second = await office.book({ workerId: ill });
    expect(await office.shortPlan()).toEqual({
      moves: [[first.id, at("10:00"), w], [second.id, at("10:00"), v]],
      unplaced: [],
    });
  });

  test("places nobody in a department that is not active", async () => {
    const office = await openOffice();
    const { id } = await office.book({ workerId: office.ill });
    await office.application.updateDepartment(office.departmentId, { isActive: false });
    expect(await office.shortPlan()).toEqual({ moves: [], unplaced: [id] });
  });
});
