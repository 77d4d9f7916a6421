import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { bookedAs, openDesk, present, settledStates } from "./front_desk.ts";

const later = "2026-03-02T11:00:00";

function movesOf(desk: Awaited<ReturnType<typeof openDesk>>, id: number) {
  return (dateTime: string) => desk.staff.rescheduleAppointment(desk.caller, { id, dateTime });
}

test("a move takes the first free place of the other slot, costs nothing, and publishes both slots", async () => {
  const desk = await openDesk({ slotCapacity: 3 });
  for (let i = 0; i < 3; i += 1) await desk.book({ dateTime: later });
  await desk.staff.cancelAppointment(desk.caller, { id: 2 });
  const { id } = await desk.book({ phone: "5" });
  desk.published();
  const balance = await desk.balance();
  expect(await movesOf(desk, id)("2026-03-02T11:07:30")).toMatchObject({
    dateTime: "2026-03-02T11:07:30",
    status: "SCHEDULED",
  });
  const kept = desk.kept(id);
  expect(kept.slotStart.toString()).toBe(later);
  expect(kept).toMatchObject({ slotMinutes: 30, place: 2, slotCapacity: 3 });
  expect(await desk.balance()).toBe(balance);
  const { departmentId } = desk;
  const slot = { type: "slot.availability_changed", departmentId };
  expect(desk.published()).toEqual([
    {
      type: "appointment.updated",
      id,
      departmentId,
      dateTime: "2026-03-02T11:07:30",
      status: "SCHEDULED",
      name: "Ada",
      phone: "5",
      qrCode: kept.qrCode,
    },
    {
      ...slot,
      slotTime: "2026-03-02T10:00:00",
      available: true,
      remainingSlots: 3,
      unavailabilityReason: null,
    },
    {
      ...slot,
      slotTime: later,
      available: false,
      remainingSlots: 0,
      unavailabilityReason: "Slot is full (3/3 booked)",
    },
  ]);
});

test("a move within a full slot keeps the place and publishes no slot", async () => {
  const desk = await openDesk();
  await desk.book();
  const { id } = await desk.book();
  await movesOf(desk, id)("2026-03-02T10:29:59");
  expect(desk.kept(id)).toMatchObject({ place: 2 });
  expect(desk.published().map(({ type }) => type).slice(-1)).toEqual(["appointment.updated"]);
});

test("a move within an over-full slot is not refused as full, and one into it is", async () => {
  const desk = await openDesk({ slotCapacity: 3 });
  const ids = [await desk.book(), await desk.book(), await desk.book()].map(({ id }) => id);
  const { id: outside } = await desk.book({ dateTime: later });
  await desk.application.updateDepartment(desk.departmentId, { slotCapacity: 1 });
  for (const id of ids) await movesOf(desk, id)("2026-03-02T10:10");
  expect(ids.map((id) => desk.kept(id).place).toSorted()).toEqual([1, 2, 3]);
  expect(await faultsOf(() => movesOf(desk, outside)("2026-03-02T10:20"))).toEqual(["dateTime"]);
  await desk.application.updateDepartment(desk.departmentId, { openingHours: {} });
  expect(await faultsOf(() => movesOf(desk, ids[0]!)("2026-03-02T10:20"))).toEqual(["dateTime"]);
});

test("a move to the same time changes nothing, even if that time is closed now", async () => {
  const desk = await openDesk();
  const id = await bookedAs(desk, "SCHEDULED");
  await desk.application.updateDepartment(desk.departmentId, { openingHours: {} });
  expect(await movesOf(desk, id)("2026-03-02T10:00")).toMatchObject({ id });
  expect(desk.published()).toEqual([]);
});

test("a move uses the current grid and capacity", async () => {
  const desk = await openDesk({ slotCapacity: 3 });
  await desk.book();
  await desk.book();
  const { id } = await desk.book();
  const { application, departmentId } = desk;
  await application.updateDepartment(departmentId, { slotInterval: 60, slotCapacity: 5 });
  await movesOf(desk, id)("2026-03-02T10:45");
  expect(desk.kept(id)).toMatchObject({ place: 3, slotMinutes: 60, slotCapacity: 5 });
  // Its place lies beyond a lowered capacity, of which the others leave one.
  await desk.staff.cancelAppointment(desk.caller, { id: 1 });
  await application.updateDepartment(departmentId, { slotCapacity: 2 });
  await movesOf(desk, id)("2026-03-02T10:46");
  expect(desk.kept(id)).toMatchObject({ place: 1, slotCapacity: 2 });
});

test("a move into a shorter slot with the same start takes a free place there", async () => {
  const desk = await openDesk({ slotInterval: 60 });
  const { id } = await desk.book({ dateTime: "2026-03-02T10:40" });
  await desk.application.updateDepartment(desk.departmentId, { slotInterval: 30 });
  const { id: there } = await desk.book();
  await movesOf(desk, id)("2026-03-02T10:07");
  expect(desk.kept(there)).toMatchObject({ slotMinutes: 30, place: 1 });
  expect(desk.kept(id)).toMatchObject({ slotMinutes: 30, place: 2 });
});

test("a move makes the worker exclusive if the department books by worker now", async () => {
  const desk = await openDesk({ workers: ["W"] });
  const { id } = await desk.book({ workerId: desk.workerIds[0] });
  await desk.application.updateDepartment(desk.departmentId, { showAdminsInBooking: true });
  await movesOf(desk, id)(later);
  expect(desk.kept(id).workerIsExclusive).toBe(true);
});

describe("a move is refused", () => {
  // availability.test.ts tests every reason.
  test("into a full or a closed slot, with the reason that availability gives", async () => {
    const closures = [{ from: "2026-03-03", to: "2026-03-03", reason: "Flood" }];
    const desk = await openDesk({ slotCapacity: 1, closures });
    await desk.book({ dateTime: later });
    const id = await bookedAs(desk, "SCHEDULED");
    for (
      const [dateTime, message] of [
        [later, "Slot is full (1/1 booked)"],
        ["2026-03-03T10:00", "Closed on 2026-03-03: Flood"],
      ] as const
    ) {
      const { code, details } = await refusalOf(() => movesOf(desk, id)(dateTime));
      expect({ code, details }).toEqual({
        code: "VALIDATION_ERROR",
        details: [{ field: "dateTime", message }],
      });
    }
    expect(desk.kept(id).dateTime.toString()).toBe("2026-03-02T10:00:00");
    expect(desk.published()).toEqual([]);
  });

  test("with the faults of its input", async () => {
    const desk = await openDesk();
    const attempt = (input: object) => () => desk.staff.rescheduleAppointment(desk.caller, input);
    expect(await faultsOf(attempt({ id: 1 }))).toEqual(["dateTime"]);
    expect(await faultsOf(attempt({ id: "1", dateTime: "2026-03-02T10:00Z" }))).toEqual([
      "id",
      "dateTime",
    ]);
  });

  test("if the worker is busy there or inactive", async () => {
    const desk = await openDesk({ showAdminsInBooking: true, workers: ["V", "W"] });
    const [workerId, other] = desk.workerIds;
    const { id } = await desk.book({ workerId });
    const { id: taken } = await desk.book({ workerId, dateTime: later });
    const move = movesOf(desk, id);
    expect(await faultsOf(() => move(later))).toEqual(["workerId"]);
    await desk.staff.updateAppointment(desk.caller, { id: taken, workerId: other });
    await desk.application.updateWorker(workerId!, { isActive: false });
    expect(await faultsOf(() => move(later))).toEqual(["workerId"]);
    await desk.application.updateWorker(workerId!, { isActive: true });
    expect(await move(later)).toMatchObject({ dateTime: later });
    expect(desk.kept(id)).toMatchObject({ place: 2, workerIsExclusive: true });
  });

  test("if the department is inactive now", async () => {
    const desk = await openDesk();
    const id = await bookedAs(desk, "SCHEDULED");
    await desk.application.updateDepartment(desk.departmentId, { isActive: false });
    expect((await refusalOf(() => movesOf(desk, id)(later))).code).toBe("DEPARTMENT_NOT_FOUND");
  });

  test.each(settledStates)("with CONFLICT if the appointment is %s", async (state) => {
    const desk = await openDesk();
    const id = await bookedAs(desk, state);
    for (const dateTime of [later, "2026-03-02T10:00"]) {
      const { code, message } = await refusalOf(() => movesOf(desk, id)(dateTime));
      expect({ code, message }).toEqual({ code: "CONFLICT", message: present(state) });
    }
    expect(desk.published()).toEqual([]);
  });
});
