import { describe, expect, test } from "vitest";
import { faultsOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const monday = "2026-03-02";

describe("any free worker", () => {
  test("takes an appointment where a worker is required, and nobody takes two in a slot", async () => {
    const desk = await openDesk({ workers: ["V", "W"], showAdminsInBooking: true });
    const views = [await desk.book({ anyWorker: true }), await desk.book({ anyWorker: true })];
    expect(views.map(({ workerId }) => workerId).sort()).toEqual(desk.workerIds);
    expect(await faultsOf(() => desk.book({ anyWorker: true }))).toEqual(["dateTime"]);
  });

  test("is not one who is away", async () => {
    const desk = await openDesk({ workers: ["V", "W"], showAdminsInBooking: true });
    const [away, present] = desk.workerIds;
    const worker = desk.memory.workers.find(({ id }) => id === away)!;
    worker.absences = [{ from: monday, to: monday, starts: null, ends: null, reason: "" }];
    expect(await desk.book({ anyWorker: true })).toMatchObject({ workerId: present });
  });

  test.each([[{}], [{ anyWorker: false }]])("is not assumed with %j", async (given) => {
    const desk = await openDesk({ workers: ["V"], showAdminsInBooking: true });
    expect(await faultsOf(() => desk.book(given))).toEqual(["workerId"]);
  });

  test("is nobody where no worker is required, and a given worker is kept", async () => {
    const desk = await openDesk({ workers: ["V", "W"] });
    const [, workerId] = desk.workerIds;
    expect(await desk.book({ anyWorker: true })).toMatchObject({ workerId: null });
    expect(await desk.book({ anyWorker: true, workerId })).toMatchObject({ workerId });
  });
});

describe("outside the booking window", () => {
  const bookingWindow = { minLeadMinutes: 10_000, refusePast: true };

  test("staff book and move with a reason, which is audited", async () => {
    const desk = await openDesk({ bookingWindow });
    const overrideReason = " Sent by the court ";
    expect(await faultsOf(() => desk.book())).toEqual(["dateTime"]);
    const { id } = await desk.book({ overrideReason });
    const move = (given: object) => desk.staff.rescheduleAppointment(desk.caller, { id, ...given });
    const dateTime = `${monday}T11:00:00`;
    expect(await faultsOf(() => move({ dateTime }))).toEqual(["dateTime"]);
    expect(await move({ dateTime, overrideReason })).toMatchObject({ dateTime });
    const change = { field: "overrideReason", after: "Sent by the court" };
    const history = await desk.staff.listHistory(desk.caller, { id });
    expect(history.map(({ changes }) => changes)).toEqual([
      [change],
      expect.arrayContaining([change]),
    ]);
  });

  test("a reason does not open a closed day or a full slot", async () => {
    const closures = [{ from: "2026-03-03", to: "2026-03-03", reason: "Flood" }];
    const desk = await openDesk({ bookingWindow, closures, slotCapacity: 1 });
    const overrideReason = "Sent by the court";
    await desk.book({ overrideReason });
    for (const dateTime of [`${monday}T10:00:00`, "2026-03-03T10:00:00"]) {
      expect(await faultsOf(() => desk.book({ overrideReason, dateTime }))).toEqual(["dateTime"]);
    }
  });

  test("an empty reason is refused", async () => {
    const desk = await openDesk({ bookingWindow });
    expect(await faultsOf(() => desk.book({ overrideReason: " " }))).toEqual(["overrideReason"]);
  });
});

describe("the slot that is running", () => {
  const startsAt = "2026-03-01T12:00:00";

  test.each([
    ["at its first moment", "12:00", []],
    ["at its last second", "12:29:59", []],
    ["after its end", "12:30", ["dateTime"]],
  ])("is not past for staff: %s", async (_, time, faults) => {
    const desk = await openDesk({ bookingWindow: { refusePast: true }, slotInterval: 30 });
    desk.clock.now = Temporal.PlainDateTime.from(`2026-03-01T${time}`).toZonedDateTime("UTC")
      .toInstant();
    const attempt = () => desk.book({ dateTime: startsAt });
    if (faults.length > 0) expect(await faultsOf(attempt)).toEqual(faults);
    else expect(await attempt()).toMatchObject({ dateTime: startsAt });
  });

  test("is for staff alone, who need no notice for it", async () => {
    const bookingWindow = { refusePast: true, minLeadMinutes: 5 };
    const desk = await openDesk({ bookingWindow, slotInterval: 30 });
    desk.clock.now = Temporal.Instant.from("2026-03-01T12:10:00Z");
    const { departmentId, caller: { organizationId, actor } } = desk;
    const scope = { organizationId, actor, environment: "LIVE" as const };
    const request = { departmentId, dateTime: startsAt, name: "Ada" };
    const booked = () => desk.application.bookAppointment(scope, request);
    expect(await faultsOf(booked)).toEqual(["dateTime"]);
    expect(await desk.book({ dateTime: startsAt })).toMatchObject({ dateTime: startsAt });
  });
});

describe("a note", () => {
  test("is for staff alone, can be changed in any status, and is erased with the person", async () => {
    const desk = await openDesk();
    const { id } = await desk.book({ note: " Wheelchair ", dateTime: "2026-02-27T10:00:00" });
    const read = () => desk.staff.getAppointment(desk.caller, { id });
    expect(await read()).toMatchObject({ note: "Wheelchair" });
    const api = { ...desk.caller, environment: "LIVE" as const };
    expect(await desk.application.getAppointment(api, id)).not.toHaveProperty("note");
    await desk.staff.completeAppointment(desk.caller, { id });
    desk.published();
    await desk.staff.updateAppointment(desk.caller, { id, note: "Came with a guide dog" });
    expect(await read()).toMatchObject({ note: "Came with a guide dog", status: "COMPLETED" });
    expect(desk.published()).toEqual([]);
    const last = (await desk.staff.listHistory(desk.caller, { id })).at(-1);
    expect(last).toMatchObject({ action: "appointment.updated", changes: [{ field: "note" }] });
    expect(JSON.stringify(last)).not.toContain("dog");
    const admin = { ...desk.caller, role: "ADMIN" as const };
    expect(await desk.staff.eraseAppointment(admin, { id })).toMatchObject({ note: "" });
  });
});
