import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const [ten, eleven] = ["2026-03-02T10:00:00", "2026-03-02T11:00:00"];

/** An appointment at 10:00, and a second department for its moves through the public API. */
async function openMoves(other: object = {}) {
  const desk = await openDesk();
  const { application, caller: { organizationId } } = desk;
  const there = await application.createDepartment(organizationId, {
    name: "Other",
    slotInterval: 45,
    slotCapacity: 1,
    ...other,
  });
  const { id } = await desk.book();
  desk.published();
  const api = {
    organizationId,
    environment: "LIVE" as const,
    timeZone: "UTC",
    actor: { kind: "API_KEY" as const, id: 1, name: "Website", ipAddress: "" },
  };
  const book = (more: object = {}) =>
    application.bookAppointment(api, { departmentId: there.id, dateTime: ten, name: "B", ...more });
  return {
    ...desk,
    id,
    thereId: there.id,
    bookThere: book,
    workerThere: async (name: string) => (await application.createWorker(there.id, { name })).id,
    move: (input: object) => application.moveAppointment(api, { id, ...input }),
  };
}

describe("a move to another department", () => {
  test("takes its first free place, frees the old one, costs nothing, and publishes both slots", async () => {
    const desk = await openMoves({ slotCapacity: 3 });
    await desk.bookThere();
    desk.published();
    const balance = await desk.balance();
    const { appointment } = await desk.move({ dateTime: ten, departmentId: desk.thereId });
    expect(appointment).toMatchObject({
      id: desk.id,
      dateTime: ten,
      departmentId: desk.thereId,
      departmentName: "Other",
      status: "SCHEDULED",
    });
    // 10:00 is inside the slot that begins at 09:45.
    expect(desk.kept(desk.id)).toMatchObject({ place: 2, slotMinutes: 45, slotCapacity: 3 });
    expect(await desk.balance()).toBe(balance);
    expect(desk.published()).toMatchObject([
      { type: "appointment.updated", departmentId: desk.thereId, dateTime: ten },
      { departmentId: desk.departmentId, slotTime: ten, remainingSlots: 2 },
      { departmentId: desk.thereId, slotTime: "2026-03-02T09:45:00", remainingSlots: 1 },
    ]);
    expect(desk.memory.audit.at(-1)).toMatchObject({
      action: "appointment.rescheduled",
      changes: [{ field: "departmentId", before: desk.departmentId, after: desk.thereId }],
    });
  });

  test("is refused by the rule of creation there, and the old place is kept", async () => {
    const desk = await openMoves();
    await desk.bookThere();
    const before = structuredClone(JSON.stringify(desk.kept(desk.id)));
    const there = { dateTime: ten, departmentId: desk.thereId };
    expect(await faultsOf(() => desk.move(there))).toEqual(["dateTime"]);
    expect(await refusalOf(() => desk.move({ ...there, departmentId: 99 })))
      .toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
    await desk.application.updateDepartment(desk.thereId, { isActive: false });
    expect(await refusalOf(() => desk.move(there))).toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
    expect(JSON.stringify(desk.kept(desk.id))).toBe(before);
  });

  test("needs a worker of that department if it books by worker, and loses the old one otherwise", async () => {
    const desk = await openMoves({ showAdminsInBooking: true, slotCapacity: 5 });
    const there = { dateTime: ten, departmentId: desk.thereId };
    expect(await faultsOf(() => desk.move(there))).toEqual(["workerId"]);
    const workerId = await desk.workerThere("Grace");
    await desk.move({ ...there, workerId });
    expect(desk.kept(desk.id)).toMatchObject({ workerId, workerIsExclusive: true });
    await desk.move({ dateTime: ten, departmentId: desk.departmentId });
    expect(desk.kept(desk.id)).toMatchObject({ workerId: null, workerIsExclusive: false });
  });
});

describe("a move within a department", () => {
  test("keeps the worker, or takes a free one that is given", async () => {
    const desk = await openDesk({ showAdminsInBooking: true, workers: ["Grace", "Alan"] });
    const [grace, alan] = desk.workerIds;
    const { id } = await desk.book({ workerId: grace });
    await desk.book({ workerId: alan, dateTime: eleven });
    const api = {
      organizationId: desk.caller.organizationId,
      environment: "LIVE" as const,
      timeZone: "UTC",
      actor: desk.caller.actor,
    };
    const move = (input: object) => desk.application.moveAppointment(api, { id, ...input });
    await move({ dateTime: eleven });
    expect(desk.kept(id).workerId).toBe(grace);
    expect(await faultsOf(() => move({ dateTime: eleven, workerId: alan }))).toEqual(["workerId"]);
    await move({ dateTime: ten, workerId: alan });
    expect(desk.kept(id).workerId).toBe(alan);
  });

  test("to where it is changes nothing, and writes nothing", async () => {
    const desk = await openMoves();
    const records = desk.memory.audit.length;
    const { appointment } = await desk.move({ dateTime: ten, departmentId: desk.departmentId });
    expect(appointment).toMatchObject({ dateTime: ten });
    expect(desk.published()).toEqual([]);
    expect(desk.memory.audit).toHaveLength(records);
  });

  test("obeys the booking window, which staff may override", async () => {
    const desk = await openMoves();
    const bookingWindow = { maxDaysAhead: 3 };
    await desk.application.updateDepartment(desk.departmentId, { bookingWindow });
    expect(await faultsOf(() => desk.move({ dateTime: "2026-03-20T10:00" }))).toEqual(["dateTime"]);
  });
});

test.each(["cancel", "complete", "archive"])("an appointment after %s is refused", async (how) => {
  const desk = await openMoves();
  const { staff, caller, id, application } = desk;
  if (how === "cancel") await staff.cancelAppointment(caller, { id });
  if (how === "complete") {
    await staff.completeAppointment(caller, { id, overrideReason: "Came early" });
  }
  if (how === "archive") {
    await application.archiveAppointment({ ...caller, environment: "LIVE" }, id);
  }
  expect(await refusalOf(() => desk.move({ dateTime: eleven }))).toMatchObject({
    code: "CONFLICT",
  });
});

test("an unknown id, and one of the other environment, are not found", async () => {
  const desk = await openMoves();
  const other = await desk.book({ environment: "TEST" });
  for (const id of [99, other.id]) {
    expect(await refusalOf(() => desk.move({ id, dateTime: eleven })))
      .toMatchObject({ code: "APPOINTMENT_NOT_FOUND" });
  }
});

describe("an Idempotency-Key", () => {
  const key = { "Idempotency-Key": "k" };

  test("moves once: a repeat answers what it answered first, also after another move", async () => {
    const desk = await openMoves();
    const first = await desk.move({ dateTime: eleven, ...key });
    expect(first.isReplay).toBe(false);
    await desk.move({ dateTime: "2026-03-02T12:00" });
    const again = await desk.move({ dateTime: eleven, ...key });
    expect(again).toEqual({ appointment: first.appointment, isReplay: true });
    expect(desk.kept(desk.id).dateTime.toString()).toBe("2026-03-02T12:00:00");
  });

  test("of another request is refused, also of a creation", async () => {
    const desk = await openMoves();
    await desk.bookThere(key);
    expect(await faultsOf(() => desk.move({ dateTime: eleven, ...key })))
      .toEqual(["Idempotency-Key"]);
    await desk.move({ dateTime: eleven, "Idempotency-Key": "m" });
    expect(await faultsOf(() => desk.move({ dateTime: ten, "Idempotency-Key": "m" })))
      .toEqual(["Idempotency-Key"]);
  });

  test("of a refused move is not remembered", async () => {
    const desk = await openMoves();
    const there = { dateTime: ten, departmentId: desk.thereId, ...key };
    const { appointment } = await desk.bookThere();
    expect(await faultsOf(() => desk.move(there))).toEqual(["dateTime"]);
    await desk.staff.cancelAppointment(desk.caller, { id: appointment.id });
    expect((await desk.move(there)).isReplay).toBe(false);
  });
});

test.each([
  ["dateTime", {}],
  ["dateTime", { dateTime: "2026-03-02" }],
  ["departmentId", { dateTime: ten, departmentId: "7" }],
  ["workerId", { dateTime: ten, workerId: "x" }],
  ["Idempotency-Key", { dateTime: ten, "Idempotency-Key": "é" }],
])("an invalid %s is refused: %j", async (field, input) => {
  const desk = await openMoves();
  expect(await faultsOf(() => desk.move(input))).toEqual([field]);
});

test("a change of the worker alone is not refused as full in an over-full slot", async () => {
  const desk = await openMoves();
  await desk.book();
  const { id: worker } = await desk.application.createWorker(desk.departmentId, { name: "W" });
  await desk.application.updateDepartment(desk.departmentId, { slotCapacity: 1 });
  const { appointment } = await desk.move({ dateTime: ten, workerId: worker });
  expect(appointment).toMatchObject({ id: desk.id, dateTime: ten });
  expect(desk.kept(desk.id).workerId).toBe(worker);
});
