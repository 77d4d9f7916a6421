import { describe, expect, test } from "vitest";
import { faultsOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const eleven = "2026-03-02T11:00:00";

/** Two appointments of the first of two workers, and the moves that give them to the second one. */
async function openMoves(settings: object = {}) {
  const desk = await openDesk({ showAdminsInBooking: true, workers: ["V", "W"], ...settings });
  const [v, w] = desk.workerIds as [number, number];
  const one = await desk.book({ workerId: v });
  const two = await desk.book({ workerId: v, dateTime: eleven });
  const moves = [one, two].map(({ id, dateTime }) => ({
    id,
    from: { dateTime, workerId: v },
    to: { dateTime, workerId: w },
  }));
  const back = moves.map(({ id, from, to }) => ({ id, from: to, to: from }));
  desk.published();
  return {
    ...desk,
    v,
    w,
    ids: [one.id, two.id] as const,
    moves,
    back,
    move: (input: object = {}) => desk.staff.moveMany(desk.caller, { moves, ...input }),
    undo: (input: object = {}) => desk.staff.undoMoves(desk.caller, { moves: back, ...input }),
    workersNow: () => [desk.kept(one.id).workerId, desk.kept(two.id).workerId],
    rescheduled: () =>
      desk.memory.audit.filter(({ action }) => action === "appointment.rescheduled").length,
  };
}

describe("many moves", () => {
  test("are made one by one, published and audited, and a repeat changes nothing", async () => {
    const desk = await openMoves();
    expect(await desk.move()).toEqual({ moved: desk.ids, refused: [] });
    expect(desk.workersNow()).toEqual([desk.w, desk.w]);
    const types = desk.published().map(({ type }) => type);
    expect(types.filter((type) => type === "appointment.updated")).toHaveLength(2);
    expect(desk.rescheduled()).toBe(2);
    expect(await desk.move()).toEqual({ moved: desk.ids, refused: [] });
    expect(desk.rescheduled()).toBe(2);
    expect(await desk.balance()).toBe(98);
  });

  test("go on where they were cut off", async () => {
    const desk = await openMoves();
    await desk.move({ moves: desk.moves.slice(0, 1) });
    expect(await desk.move()).toEqual({ moved: desk.ids, refused: [] });
    expect(desk.rescheduled()).toBe(2);
  });

  test("refuse an appointment that has changed, whose place is taken, or that is unknown, and move the others", async () => {
    const desk = await openMoves();
    const [one, two] = desk.ids;
    await desk.book({ workerId: desk.w });
    const unknown = { ...desk.moves[0]!, id: 999 };
    expect(await desk.move({ moves: [...desk.moves, unknown] })).toEqual({
      moved: [two],
      refused: [{ id: one, reason: { key: "workerBooked" } }, { id: 999, reason: { key: "gone" } }],
    });
    await desk.staff.cancelAppointment(desk.caller, { id: one });
    const { refused } = await desk.move();
    expect(refused).toEqual([{
      id: one,
      reason: { key: "already", values: { status: "CANCELLED" } },
    }]);
  });

  test("know no appointment of another organization or environment", async () => {
    const [desk, other] = [await openMoves(), await openDesk({ workers: ["X"] })];
    expect(await other.staff.moveMany(other.caller, { moves: desk.moves }))
      .toMatchObject({ moved: [], refused: [{ reason: { key: "gone" } }, {}] });
    expect(await desk.move({ environment: "TEST" }))
      .toMatchObject({ moved: [], refused: [{ reason: { key: "gone" } }, {}] });
  });

  test("are at most 100, each with its places", async () => {
    const { move, moves } = await openMoves();
    const many = Array.from({ length: 101 }, () => moves[0]);
    for (const wrong of [many, "all", undefined]) {
      expect(await faultsOf(() => move({ moves: wrong }))).toEqual(["moves"]);
    }
    expect(await faultsOf(() => move({ moves: [null, { id: 1, from: {} }] })))
      .toEqual(["moves.0", "moves.1.from.dateTime", "moves.1.from.workerId", "moves.1.to"]);
    expect(await move({ moves: [] })).toEqual({ moved: [], refused: [] });
  });
});

describe("the undo of many moves", () => {
  test("puts everybody back, also to a worker who is absent, and a repeat changes nothing", async () => {
    const desk = await openMoves();
    await desk.move();
    const absence = { id: desk.v, from: "2026-03-02", to: "2026-03-02" };
    await desk.staff.addAbsence(desk.caller, absence);
    await desk.application.updateDepartment(desk.departmentId, { openingHours: {} });
    expect(await desk.undo()).toEqual({ moved: desk.ids, refused: [] });
    expect(desk.workersNow()).toEqual([desk.v, desk.v]);
    expect(await desk.undo()).toEqual({ moved: desk.ids, refused: [] });
    expect(desk.rescheduled()).toBe(4);
  });

  test("leaves those whose place or worker was taken meanwhile", async () => {
    const desk = await openMoves();
    const [one, two] = desk.ids;
    const away = desk.moves.map(({ id, from }, i) => ({
      id,
      from,
      to: { dateTime: `2026-03-02T1${i + 2}:00:00`, workerId: desk.w },
    }));
    await desk.move({ moves: away });
    await desk.book({ workerId: desk.v });
    await desk.application.updateDepartment(desk.departmentId, { slotCapacity: 1 });
    await desk.book({ workerId: desk.w, dateTime: eleven });
    const back = away.map(({ id, from, to }) => ({ id, from: to, to: from }));
    const full = { key: "slotFull", values: { booked: 1, capacity: 1 } };
    expect(await desk.undo({ moves: back })).toEqual({
      moved: [],
      refused: [{ id: one, reason: full }, { id: two, reason: full }],
    });
    await desk.application.updateDepartment(desk.departmentId, { slotCapacity: 2 });
    expect(await desk.undo({ moves: back })).toEqual({
      moved: [two],
      refused: [{ id: one, reason: { key: "workerBooked" } }],
    });
  });

  test("is refused after 10 minutes, and for what was no move", async () => {
    const desk = await openMoves();
    await desk.move();
    const tooLate = { key: "tooLateToUndo", values: { max: 10 } };
    const other = { ...desk.back[0]!, to: { dateTime: "2026-03-01T03:00:00", workerId: desk.v } };
    expect(await desk.undo({ moves: [other] }))
      .toEqual({ moved: [], refused: [{ id: other.id, reason: tooLate }] });
    desk.clock.now = desk.clock.now.add({ minutes: 11 });
    expect(await desk.undo()).toMatchObject({ moved: [], refused: [{ reason: tooLate }, {}] });
    expect(desk.workersNow()).toEqual([desk.w, desk.w]);
  });
});
