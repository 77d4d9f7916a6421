import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

// The clock of the desk is at 12:00 on Sunday, 1 March 2026, in the middle of a slot of 60 minutes from 11:30.
const grid = { slotInterval: 60, slotOffset: 30 };
const running = "2026-03-01T11:30:00";
const window = { minLeadMinutes: 120, maxDaysAhead: 30, refusePast: true };

describe("outside the booking window staff can book", () => {
  test("the running slot without a reason, which the public API refuses", async () => {
    const desk = await openDesk({ ...grid, bookingWindow: window });
    const booked = await desk.book({ dateTime: running, overrideReason: "not needed" });
    expect(booked).toMatchObject({ dateTime: running });
    expect(desk.memory.audit.at(-1)).toMatchObject({ action: "appointment.created", changes: [] });
    const { organizationId, actor } = desk.caller;
    const scope = { organizationId, environment: "LIVE" as const, actor };
    const fields = { departmentId: desk.departmentId, dateTime: running, name: "Ada" };
    expect(await faultsOf(() => desk.application.bookAppointment(scope, fields))).toEqual([
      "dateTime",
    ]);
  });

  test.each(["2026-03-01T10:30:00", "2026-03-01T12:30:00", "2026-06-01T10:30:00"])(
    "%s only with a reason, which the audit keeps",
    async (dateTime) => {
      const desk = await openDesk({ ...grid, bookingWindow: window });
      expect((await refusalOf(() => desk.book({ dateTime }))).faults[0]).toMatchObject({
        field: "dateTime",
        message: expect.stringMatching(/^Outside the booking window/),
      });
      expect(await faultsOf(() => desk.book({ dateTime, overrideReason: " " }))).toEqual([
        "overrideReason",
      ]);
      await desk.book({ dateTime, overrideReason: "Sent by the mayor" });
      expect(desk.memory.audit.at(-1)!.changes).toEqual([
        { field: "overrideReason", after: "Sent by the mayor" },
      ]);
    },
  );
});

test("a reason overrides neither a full slot nor a closure", async () => {
  const desk = await openDesk({
    slotCapacity: 1,
    closures: [{ from: "2026-03-03", to: "2026-03-03", reason: "Holiday" }],
  });
  await desk.book();
  const reason = { overrideReason: "Urgent" };
  expect(await faultsOf(() => desk.book(reason))).toEqual(["dateTime"]);
  const closed = () => desk.book({ ...reason, dateTime: "2026-03-03T10:00:00" });
  expect(await faultsOf(closed)).toEqual(["dateTime"]);
});

describe("a booking with anyone available", () => {
  const byWorker = { showAdminsInBooking: true, slotCapacity: 5, workers: ["Mai", "Jo"] };

  test("takes each free worker once, and is refused if nobody is free", async () => {
    const desk = await openDesk(byWorker);
    const [mai, jo] = desk.workerIds;
    expect(await desk.book({ anyWorker: true })).toMatchObject({ workerId: mai });
    expect(await desk.book({ anyWorker: true })).toMatchObject({ workerId: jo });
    expect(await faultsOf(() => desk.book({ anyWorker: true }))).toEqual(["workerId"]);
    expect(await faultsOf(() => desk.book({ anyWorker: true, workerId: mai }))).toEqual([
      "workerId",
    ]);
    expect(await faultsOf(() => desk.book())).toEqual(["workerId"]);
  });

  test("names the same worker again when it is repeated with its Idempotency-Key", async () => {
    const desk = await openDesk(byWorker);
    const caller = { ...desk.caller, idempotencyKey: "k" };
    const fields = {
      departmentId: desk.departmentId,
      dateTime: "2026-03-02T10:00:00",
      name: "Ada",
      anyWorker: true,
    };
    const first = await desk.staff.createAppointment(caller, fields);
    expect(await desk.staff.createAppointment(caller, fields)).toEqual(first);
    expect(first.workerId).toBe(desk.workerIds[0]);
  });
});
