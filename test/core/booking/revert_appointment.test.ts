import { describe, expect, test } from "vitest";
import type { DomainError } from "../../../core/errors.ts";
import { faultsOf, refusalOf } from "../refusal.ts";
import { bookedAs, dueTime, openDesk, present } from "./front_desk.ts";

type Desk = Awaited<ReturnType<typeof openDesk>>;

describe("the undo of a completion or a no-show", () => {
  test.each(["COMPLETED", "MISSED"] as const)(
    "sets %s back to SCHEDULED, publishes appointment.updated and moves no credit",
    async (state) => {
      const desk = await openDesk({ slotCapacity: 1 });
      const id = await bookedAs(desk, state);
      const undone = await desk.staff.revertAppointment(desk.caller, { id });
      expect(undone).toMatchObject({ id, status: "SCHEDULED" });
      expect(desk.published()).toMatchObject([
        { type: "appointment.updated", id, status: "SCHEDULED" },
      ]);
      expect(await desk.balance()).toBe(99);
      expect(desk.memory.audit.at(-1)).toMatchObject({ action: "appointment.reverted" });
      expect((await refusalOf(() => desk.book())).code).toBe("VALIDATION_ERROR");
    },
  );

  test.each([
    { minutes: 0, isUndone: true },
    { minutes: 10, isUndone: true },
    { minutes: 10.001, isUndone: false },
    // The clock of another machine is a little ahead.
    { minutes: -1, isUndone: true },
    // A clock has jumped: the age of the change is unknown.
    { minutes: -11, isUndone: false },
  ])("$minutes minutes after the change is allowed: $isUndone", async ({ minutes, isUndone }) => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "MISSED");
    desk.clock.now = desk.clock.now.add({ milliseconds: minutes * 60_000 });
    const undo = () => desk.staff.revertAppointment(desk.caller, { id });
    if (isUndone) await undo();
    else expect((await refusalOf(undo)).message).toMatch("can be undone only for 10 minutes");
    expect(desk.kept(id).status).toBe(isUndone ? "SCHEDULED" : "MISSED");
  });

  test("counts from the last change, so a correction can be undone for 10 minutes again", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "MISSED");
    desk.clock.now = desk.clock.now.add({ minutes: 30 });
    await desk.staff.completeAppointment(desk.caller, { id });
    desk.clock.now = desk.clock.now.add({ minutes: 9 });
    expect(await desk.staff.revertAppointment(desk.caller, { id })).toMatchObject({
      status: "SCHEDULED",
    });
  });

  test.each(["SCHEDULED", "archived"] as const)(
    "is refused for an appointment that is %s",
    async (state) => {
      const desk = await openDesk();
      const id = await bookedAs(desk, state);
      const { code, message } = await refusalOf(() =>
        desk.staff.revertAppointment(desk.caller, { id })
      );
      const expected = state === "SCHEDULED"
        ? "The appointment is already SCHEDULED"
        : present(state);
      expect({ code, message }).toEqual({ code: "CONFLICT", message: expected });
    },
  );
});

describe("the undo of a cancellation", () => {
  const undo = (desk: Desk, id: number) => desk.staff.revertAppointment(desk.caller, { id });

  test("takes the place and the credit back, and publishes both", async () => {
    const desk = await openDesk({ slotCapacity: 1 });
    const id = await bookedAs(desk, "CANCELLED");
    const before = desk.kept(id);
    expect(await undo(desk, id)).toMatchObject({ id, status: "SCHEDULED" });
    expect(desk.kept(id)).toEqual({ ...before, status: "SCHEDULED" });
    expect(await desk.balance()).toBe(99);
    expect(desk.memory.creditEntries.at(-1)).toMatchObject({
      kind: "CONSUMED",
      amount: -1,
      balanceAfter: 99,
      appointmentId: id,
    });
    expect(desk.published()).toMatchObject([
      { type: "appointment.updated", id, status: "SCHEDULED" },
      { type: "slot.availability_changed", available: false, remainingSlots: 0 },
    ]);
    expect(desk.memory.audit.at(-1)).toMatchObject({
      action: "appointment.reverted",
      changes: [{ field: "status", before: "CANCELLED", after: "SCHEDULED" }],
    });
  });

  test("can be repeated after another cancellation, and a second undo is refused", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "CANCELLED");
    await undo(desk, id);
    expect(await refusalOf(() => undo(desk, id))).toMatchObject({ code: "CONFLICT" });
    expect(await desk.balance()).toBe(99);
    await desk.staff.cancelAppointment(desk.caller, { id });
    expect(await desk.balance()).toBe(100);
    await undo(desk, id);
    expect(await desk.balance()).toBe(99);
  });

  test("gives the first free place if another one has its place", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "CANCELLED");
    await desk.book();
    expect(desk.kept(id).place).toBe(1);
    await undo(desk, id);
    expect(desk.kept(id).place).toBe(2);
  });

  test("is refused if the slot is full, the worker is booked, or the balance is empty, and takes no credit", async () => {
    const desk = await openDesk({ workers: ["V"], showAdminsInBooking: true });
    const [workerId] = desk.workerIds;
    const { id } = await desk.book({ workerId });
    await desk.staff.cancelAppointment(desk.caller, { id });
    const { id: other } = await desk.book({ workerId });
    expect(await faultsOf(() => undo(desk, id))).toEqual(["workerId"]);
    await desk.application.updateDepartment(desk.departmentId, { slotCapacity: 1 });
    expect(await faultsOf(() => undo(desk, id))).toEqual(["dateTime"]);
    await desk.staff.cancelAppointment(desk.caller, { id: other });
    desk.memory.balances.set(`${desk.caller.organizationId} LIVE`, 0);
    expect((await refusalOf(() => undo(desk, id))).code).toBe("INSUFFICIENT_CREDITS");
    expect(desk.kept(id).status).toBe("CANCELLED");
  });

  test("ignores what leaves existing appointments as they are: time, hours, absence and the end of the department", async () => {
    const desk = await openDesk({ workers: ["V"], showAdminsInBooking: true });
    const [workerId] = desk.workerIds;
    const { id } = await desk.book({ workerId });
    desk.clock.now = dueTime.add({ hours: 1 });
    await desk.staff.cancelAppointment(desk.caller, { id });
    await desk.staff.addAbsence(desk.caller, {
      id: workerId,
      from: "2026-03-02",
      to: "2026-03-02",
    });
    await desk.application.updateDepartment(desk.departmentId, {
      isActive: false,
      openingHours: {},
      bookingWindow: { refusePast: true },
    });
    expect(await undo(desk, id)).toMatchObject({ status: "SCHEDULED", workerId });
  });

  test("is refused after 10 minutes, once it is archived, and for an appointment that somebody else changed", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "CANCELLED");
    const seen = { dateTime: "2026-03-02T11:00:00", departmentId: desk.departmentId };
    expect(await refusalOf(() => desk.staff.revertAppointment(desk.caller, { id, from: seen })))
      .toMatchObject({ code: "CONFLICT" });
    desk.clock.now = desk.clock.now.add({ minutes: 11 });
    expect((await refusalOf(() => undo(desk, id))).message)
      .toMatch("can be undone only for 10 minutes");
    const archivedId = await bookedAs(desk, "CANCELLED");
    const scope = { ...desk.caller, environment: "LIVE" as const };
    await desk.application.archiveAppointment(scope, archivedId);
    expect((await refusalOf(() => undo(desk, archivedId))).code).toBe("CONFLICT");
    expect(await desk.balance()).toBe(100);
  });
});

describe("the CONFLICT of a status", () => {
  async function conflictOf(attempt: () => Promise<unknown>) {
    const error = await attempt().catch((error: unknown) => error);
    return (error as DomainError).statusConflict;
  }

  test("names who caused the present status, and when in local time", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "CANCELLED");
    desk.clock.now = desk.clock.now.add({ minutes: 5 });
    const { kind, id: actorId, name } = desk.caller.actor;
    expect(await conflictOf(() => desk.staff.completeAppointment(desk.caller, { id }))).toEqual({
      status: "CANCELLED",
      isArchived: false,
      by: { kind, id: actorId, name },
      at: "2026-03-01T12:00:00",
    });
    expect(await conflictOf(() => desk.staff.updateAppointment(desk.caller, { id, name: "Bo" })))
      .toMatchObject({ status: "CANCELLED", by: { name } });
  });

  test("names nobody if the status is that of the booking", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "SCHEDULED");
    expect(await conflictOf(() => desk.staff.revertAppointment(desk.caller, { id }))).toEqual({
      status: "SCHEDULED",
      isArchived: false,
      by: null,
      at: null,
    });
  });
});
