import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { bookedAs, dueTime, openDesk, present, settledStates } from "./front_desk.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { operatorIn } from "../../../core/access/caller.ts";

const verbs = ["cancelAppointment", "completeAppointment", "markMissed"] as const;

describe("a status change by staff", () => {
  test.each(
    [
      ["SCHEDULED", "completeAppointment", "COMPLETED", "appointment.completed"],
      ["SCHEDULED", "markMissed", "MISSED", "appointment.no_show"],
      ["COMPLETED", "markMissed", "MISSED", "appointment.updated"],
      ["MISSED", "completeAppointment", "COMPLETED", "appointment.updated"],
    ] as const,
  )("from %s by %s leads to %s, publishes %s and keeps the place", async (
    state,
    verb,
    status,
    type,
  ) => {
    const desk = await openDesk();
    const id = await bookedAs(desk, state);
    desk.clock.now = dueTime;
    expect(await desk.staff[verb](desk.caller, { id })).toMatchObject({ id, status });
    expect(desk.kept(id).status).toBe(status);
    expect(desk.published()).toMatchObject([{ type, id, status }]);
    expect(await desk.balance()).toBe(99);
  });

  test("to CANCELLED refunds the credit and frees the place", async () => {
    const desk = await openDesk({ slotCapacity: 1 });
    const id = await bookedAs(desk, "SCHEDULED");
    expect(await desk.staff.cancelAppointment(desk.caller, { id })).toMatchObject({
      id,
      status: "CANCELLED",
    });
    expect(await desk.balance()).toBe(100);
    expect(desk.memory.creditEntries.at(-1)).toMatchObject({
      environment: "LIVE",
      kind: "REFUNDED",
      amount: 1,
      balanceAfter: 100,
      appointmentId: id,
    });
    expect(desk.published()).toMatchObject([
      { type: "appointment.cancelled", id, status: "CANCELLED" },
      { type: "slot.availability_changed", slotTime: "2026-03-02T10:00:00", remainingSlots: 1 },
    ]);
    expect(await desk.book()).toMatchObject({ status: "SCHEDULED" });
  });

  test("to CANCELLED of a TEST appointment refunds the TEST balance", async () => {
    const desk = await openDesk();
    const { id } = await desk.book({ environment: "TEST" });
    await desk.staff.cancelAppointment(desk.caller, { id, environment: "TEST" });
    expect([await desk.balance("LIVE"), await desk.balance("TEST")]).toEqual([100, 100]);
  });
});

describe("a change by staff is refused", () => {
  const allowed = new Set(["completeAppointment MISSED", "markMissed COMPLETED"]);
  test.each(
    verbs.flatMap((verb) => settledStates.map((state) => [verb, state] as const))
      .filter((pair) => !allowed.has(pair.join(" "))),
  )("with CONFLICT: %s of an appointment that is %s", async (verb, state) => {
    const desk = await openDesk();
    const id = await bookedAs(desk, state);
    const before = { ...desk.kept(id) };
    const balance = await desk.balance();
    const { code, message } = await refusalOf(() => desk.staff[verb](desk.caller, { id }));
    expect({ code, message }).toEqual({ code: "CONFLICT", message: present(state) });
    expect({ ...desk.kept(id) }).toEqual(before);
    expect(await desk.balance()).toBe(balance);
    expect(desk.published()).toEqual([]);
  });
});

describe("the staff view of an appointment", () => {
  test("has environment, phone and worker, and is read from LIVE by default", async () => {
    const desk = await openDesk({ workers: ["W"] });
    const [workerId] = desk.workerIds;
    const live = await desk.book({ phone: "5", workerId });
    const inTest = await desk.book({ environment: "TEST" });
    const read = (input: object) => desk.staff.getAppointment(desk.caller, input);
    expect(await read({ id: live.id })).toStrictEqual({ ...live, workerName: "W" });
    expect(live).toMatchObject({ environment: "LIVE", phone: "5", workerId });
    expect(await read({ id: inTest.id, environment: "TEST" })).toStrictEqual({
      ...inTest,
      workerName: null,
    });
    expect(inTest).toMatchObject({ environment: "TEST", phone: "", workerId: null });
  });

  test("is found by its code in both environments, also if it is archived", async () => {
    const desk = await openDesk();
    const archived = await bookedAs(desk, "archived");
    const inTest = await desk.book({ environment: "TEST" });
    const find = (qrCode: unknown) => desk.staff.getAppointmentByQrCode(desk.caller, { qrCode });
    expect(await find(` ${inTest.qrCode}\n`)).toStrictEqual({ ...inTest, workerName: null });
    expect(await find(desk.kept(archived).qrCode)).toMatchObject({
      id: archived,
      archivedAt: "2026-03-01T12:00:00",
    });
    expect((await refusalOf(() => find("unknown"))).code).toBe("APPOINTMENT_NOT_FOUND");
    const others = { ...desk.caller, organizationId: 99 };
    const foreign = () => desk.staff.getAppointmentByQrCode(others, { qrCode: inTest.qrCode });
    expect((await refusalOf(foreign)).code).toBe("APPOINTMENT_NOT_FOUND");
    for (const qrCode of ["", 5, null, "\0"]) {
      expect(await faultsOf(() => find(qrCode))).toEqual(["qrCode"]);
    }
  });
});

test.each(
  [
    ["SCHEDULED", ["appointment.cancelled SCHEDULED", "slot.availability_changed"]],
    ["COMPLETED", ["slot.availability_changed"]],
    ["MISSED", ["slot.availability_changed"]],
    ["CANCELLED", []],
    ["archived", []],
  ] as const,
)("archiving an appointment that is %s publishes %j and refunds nothing", async (state, types) => {
  const desk = await openDesk();
  const id = await bookedAs(desk, state);
  const balance = await desk.balance();
  const scope = { ...operatorIn(desk.caller.organizationId), environment: "LIVE" as const };
  await desk.application.archiveAppointment(scope, id);
  const published = desk.published().map(({ type, status }) => `${type} ${status ?? ""}`.trim());
  expect(published).toEqual(types);
  expect(desk.kept(id).archivedAt).not.toBe(null);
  expect(await desk.balance()).toBe(balance);
});

describe("the reason of a cancellation", () => {
  const reason = "The doctor is ill";
  const adminOf = (desk: Awaited<ReturnType<typeof openDesk>>) =>
    staffOf(desk.caller.organizationId, { role: "ADMIN" });

  test.each(["cancelAppointment", "archiveAppointment"] as const)(
    "of %s is kept with the appointment, in the event, and as a change without its text in the audit",
    async (verb) => {
      const desk = await openDesk();
      const { id } = await desk.book();
      desk.published();
      const after = await desk.staff[verb](adminOf(desk), { id, reason: ` ${reason} ` });
      expect(after).toMatchObject({ cancelReason: reason });
      expect(desk.kept(id)).toMatchObject({ cancelReason: reason });
      expect(desk.published()[0]).toMatchObject({
        type: "appointment.cancelled",
        cancelReason: reason,
      });
      const { changes } = desk.memory.audit.at(-1)!;
      expect(changes).toContainEqual({ field: "cancelReason" });
      expect(JSON.stringify(desk.memory.audit)).not.toContain(reason);
    },
  );

  test("is left out of the event if there is none", async () => {
    const desk = await openDesk();
    const { id } = await desk.book();
    expect(await desk.staff.cancelAppointment(desk.caller, { id }))
      .toMatchObject({ cancelReason: null });
    expect(JSON.stringify(desk.published())).not.toContain("cancelReason");
  });

  test("ends with the undo", async () => {
    const desk = await openDesk();
    const { id } = await desk.book();
    await desk.staff.cancelAppointment(desk.caller, { id, reason });
    expect(await desk.staff.revertAppointment(desk.caller, { id }))
      .toMatchObject({ status: "SCHEDULED", cancelReason: null });
  });

  test("of a cancelled appointment stays when it is archived without another one", async () => {
    const desk = await openDesk();
    const ids = [(await desk.book()).id, (await desk.book()).id];
    for (const id of ids) await desk.staff.cancelAppointment(desk.caller, { id, reason });
    await desk.staff.archiveAppointment(adminOf(desk), { id: ids[0] });
    await desk.staff.archiveAppointment(adminOf(desk), { id: ids[1], reason: "Double" });
    expect(ids.map((id) => desk.kept(id).cancelReason)).toEqual([reason, "Double"]);
  });

  test.each(["", " ", "x".repeat(256), 5])("is refused as %j", async (wrong) => {
    const desk = await openDesk();
    const { id } = await desk.book();
    expect(await faultsOf(() => desk.staff.cancelAppointment(desk.caller, { id, reason: wrong })))
      .toEqual(["reason"]);
    expect(desk.kept(id).status).toBe("SCHEDULED");
  });
});
