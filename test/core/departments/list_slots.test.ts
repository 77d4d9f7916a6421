import { describe, expect, test } from "vitest";
import { createKeptSlots } from "../../../core/departments/kept_slots.ts";
import { listSlots } from "../../../core/departments/list_slots.ts";
import { timedOut } from "../../../core/heavy_work.ts";
import { DomainError } from "../../../core/errors.ts";
import { createHeldTurns } from "../../support/held_turns.ts";
import { openDesk } from "../booking/front_desk.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

type Settings = Parameters<typeof openDesk>[0];

/** A desk at 09:00 of Monday, 2 March 2026, open from 10:00 to 12:00 with slots of an hour. */
async function openHours(settings: Settings = {}) {
  const desk = await openDesk({
    slotInterval: 60,
    openingHours: { monday: [{ opens: "10:00", closes: "12:00" }] },
    ...settings,
  });
  const { application, departmentId, caller: { organizationId } } = desk;
  const caller = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  const day = { departmentId, startDate: "2026-03-02", endDate: "2026-03-02" };
  return {
    ...desk,
    list: (more: object = {}) => application.listSlots(caller, { ...day, ...more }),
    /** The available slots as `hour: places`. */
    available: async (more: object = {}) =>
      (await application.listSlots(caller, { ...day, onlyAvailable: true, ...more }))
        .map(({ slotTime, remainingSlots }) => `${slotTime.slice(8, 13)}: ${remainingSlots}`),
  };
}

describe("the list of slots has", () => {
  test("every slot of each day in order, or only the available ones", async () => {
    const { list, available, book } = await openHours();
    await book();
    await book({ dateTime: "2026-03-02T11:00" });
    await book({ dateTime: "2026-03-02T11:30" });
    const all = await list({ endDate: "2026-03-03" });
    expect(all.map(({ slotTime }) => slotTime)).toEqual(
      ["02", "03"].flatMap((day) =>
        Array.from(
          { length: 24 },
          (_, hour) => `2026-03-${day}T${String(hour).padStart(2, "0")}:00:00`,
        )
      ),
    );
    expect(all.slice(9, 12)).toEqual([
      {
        slotTime: "2026-03-02T09:00:00",
        available: false,
        remainingSlots: 0,
        unavailabilityReason: "Closed at 09:00 on Monday",
      },
      {
        slotTime: "2026-03-02T10:00:00",
        available: true,
        remainingSlots: 1,
        unavailabilityReason: null,
      },
      {
        slotTime: "2026-03-02T11:00:00",
        available: false,
        remainingSlots: 0,
        unavailabilityReason: "Slot is full (2/2 booked)",
      },
    ]);
    expect(await available({ endDate: "2026-03-09" })).toEqual([
      "02T10: 1",
      "09T10: 2",
      "09T11: 2",
    ]);
  });

  test("with `workerId`, lists only slots that this worker can take", async () => {
    const settings = { workers: ["Grace", "Alan"], showAdminsInBooking: true, slotCapacity: 5 };
    const { available, list, book, workerIds, staff, caller } = await openHours(settings);
    const [grace, alan] = workerIds;
    await book({ workerId: grace });
    const at11 = { from: "2026-03-02", to: "2026-03-02", starts: "11:00", ends: "11:30" };
    await staff.addAbsence({ ...caller, role: "ADMIN" }, { id: alan, ...at11 });
    expect(await available()).toEqual(["02T10: 1", "02T11: 1"]);
    expect(await available({ workerId: grace })).toEqual(["02T11: 1"]);
    expect(await available({ workerId: alan })).toEqual(["02T10: 1"]);
    const reasons = async (workerId: number) =>
      (await list({ workerId })).slice(10, 12).map((one) => one.unavailabilityReason);
    expect(await reasons(grace!)).toEqual(["The worker is booked", null]);
    expect(await reasons(alan!)).toEqual([null, "The worker is away"]);
  });

  test("all places for a worker in a department that does not book by worker", async () => {
    const { available, workerIds } = await openHours({ workers: ["Grace"], slotCapacity: 5 });
    expect(await available({ workerId: workerIds[0] })).toEqual(["02T10: 5", "02T11: 5"]);
  });
});

test.each<[string, object]>([
  ["endDate", { endDate: "2026-03-01" }],
  ["endDate", { endDate: "2026-04-02" }],
  ["endDate", { endDate: undefined }],
  ["workerId", { workerId: "x" }],
  ["workerId", { workerId: 999 }],
  ["onlyAvailable", { onlyAvailable: "yes" }],
])("an invalid %s is refused: %j", async (field, input) => {
  const { list } = await openHours();
  expect(await faultsOf(() => list(input))).toEqual([field]);
});

test("31 days are listed, a malformed date and an inactive department are refused", async () => {
  const desk = await openHours();
  expect(await desk.list({ endDate: "2026-04-01" })).toHaveLength(31 * 24);
  expect(await refusalOf(() => desk.list({ startDate: "2026-3-2" })))
    .toMatchObject({ code: "INVALID_DATE_FORMAT" });
  const notFound = { code: "DEPARTMENT_NOT_FOUND" };
  expect(await refusalOf(() => desk.list({ departmentId: 99 }))).toMatchObject(notFound);
  await desk.application.updateDepartment(desk.departmentId, { isActive: false });
  expect(await refusalOf(() => desk.list())).toMatchObject(notFound);
});

test("a long list waits for its turn, and one that takes too long is SERVICE_UNAVAILABLE", async () => {
  const desk = await openHours({ slotInterval: 10 });
  const month = { endDate: "2026-04-01" };
  expect(await desk.list(month)).toHaveLength(31 * 144);
  const kinds: string[] = [];
  const ports = {
    ...desk,
    heavyWork: {
      async enter({ kind }: { kind: string }) {
        kinds.push(kind);
        const pause = () => Promise.reject(timedOut(10));
        const signal = new AbortController().signal;
        return { hasWaited: false, isDue: () => true, pause, signal, [Symbol.dispose]() {} };
      },
      nextTurn: async () => {},
    },
    keptSlots: createKeptSlots(),
  };
  const { organizationId } = desk.caller;
  const caller = { organizationId, environment: "LIVE" as const, timeZone: "UTC" };
  const query = { departmentId: desk.departmentId, startDate: "2026-03-02" };
  expect(await refusalOf(() => listSlots(ports, caller, { ...query, ...month })))
    .toMatchObject({ code: "SERVICE_UNAVAILABLE" });
  expect(await listSlots(ports, caller, { ...query, endDate: "2026-03-02" })).toHaveLength(144);
  expect(kinds).toEqual(["desk"]);
});

test("of the callers who wait for the same long list, those who lost their right are refused", async () => {
  const desk = await openHours({ slotInterval: 10 });
  const turns = createHeldTurns();
  const ports = { ...desk, heavyWork: turns, keptSlots: createKeptSlots() };
  const { departmentId, caller: { organizationId } } = desk;
  const month = { departmentId, startDate: "2026-03-02", endDate: "2026-04-01" };
  const listAs = (isRevoked: () => boolean) =>
    listSlots(ports, {
      organizationId,
      environment: "LIVE",
      timeZone: "UTC",
      async requireStill() {
        if (isRevoked()) throw new DomainError("INVALID_API_KEY", "The API key was revoked");
      },
    }, month);
  let isRevoked = false;
  const lists = Promise.allSettled([listAs(() => isRevoked), listAs(() => false)]);
  await turns.waiting(1);
  isRevoked = true;
  turns.release();
  expect(await lists).toMatchObject([
    { reason: { code: "INVALID_API_KEY" } },
    { value: { length: 31 * 144 } },
  ]);
});

describe("the same list is returned", () => {
  test("until a place changes, and only for the same question", async () => {
    const { list, book, staff, caller } = await openHours();
    const first = await list();
    expect(await list()).toBe(first);
    expect(await list({ onlyAvailable: true })).not.toBe(first);
    const { id } = await book();
    const booked = await list();
    expect(booked[10]!.remainingSlots).toBe(1);
    await staff.cancelAppointment(caller, { id });
    expect(await list()).not.toBe(booked);
    expect(await list()).toEqual(first);
  });

  test("if a place changed only on other dates or in another department", async () => {
    const { list, book, application, caller: { organizationId } } = await openHours();
    const other = await application.createDepartment(organizationId, { name: "Other" });
    const first = await list();
    await book({ departmentId: other.id });
    await book({ dateTime: "2026-03-09T10:00" });
    expect(await list()).toBe(first);
    await book();
    expect(await list()).not.toBe(first);
  });

  test("to all requests at once, and each that begins after a change sees it", async () => {
    const { list, book, departments } = await openHours();
    const { takenSlots } = departments;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    let reads = 0;
    departments.takenSlots = async (...query) => {
      const taken = await takenSlots.apply(departments, query);
      reads += 1;
      await released;
      return taken;
    };
    const before = Array.from({ length: 20 }, () => list());
    await expect.poll(() => reads).toBe(1);
    await book();
    const after = Array.from({ length: 20 }, () => list());
    await expect.poll(() => reads).toBe(2);
    release();
    expect(new Set(await Promise.all(before)).size).toBe(1);
    const [first, ...others] = new Set(await Promise.all(after));
    expect(others).toEqual([]);
    expect(first![10]!.remainingSlots).toBe(1);
    expect(await list()).toBe(first);
    expect(reads).toBe(2);
  });

  test("only if it was computed: after a failure the next request computes it again", async () => {
    const { list, departments } = await openHours();
    const { takenSlots } = departments;
    departments.takenSlots = () => Promise.reject(new Error("away"));
    const failed = await Promise.allSettled([list(), list()]);
    expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    departments.takenSlots = takenSlots;
    expect(await list()).toHaveLength(24);
  });

  test("until the end of the minute, when a slot may be past", async () => {
    const { list, clock } = await openHours({
      openingHours: null,
      bookingWindow: { refusePast: true },
    });
    clock.now = Temporal.Instant.from("2026-03-02T10:59:30Z");
    const first = await list();
    expect(first[11]!.available).toBe(true);
    clock.now = Temporal.Instant.from("2026-03-02T11:00:00Z");
    expect(await list()).toBe(first);
    clock.now = Temporal.Instant.from("2026-03-02T11:00:00.001Z");
    expect((await list())[11]!.unavailabilityReason).toBe(
      "Outside the booking window: in the past",
    );
  });
});

describe("after a change, a list reads", () => {
  async function openRead(settings: Settings = {}) {
    const desk = await openHours(settings);
    const month = { endDate: "2026-04-01" };
    const { takenSlots } = desk.departments;
    const read: string[] = [];
    desk.departments.takenSlots = (scope, departmentId, query) => {
      read.push(`${query.from.toString()} ${query.to.toString()}`);
      return takenSlots.call(desk.departments, scope, departmentId, query);
    };
    await desk.list(month);
    return {
      ...desk,
      /** Returns the dates that the list reads, and the places that are left at 10:00 of the first two Mondays. */
      async readAgain() {
        read.length = 0;
        const slots = await desk.list(month);
        return [...read, ...[10, 7 * 24 + 10].map((slot) => slots[slot]!.remainingSlots)];
      },
    };
  }
  const allDates = "2026-03-02 2026-04-01";

  test("only the dates of the places that were taken or freed", async () => {
    const { readAgain, book, staff, caller } = await openRead();
    const { id } = await book();
    expect(await readAgain()).toEqual(["2026-03-02 2026-03-02", 1, 2]);
    await staff.rescheduleAppointment(caller, { id, dateTime: "2026-03-09T10:00" });
    expect(await readAgain()).toEqual(["2026-03-02 2026-03-09", 2, 1]);
    await staff.cancelAppointment(caller, { id });
    expect(await readAgain()).toEqual(["2026-03-09 2026-03-09", 2, 2]);
  });

  test("everything again if there were many changes, or another hold", async () => {
    const { readAgain, book, application, caller, departmentId } = await openRead({
      slotCapacity: 200,
    });
    await book();
    expect(await readAgain()).toEqual(["2026-03-02 2026-03-02", 199, 200]);
    await application.grantCredits(caller.organizationId, { amount: 200, note: "Invoice" });
    for (let i = 0; i < 101; i += 1) await book();
    expect(await readAgain()).toEqual([allDates, 98, 200]);
    const key = { ...caller, environment: "LIVE" as const, apiKeyId: 1, lineageId: "a" };
    await application.holdPlace(key, { departmentId, dateTime: "2026-03-02T10:00" });
    expect(await readAgain()).toEqual([allDates, 97, 200]);
  });

  test("the date of an appointment whose worker changes, although the slot has as many places as before", async () => {
    const { book, list, staff, caller, workerIds } = await openHours({
      workers: ["Grace", "Alan"],
      showAdminsInBooking: true,
    });
    const [grace, alan] = workerIds;
    const reasons = async () =>
      (await Promise.all([grace, alan].map((workerId) => list({ workerId }))))
        .map((slots) => slots[10]!.unavailabilityReason);
    const { id } = await book({ workerId: grace });
    expect(await reasons()).toEqual(["The worker is booked", null]);
    await staff.updateAppointment(caller, { id, workerId: alan });
    expect(await reasons()).toEqual([null, "The worker is booked"]);
  });
});

test("the memory of lists forgets what was not used for the longest time", () => {
  const kept = createKeptSlots(200);
  const version = { settings: "1", position: 1 };
  const validity = { version, now: Temporal.Now.instant(), timeZone: "UTC" };
  const slots = Array.from({ length: 30 }, () => ({
    slotTime: "",
    available: true,
    remainingSlots: 1,
    unavailabilityReason: null,
  }));
  const list = { ...validity, slots, days: [slots] };
  const known = () => ["a", "b", "c", "d", "e", "f"].filter((key) => kept.find(key, validity));
  for (const key of ["a", "b", "c", "d", "e"]) kept.keep(key, list);
  expect(kept.find("a", validity)).toBe(slots);
  kept.keep("f", list);
  expect(known()).toEqual(["a", "c", "d", "e", "f"]);
  kept.keep("f", { ...list, slots: [...slots, ...slots] });
  expect(known()).toEqual(["a", "c", "d", "e"]);
  const others = [
    { version: { settings: "2", position: 1 } },
    { version: { settings: "1", position: 2 } },
    { timeZone: "Asia/Tokyo" },
  ];
  for (const other of others) {
    expect(kept.find("a", { ...validity, ...other })).toBeUndefined();
    kept.keep("a", list);
  }
});
