import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";
import { operatorIn } from "../../../core/access/caller.ts";
import { say } from "../../../core/messages.ts";

const morning = {
  openingHours: { monday: [{ opens: "10:00", closes: "11:00" }] },
  slotInterval: 30,
};
const monday = "2026-03-02";

async function getDay(desk: Awaited<ReturnType<typeof openDesk>>, input: object = {}) {
  return await desk.staff.getDay(desk.caller, { id: desk.departmentId, date: monday, ...input });
}

describe("a day", () => {
  test("has the slots of its hours with their counts, and its appointments", async () => {
    const desk = await openDesk({ ...morning, workers: ["Grace"] });
    const [workerId] = desk.workerIds;
    const late = await desk.book({ dateTime: "2026-03-02T10:29:59", workerId });
    const early = await desk.book({ phone: "5" });
    await desk.book({ environment: "TEST" });
    expect(await getDay(desk)).toEqual({
      date: monday,
      timeZone: "UTC",
      isInactive: false,
      slots: [
        {
          slotTime: "2026-03-02T10:00:00",
          endTime: "2026-03-02T10:30:00",
          capacity: 2,
          booked: 2,
          remainingSlots: 0,
          available: false,
          unavailabilityReason: say("slotFull", { booked: 2, capacity: 2 }),
        },
        {
          slotTime: "2026-03-02T10:30:00",
          endTime: "2026-03-02T11:00:00",
          capacity: 2,
          booked: 0,
          remainingSlots: 2,
          available: true,
          unavailabilityReason: null,
        },
      ],
      appointments: [{ ...early, workerName: null }, { ...late, workerName: "Grace" }],
      totalAppointments: 2,
    });
    expect((await getDay(desk, { environment: "TEST" })).slots[0]!.booked).toBe(1);
  });

  test("lists at most 1,000 appointments, and its slots count all of them", async () => {
    const desk = await openDesk({ ...morning, slotCapacity: 10_000 });
    await desk.book({ dateTime: "2026-03-02T10:10" });
    const { appointments } = desk.memory;
    for (let i = 2; i <= 2002; i += 1) {
      appointments.push({
        ...appointments[0]!,
        id: i,
        status: i === 2002 ? "CANCELLED" : "SCHEDULED",
      });
    }
    const day = await getDay(desk);
    expect(day.appointments).toHaveLength(1000);
    expect(day.totalAppointments).toBe(2002);
    expect(day.slots.map(({ booked }) => booked)).toEqual([2001, 0]);
  });

  test("has a slot outside its hours only if it has appointments or all slots are requested", async () => {
    const desk = await openDesk({ ...morning, openingHours: null });
    const { id } = await desk.book({ dateTime: "2026-03-02T20:07" });
    await desk.application.updateDepartment(desk.departmentId, morning);
    const times = async (input?: object) =>
      (await getDay(desk, input)).slots.map(({ slotTime }) => slotTime.slice(11, 16));
    expect(await times()).toEqual(["10:00", "10:30", "20:00"]);
    await desk.staff.cancelAppointment(desk.caller, { id });
    expect(await times()).toEqual(["10:00", "10:30", "20:00"]);
    expect(await times({ allSlots: true })).toHaveLength(48);
    expect((await getDay(desk)).slots.map(({ booked }) => booked)).toEqual([0, 0, 0]);
    const scope = { ...operatorIn(desk.caller.organizationId), environment: "LIVE" as const };
    await desk.application.archiveAppointment(scope, id);
    expect(await times()).toEqual(["10:00", "10:30"]);
    expect((await getDay(desk)).appointments).toEqual([]);
  });

  test("of a department that books by worker has the capacity of its active workers", async () => {
    const desk = await openDesk({
      ...morning,
      slotCapacity: 5,
      showAdminsInBooking: true,
      workers: ["Grace", "Alan", "Linus"],
    });
    await desk.application.updateWorker(desk.workerIds[2]!, { isActive: false });
    await desk.book({ workerId: desk.workerIds[0] });
    expect((await getDay(desk)).slots[0]).toMatchObject({
      capacity: 2,
      booked: 1,
      remainingSlots: 1,
    });
  });

  test("of an inactive department can be read, and has no free slots", async () => {
    const desk = await openDesk(morning);
    const { id } = await desk.book();
    await desk.application.updateDepartment(desk.departmentId, { isActive: false });
    const day = await getDay(desk);
    expect(day.isInactive).toBe(true);
    expect(day.appointments.map((one) => one.id)).toEqual([id]);
    expect(day.slots.map(({ unavailabilityReason }) => unavailabilityReason)).toEqual(
      Array(2).fill(say("departmentClosed")),
    );
  });
});

describe("a range", () => {
  const range = async (desk: Awaited<ReturnType<typeof openDesk>>, input: object) =>
    await desk.staff.listFreeSlots(desk.caller, { id: desk.departmentId, ...input });

  test("has every date with only its free slots", async () => {
    const desk = await openDesk(morning);
    await desk.book();
    await desk.book();
    const half = {
      slotTime: "2026-03-02T10:30:00",
      remainingSlots: 2,
      state: "FREE",
      reason: null,
      isRunning: false,
      freeWorkerIds: [],
    };
    expect(await range(desk, { from: "2026-03-01", to: "2026-03-02" })).toEqual({
      timeZone: "UTC",
      days: [{ date: "2026-03-01", slots: [] }, { date: monday, slots: [half] }],
    });
    const inTest = await range(desk, { from: monday, to: monday, environment: "TEST" });
    expect(inTest.days[0]!.slots).toHaveLength(2);
  });

  test("for a worker has only slots in which that worker can be booked", async () => {
    const desk = await openDesk({ ...morning, showAdminsInBooking: true, workers: ["G", "A"] });
    const [workerId, otherId] = desk.workerIds;
    await desk.book({ workerId });
    const times = async (workerId: unknown) =>
      (await range(desk, { from: monday, to: monday, workerId })).days[0]!.slots
        .map(({ slotTime }) => slotTime.slice(11, 16));
    expect(await times(workerId)).toEqual(["10:30"]);
    expect(await times(otherId)).toEqual(["10:00", "10:30"]);
    expect(await times(null)).toEqual(["10:00", "10:30"]);
    const all = await range(desk, { from: monday, to: monday, workerId, allSlots: true });
    expect(all.days[0]!.slots.filter(({ state }) => state !== "CLOSED")).toMatchObject([
      {
        state: "FULL",
        reason: say("workerBusy"),
        remainingSlots: 0,
        freeWorkerIds: [otherId],
      },
      { state: "FREE", remainingSlots: 1, freeWorkerIds: [workerId, otherId] },
    ]);
    // Where workers take any number, as creation does it.
    await desk.application.updateDepartment(desk.departmentId, { showAdminsInBooking: false });
    expect(await times(workerId)).toEqual(["10:00", "10:30"]);
    await desk.application.updateWorker(otherId!, { isActive: false });
    for (const stranger of [otherId, 99]) {
      expect(await faultsOf(() => times(stranger))).toEqual(["workerId"]);
    }
  });

  test("has at most 31 days, in order", async () => {
    const desk = await openDesk(morning);
    const days = await range(desk, { from: "2026-03-01", to: "2026-03-31" });
    expect(days.days).toHaveLength(31);
    expect(days.days.flatMap(({ slots }) => slots)).toHaveLength(10);
    const refused = (to: string) => faultsOf(() => range(desk, { from: "2026-03-01", to }));
    expect(await refused("2026-04-01")).toEqual(["to"]);
    expect(await refused("2026-02-28")).toEqual(["to"]);
  });
});

test("a day and a range refuse malformed input", async () => {
  const desk = await openDesk();
  const { staff, caller, departmentId: id } = desk;
  const codeOf = async (attempt: () => unknown) => (await refusalOf(attempt)).code;
  const days = [
    (input: object, by = caller) => staff.getDay(by, { id, date: monday, ...input }),
    (input: object, by = caller) =>
      staff.listFreeSlots(by, { id, from: monday, to: monday, ...input }),
  ];
  for (const read of days) {
    expect(await faultsOf(() => read({ id: "1", environment: "BETA" }))).toEqual([
      "id",
      "environment",
    ]);
    expect(await codeOf(() => read({ date: "2026-3-2", from: "2026-3-2" }))).toBe(
      "INVALID_DATE_FORMAT",
    );
  }
  expect(await faultsOf(() => staff.getDay(caller, {}))).toEqual(["id", "date"]);
  expect(await faultsOf(() => staff.listFreeSlots(caller, { id }))).toEqual(["from", "to"]);
});
