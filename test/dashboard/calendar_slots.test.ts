import { describe, expect, test } from "vitest";
import {
  bookingVerdict,
  moveVerdict,
  nearestSlot,
  slotAt,
  timeOfSlot,
  type Verdict,
} from "../../gateway/dashboard/pages/calendar/slots.ts";
import {
  keyOfStop,
  nextStop,
  placeOfCursor,
  stopsOf,
} from "../../gateway/dashboard/pages/calendar/stops.ts";
import { appointmentAt, columnWith, date, slotFrom } from "./calendar_samples.ts";

const early = `${date}T00:00:00`;
const textOf = (verdict: Verdict) =>
  verdict.state === "forbidden" ? verdict.problem : verdict.state;

describe("snapping", () => {
  const minutesAt = (...minutes: number[]) =>
    minutes.map((minute) => nearestSlot(columnWith(), minute).minute);

  test("takes the nearest start of a slot", () => {
    expect(minutesAt(600, 614, 615, 616, 644, 646)).toEqual([600, 600, 600, 630, 630, 660]);
  });

  test("stays within the day, and knows a short first slot", () => {
    expect(minutesAt(1430, 1439)).toEqual([1410, 1410]);
    const offset = columnWith({ department: { slotOffset: 10 } });
    expect([0, 9, 10, 600].map((minute) => slotAt(offset, minute).minute)).toEqual([0, 0, 10, 600]);
    expect(slotAt(columnWith(), 1439)).toMatchObject({ minute: 1410, endMinute: 1440 });
    expect(timeOfSlot({ date }, { minute: 5 })).toBe(`${date}T00:05:00`);
  });
});

describe("a place can be booked", () => {
  const verdict = (of: Parameters<typeof columnWith>[0], minute = 600, now = early) => {
    const column = columnWith(of);
    return textOf(bookingVerdict(column, slotAt(column, minute), now));
  };
  const withSlot = (more: object) => ({ day: { slots: [slotFrom(600, more)] } });

  test("if it is free, and with a reason outside the booking window", () => {
    expect(verdict({})).toBe("free");
    expect(verdict(withSlot({ state: "OUTSIDE_WINDOW", reason: "past" }))).toBe("outside");
    expect(verdict({ day: { slots: null } })).toBe("free");
  });

  test("not if it is closed, full or over, or if the worker has no time", () => {
    expect(verdict({}, 300)).toBe("closed");
    expect(verdict({ day: { closure: "", slots: [] } })).toBe("closed");
    expect(verdict({ department: { isActive: false } })).toBe("inactive");
    expect(verdict(withSlot({ state: "FULL" }))).toBe("full");
    expect(verdict(withSlot({ freeWorkerIds: [2] }))).toBe("busy");
    const absences = [{ from: 620, to: 700, reason: "" }];
    expect(verdict({ ...withSlot({ freeWorkerIds: [] }), column: { absences } })).toBe("away");
    expect(verdict({ column: { worker: null } })).toBe("needsWorker");
    expect(verdict({ column: { worker: null, isOfWorker: false } })).toBe("free");
    expect([`${date}T10:29:00`, `${date}T10:30:00`].map((now) => verdict({}, 600, now)))
      .toEqual(["free", "over"]);
  });

  test("until midnight in the last slot of a day", () => {
    const last = { day: { hours: null, slots: [slotFrom(1410)] } };
    expect(verdict(last, 1420, `${date}T23:59:00`)).toBe("free");
    expect(verdict(last, 1420, "2027-03-02T00:00:00")).toBe("over");
  });
});

describe("an appointment can be moved", () => {
  const full = { state: "FULL" as const, freeWorkerIds: [] };
  const verdict = (
    of: Parameters<typeof columnWith>[0],
    minute: number,
    { time = "10:00", now = early, ...more }: {
      time?: string;
      now?: string;
      departmentId?: number;
      workerId?: number;
    } = {},
  ) => {
    const column = columnWith(of);
    return textOf(
      moveVerdict(appointmentAt(time, more), column, { slot: slotAt(column, minute), now }),
    );
  };

  test("to the slot where it is, which changes nothing", () => {
    expect(verdict({}, 600)).toBe("same");
    expect(verdict({ department: { isActive: false } }, 600)).toBe("same");
  });

  test("to a free slot, and not to a full one or one where the worker is busy", () => {
    expect(verdict({}, 630)).toBe("free");
    expect(verdict({ day: { slots: [slotFrom(630, full)] } }, 630)).toBe("full");
    expect(verdict({ day: { slots: [slotFrom(630, { freeWorkerIds: [2] })] } }, 630)).toBe("busy");
    expect(verdict({}, 690, { now: `${date}T12:00:00` })).toBe("over");
  });

  test("within its own slot, although it fills the slot itself", () => {
    const slots = [slotFrom(600, full)];
    expect(verdict({ day: { slots } }, 600, { time: "10:07" })).toBe("free");
  });

  test("to another worker at the same time, whatever the slot", () => {
    const slots = [slotFrom(600, { ...full, state: "CLOSED" as const, freeWorkerIds: [1] })];
    const other = { workerId: 2, now: `${date}T23:00:00` };
    expect(verdict({ day: { slots } }, 600, other)).toBe("free");
    expect(verdict({ day: { slots: [slotFrom(600, { freeWorkerIds: [2] })] } }, 600, other))
      .toBe("busy");
    const worker = { id: 1, departmentId: 1, name: "Vera", isActive: false, absences: [] };
    expect(verdict({ column: { worker } }, 600, other)).toBe("inactive");
  });

  test("to another department, where any worker may take it", () => {
    const column = { isOfWorker: false, worker: null };
    expect(verdict({ column }, 600, { departmentId: 2 })).toBe("free");
    const slots = [slotFrom(600, full)];
    expect(verdict({ column, day: { slots } }, 600, { departmentId: 2 })).toBe("full");
    // In its own department it keeps its worker.
    expect(verdict({ column, day: { slots: [slotFrom(630, { freeWorkerIds: [2] })] } }, 630))
      .toBe("busy");
  });
});

describe("the arrow keys", () => {
  const left = columnWith({ column: { appointments: [appointmentAt("10:10")] } });
  const right = columnWith({
    day: { slots: [slotFrom(660), slotFrom(690, { state: "FULL" })] },
    column: { key: "worker-2" },
  });
  const columns = [left, right];
  const keysOf = (column: typeof left, now = early) => stopsOf(column, now).map(keyOfStop);

  test("stop at the title, the appointments and the free times", () => {
    expect(keysOf(left)).toEqual([
      "head--1",
      "free-600",
      "appointment-1",
      "free-630",
      "free-660",
      "free-690",
    ]);
    expect(keysOf(right)).toEqual(["head--1", "free-660"]);
    expect(keysOf(left, `${date}T11:00:00`)).toEqual([
      "head--1",
      "appointment-1",
      "free-660",
      "free-690",
    ]);
  });

  test("go up and down in a column, and to the nearest time of the next one", () => {
    const go = (key: string, from = { index: 0, stop: stopsOf(left, early)[2]! }) => {
      const next = nextStop(columns, from, { key, now: early });
      return next && `${next.index} ${keyOfStop(next.stop)}`;
    };
    expect(
      ["ArrowDown", "ArrowUp", "Home", "End", "ArrowRight", "ArrowLeft", "x"].map((key) => go(key)),
    )
      .toEqual([
        "0 free-630",
        "0 free-600",
        "0 head--1",
        "0 free-690",
        "1 free-660",
        undefined,
        undefined,
      ]);
    expect(go("ArrowRight", { index: 0, stop: { kind: "head", minute: -1 } })).toBe("1 head--1");
  });

  test("begin at the present time, follow an appointment that moves, and stay near one that is gone", () => {
    const now = `${date}T10:20:00`;
    const placeOf = (cursor: Parameters<typeof placeOfCursor>[1], of = columns) => {
      const place = placeOfCursor(of, cursor, now);
      return place && `${place.index} ${keyOfStop(place.stop)}`;
    };
    expect(placeOf(null)).toBe("0 free-630");
    const cursor = {
      columnKey: "worker-1",
      stop: { kind: "appointment", id: 1, minute: 610 },
    } as const;
    const moved = columnWith({
      column: { key: "worker-2", appointments: [appointmentAt("11:00")] },
    });
    expect(placeOf(cursor, [columnWith(), moved])).toBe("1 appointment-1");
    expect(placeOf(cursor, [columnWith(), right])).toBe("0 free-600");
    expect(placeOf(null, [])).toBeUndefined();
  });
});
