import { expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const [ten, eleven] = ["2026-03-02T10:00:00", "2026-03-02T11:00:00"];

/** A department that books by worker, with an appointment of the first worker at 10:00. */
async function openMoves(settings: object = {}) {
  const desk = await openDesk({ showAdminsInBooking: true, workers: ["V", "W"], ...settings });
  const [workerId, otherId] = desk.workerIds as [number, number];
  const { id } = await desk.book({ workerId });
  const move = (input: object) => desk.staff.rescheduleAppointment(desk.caller, { id, ...input });
  return { ...desk, id, workerId, otherId, move };
}

test("a move at the desk changes time and worker in one step, and back", async () => {
  const desk = await openMoves();
  const { departmentId, workerId, otherId } = desk;
  const start = { dateTime: ten, departmentId, workerId };
  const moved = await desk.move({ dateTime: eleven, workerId: otherId, from: start });
  expect(moved).toMatchObject({ dateTime: eleven, workerId: otherId });
  const end = { dateTime: eleven, departmentId, workerId: otherId };
  expect(await desk.move({ ...start, from: end })).toMatchObject(start);
  expect(desk.memory.audit.at(-1)!.changes).toEqual([
    { field: "dateTime", before: eleven, after: ten },
    { field: "workerId", before: otherId, after: workerId },
  ]);
});

test("nobody moves an appointment away from a place where they have not seen it", async () => {
  const desk = await openMoves();
  const { departmentId, workerId, otherId } = desk;
  const seen = { dateTime: ten, departmentId, workerId };
  for (
    const from of [
      { ...seen, dateTime: eleven },
      { ...seen, departmentId: 99 },
      { ...seen, workerId: otherId },
      { ...seen, workerId: null },
    ]
  ) {
    expect(await refusalOf(() => desk.move({ dateTime: eleven, from })))
      .toMatchObject({ code: "CONFLICT", message: /meantime/ });
  }
  expect(desk.kept(desk.id)).toMatchObject({ workerId });
  expect(await faultsOf(() => desk.move({ dateTime: eleven, from: {} })))
    .toEqual(["from.dateTime", "from.departmentId"]);
  expect(await faultsOf(() => desk.move({ dateTime: eleven, from: [] }))).toEqual(["from"]);
});

test("a change of the worker alone is allowed in a closed slot, and only for a worker who is free", async () => {
  const desk = await openMoves();
  const { workerId, otherId } = desk;
  await desk.book({ workerId: otherId });
  expect(await faultsOf(() => desk.move({ dateTime: ten, workerId: otherId })))
    .toEqual(["workerId"]);
  const third = (await desk.application.createWorker(desk.departmentId, { name: "X" })).id;
  await desk.application.updateDepartment(desk.departmentId, { openingHours: {} });
  expect(await faultsOf(() => desk.move({ dateTime: eleven, workerId: third })))
    .toEqual(["dateTime"]);
  expect(await desk.move({ dateTime: ten, workerId: third })).toMatchObject({ workerId: third });
  expect(await faultsOf(() => desk.move({ dateTime: ten, workerId: null }))).toEqual(["workerId"]);
  await desk.application.updateDepartment(desk.departmentId, { showAdminsInBooking: false });
  expect(await desk.move({ dateTime: ten, workerId: null })).toMatchObject({ workerId: null });
  expect(await desk.move({ dateTime: ten, workerId })).toMatchObject({ workerId });
});

test("a move to a department that books by worker takes any free worker if asked to", async () => {
  const desk = await openMoves();
  const { application, caller: { organizationId }, departmentId } = desk;
  const hall = await application.createDepartment(organizationId, { name: "Hall" });
  await desk.move({ dateTime: eleven, departmentId: hall.id });
  expect(desk.kept(desk.id)).toMatchObject({ departmentId: hall.id, workerId: null });
  await desk.book({ workerId: desk.workerId });
  const back = { dateTime: ten, departmentId };
  expect(await faultsOf(() => desk.move(back))).toEqual(["workerId"]);
  const there = await desk.move({ ...back, anyWorker: true });
  expect(there).toMatchObject({ departmentId, workerId: desk.otherId });
  await desk.move({ dateTime: eleven, departmentId: hall.id });
  await desk.book({ workerId: desk.otherId });
  expect(await faultsOf(() => desk.move({ ...back, anyWorker: true }))).toEqual(["dateTime"]);
});
