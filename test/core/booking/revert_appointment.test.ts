import { describe, expect, test } from "vitest";
import type { DomainError } from "../../../core/errors.ts";
import { refusalOf } from "../refusal.ts";
import { bookedAs, openDesk, present } from "./front_desk.ts";

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

  test.each(["SCHEDULED", "CANCELLED", "archived"] as const)(
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
