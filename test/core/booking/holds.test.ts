import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

const [ten, eleven] = ["2026-03-02T10:00:00", "2026-03-02T11:00:00"];

type Settings = Parameters<typeof openDesk>[0];

/** A desk with slots of half an hour and one place, on Sunday, 1 March 2026, as a caller of the API sees it. */
async function openHolds(settings: Settings = {}) {
  const desk = await openDesk({ slotInterval: 30, slotCapacity: 1, ...settings });
  const { application, departmentId, caller: { organizationId } } = desk;
  const api = {
    organizationId,
    environment: "LIVE" as const,
    timeZone: "UTC",
    apiKeyId: 1,
    lineageId: "1",
    actor: { kind: "API_KEY" as const, id: 1, name: "Website", ipAddress: "" },
  };
  const hold = async (more: object = {}, apiKeyId = 1) => {
    const caller = { ...api, apiKeyId, lineageId: `${apiKeyId}` };
    return await application.holdPlace(caller, { departmentId, dateTime: ten, ...more });
  };
  return {
    ...desk,
    api,
    hold,
    held: async (more: object = {}) => (await hold(more)).hold.id,
    bookByKey: (more: object = {}) =>
      application.bookAppointment(api, { departmentId, dateTime: ten, name: "Ada", ...more }),
    remaining: async (dateTime = ten) =>
      (await application.checkAvailability(api, { departmentId, dateTime })).remainingSlots,
    find: (id: number) => application.getHold(api, id),
    pass: (seconds: number) => void (desk.clock.now = desk.clock.now.add({ seconds })),
  };
}

describe("a held place", () => {
  test("counts as taken for everybody, wherever free places are shown", async () => {
    const desk = await openHolds({ slotCapacity: 2 });
    const { application, staff, caller, api, departmentId } = desk;
    await desk.hold();
    expect(await desk.remaining()).toBe(1);
    const date = "2026-03-02";
    const listed = await application.listSlots(api, {
      departmentId,
      startDate: date,
      endDate: date,
    });
    expect(listed.find(({ slotTime }) => slotTime === ten)).toMatchObject({ remainingSlots: 1 });
    const free = await staff.listFreeSlots(caller, { id: departmentId, from: date, to: date });
    const at10 = { slotTime: ten, remainingSlots: 1 };
    expect(free.days[0]!.slots).toContainEqual(expect.objectContaining(at10));
    const day = await staff.getDay(caller, { id: departmentId, date });
    expect(day.slots).toContainEqual(expect.objectContaining({ ...at10, booked: 1 }));
    expect(day.totalAppointments).toBe(0);
    const { departments: [department] } = await staff.getDeskDay(caller, { date });
    expect(department!.slots).toContainEqual(expect.objectContaining({ ...at10, booked: 1 }));
    await desk.book();
    expect(await faultsOf(() => desk.book())).toEqual(["dateTime"]);
    expect(await faultsOf(() => desk.bookByKey())).toEqual(["dateTime"]);
    expect(await faultsOf(() => desk.hold())).toEqual(["dateTime"]);
  });

  test("is free again at its end, without a job", async () => {
    const desk = await openHolds();
    const { hold: { id, ...hold } } = await desk.hold({ seconds: 60 });
    expect(hold).toEqual({
      departmentId: desk.departmentId,
      dateTime: ten,
      expiresAt: "2026-03-01T12:01:00.000Z",
      secondsLeft: 60,
    });
    desk.pass(59);
    expect(await desk.find(id)).toMatchObject({ secondsLeft: 1 });
    expect(await desk.remaining()).toBe(0);
    expect(await faultsOf(() => desk.bookByKey())).toEqual(["dateTime"]);
    desk.pass(1);
    expect(await desk.remaining()).toBe(1);
    expect(await refusalOf(() => desk.find(id))).toMatchObject({ code: "HOLD_NOT_FOUND" });
    await desk.bookByKey();
  });

  test("lasts 300 seconds, or 30 to 900 if the caller says so", async () => {
    const desk = await openHolds({ slotCapacity: 10 });
    expect((await desk.hold()).hold.secondsLeft).toBe(300);
    expect((await desk.hold({ dateTime: eleven, seconds: 900 })).hold.secondsLeft).toBe(900);
    for (const seconds of [29, 901, 30.5, "60"]) {
      expect(await faultsOf(() => desk.hold({ seconds }))).toEqual(["seconds"]);
    }
  });

  test("ends when its slot can no longer be booked", async () => {
    const bookingWindow = { minLeadMinutes: 22 * 60 - 2 };
    const desk = await openHolds({ bookingWindow });
    expect((await desk.hold()).hold.secondsLeft).toBe(120);
  });

  test("is free at once when it is released, and cannot be released twice", async () => {
    const desk = await openHolds();
    const { application, api } = desk;
    const id = await desk.held();
    await application.releaseHold(api, id);
    expect(await desk.remaining()).toBe(1);
    const missing = { code: "HOLD_NOT_FOUND" };
    expect(await refusalOf(() => application.releaseHold(api, id))).toMatchObject(missing);
    expect(await refusalOf(() => desk.find(id))).toMatchObject(missing);
  });

  test("is invisible in the other environment, and takes no place there", async () => {
    const desk = await openHolds();
    const { application, departmentId } = desk;
    const id = await desk.held();
    const test = { ...desk.api, environment: "TEST" as const };
    const missing = { code: "HOLD_NOT_FOUND" };
    expect(await refusalOf(() => application.getHold(test, id))).toMatchObject(missing);
    expect(await refusalOf(() => application.releaseHold(test, id))).toMatchObject(missing);
    const booking = { departmentId, dateTime: ten, name: "Ada" };
    expect(await faultsOf(() => application.bookAppointment(test, { ...booking, holdId: id })))
      .toEqual(["holdId"]);
    await application.bookAppointment(test, booking);
  });

  test("is unknown to every other key of the organization, which cannot read, use or end it", async () => {
    const desk = await openHolds();
    const { application, departmentId } = desk;
    const id = await desk.held();
    const other = { ...desk.api, apiKeyId: 2, lineageId: "2" };
    const refusal = await refusalOf(() => application.getHold(other, 99));
    expect(refusal).toMatchObject({ code: "HOLD_NOT_FOUND" });
    expect(await refusalOf(() => application.getHold(other, id))).toEqual(refusal);
    expect(await refusalOf(() => application.releaseHold(other, id))).toEqual(refusal);
    const booking = { departmentId, dateTime: ten, name: "Ada" };
    const bookBy = (holdId: number) =>
      refusalOf(() => application.bookAppointment(other, { ...booking, holdId }));
    expect(await bookBy(id)).toEqual(await bookBy(99));
    const { appointment } = await desk.bookByKey({ dateTime: eleven });
    const moveBy = (holdId: number) =>
      refusalOf(() =>
        application.moveAppointment(other, { id: appointment.id, dateTime: ten, holdId })
      );
    expect(await moveBy(id)).toEqual(await moveBy(99));
    expect(await desk.find(id)).toMatchObject({ id });
    const { apiKeyId: _, lineageId: __, ...noKey } = desk.api;
    expect(await faultsOf(() => application.bookAppointment(noKey, { ...booking, holdId: id })))
      .toEqual(["holdId"]);
  });

  test("stays with the key that replaces its key", async () => {
    const desk = await openHolds({ slotCapacity: 100 });
    const { application, departmentId } = desk;
    const successor = { ...desk.api, apiKeyId: 2 };
    const [one, two] = [await desk.held(), await desk.held()];
    for (let i = 0; i < 18; i += 1) await desk.hold();
    expect(await application.getHold(successor, one)).toMatchObject({ id: one });
    expect(await refusalOf(() => application.holdPlace(successor, { departmentId, dateTime: ten })))
      .toMatchObject({ code: "HOLD_LIMIT_EXCEEDED" });
    await application.bookAppointment(successor, {
      departmentId,
      dateTime: ten,
      name: "Ada",
      holdId: two,
    });
    await application.releaseHold(successor, one);
  });

  test("publishes no event, because its end cannot publish one", async () => {
    const desk = await openHolds();
    const id = await desk.held();
    await desk.application.releaseHold(desk.api, id);
    expect(desk.published()).toEqual([]);
  });
});

describe("a booking with a hold", () => {
  test("takes its place, ends it and costs a credit; nobody else could", async () => {
    const desk = await openHolds();
    const holdId = await desk.held();
    const balance = await desk.balance();
    // Another minute of the same slot.
    const { appointment } = await desk.bookByKey({ holdId, dateTime: "2026-03-02T10:20" });
    expect(appointment).toMatchObject({ dateTime: "2026-03-02T10:20:00" });
    expect(await desk.balance()).toBe(balance - 1);
    expect(desk.published()).toMatchObject([
      { type: "appointment.created" },
      { slotTime: ten, remainingSlots: 0, unavailabilityReason: "Slot is full (1/1 booked)" },
    ]);
    expect(await refusalOf(() => desk.find(holdId))).toMatchObject({ code: "HOLD_NOT_FOUND" });
    expect(await faultsOf(() => desk.bookByKey({ holdId }))).toEqual(["holdId"]);
  });

  test("without a credit is refused, and keeps the hold", async () => {
    const desk = await openHolds();
    const { memory, api, application, departmentId } = desk;
    for (const key of memory.balances.keys()) memory.balances.set(key, 0);
    const holdId = await desk.held();
    expect(await refusalOf(() => desk.bookByKey({ holdId }))).toMatchObject({
      code: "INSUFFICIENT_CREDITS",
    });
    expect(await desk.find(holdId)).toMatchObject({ id: holdId });
    await application.grantCredits(api.organizationId, { amount: 1 });
    await application.bookAppointment(api, { departmentId, dateTime: ten, name: "Ada", holdId });
  });

  test.each<[string, (desk: Awaited<ReturnType<typeof openHolds>>) => Promise<object>]>([
    ["that is unknown", async () => ({ holdId: 99 })],
    ["that is no id", async () => ({ holdId: "x" })],
    ["that no row can have", async () => ({ holdId: 0 })],
    ["that is too large for an id", async () => ({ holdId: 1e300 })],
    ["of another slot", async (desk) => ({ holdId: await desk.held({ dateTime: eleven }) })],
    ["that has ended", async (desk) => {
      const holdId = await desk.held({ seconds: 30 });
      desk.pass(30);
      return { holdId };
    }],
  ])("%s is refused, and changes nothing", async (_, input) => {
    const desk = await openHolds();
    const fields = await input(desk);
    const kept = structuredClone(JSON.stringify(desk.memory.holds));
    expect(await faultsOf(() => desk.bookByKey(fields))).toEqual(["holdId"]);
    expect(JSON.stringify(desk.memory.holds)).toBe(kept);
    expect(desk.memory.appointments).toEqual([]);
  });

  test("obeys the present settings: a hold is no promise against a closure", async () => {
    const desk = await openHolds();
    const holdId = await desk.held();
    const closures = [{ from: "2026-03-02", to: "2026-03-02", reason: "Water damage" }];
    await desk.application.updateDepartment(desk.departmentId, { closures });
    expect(await faultsOf(() => desk.bookByKey({ holdId }))).toEqual(["dateTime"]);
  });

  test("replays under its Idempotency-Key, and another hold is another request", async () => {
    const desk = await openHolds({ slotCapacity: 20 });
    const [one, two] = [await desk.held(), await desk.held()];
    const keyed = { "Idempotency-Key": "k", holdId: one };
    const first = await desk.bookByKey(keyed);
    const again = await desk.bookByKey(keyed);
    expect(again).toMatchObject({ isReplay: true, appointment: first.appointment });
    expect(await faultsOf(() => desk.bookByKey({ ...keyed, holdId: two })))
      .toEqual(["Idempotency-Key"]);
  });
});

describe("in a department that books by worker", () => {
  const byWorker = { workers: ["Grace", "Alan"], showAdminsInBooking: true, slotCapacity: 5 };

  test("a hold needs a worker, who is then busy", async () => {
    const desk = await openHolds(byWorker);
    const [grace, alan] = desk.workerIds;
    expect(await faultsOf(() => desk.hold())).toEqual(["workerId"]);
    expect((await desk.hold({ workerId: grace })).hold).toMatchObject({ workerId: grace });
    expect(await desk.remaining()).toBe(1);
    expect(await faultsOf(() => desk.bookByKey({ workerId: grace }))).toEqual(["workerId"]);
    expect(await faultsOf(() => desk.hold({ workerId: grace }))).toEqual(["workerId"]);
    // Staff who take any worker get the free one.
    const { id } = await desk.book({ anyWorker: true });
    expect(desk.kept(id).workerId).toBe(alan);
  });

  test("a booking with a hold takes its worker, or another free one that it names", async () => {
    const desk = await openHolds(byWorker);
    const [grace, alan] = desk.workerIds;
    const { appointment: { id } } = await desk.bookByKey({
      holdId: await desk.held({ workerId: grace }),
    });
    expect(desk.kept(id).workerId).toBe(grace);
    const holdId = await desk.held({ workerId: grace, dateTime: eleven });
    const other = await desk.bookByKey({ holdId, workerId: alan, dateTime: eleven });
    expect(desk.kept(other.appointment.id).workerId).toBe(alan);
    expect(await desk.remaining(eleven)).toBe(1);
  });
});

describe("a move with a hold", () => {
  test("takes its place and ends it, also within the slot of the appointment", async () => {
    const desk = await openHolds({ slotCapacity: 2 });
    const { application, api } = desk;
    const { id } = await desk.book();
    const holdId = await desk.held({ dateTime: eleven });
    await desk.book({ dateTime: eleven });
    desk.published();
    expect(await faultsOf(() => application.moveAppointment(api, { id, dateTime: eleven })))
      .toEqual(["dateTime"]);
    await application.moveAppointment(api, { id, dateTime: eleven, holdId });
    expect(desk.published()).toMatchObject([
      { type: "appointment.updated" },
      { slotTime: ten, remainingSlots: 2 },
      { slotTime: eleven, remainingSlots: 0 },
    ]);
    expect(await refusalOf(() => desk.find(holdId))).toMatchObject({ code: "HOLD_NOT_FOUND" });
    await desk.staff.cancelAppointment(desk.caller, { id: desk.memory.appointments[1]!.id });
    const here = await desk.held({ dateTime: eleven });
    expect(await desk.remaining(eleven)).toBe(0);
    await application.moveAppointment(api, { id, dateTime: "2026-03-02T11:10", holdId: here });
    expect(await desk.remaining(eleven)).toBe(1);
  });

  test("within its slot publishes the place that the hold does not need any more", async () => {
    const desk = await openHolds({ slotCapacity: 5 });
    const { application, api } = desk;
    const { id } = await desk.book();
    const holdId = await desk.held();
    await desk.book();
    // Subscribers know the slot with the hold.
    expect(desk.published().at(-1)).toMatchObject({ slotTime: ten, remainingSlots: 2 });
    await application.moveAppointment(api, { id, dateTime: "2026-03-02T10:10", holdId });
    expect(desk.published()).toMatchObject([
      { type: "appointment.updated" },
      { slotTime: ten, remainingSlots: 3 },
    ]);
  });

  test("refuses a hold of another slot, and keeps both places", async () => {
    const desk = await openHolds();
    const { application, api } = desk;
    const { id } = await desk.book();
    const holdId = await desk.held({ dateTime: eleven });
    const move = { id, dateTime: "2026-03-02T12:00", holdId };
    expect(await faultsOf(() => application.moveAppointment(api, move))).toEqual(["holdId"]);
    expect([await desk.remaining(ten), await desk.remaining(eleven)]).toEqual([0, 0]);
  });
});

describe("the number of holds is limited", () => {
  const code = "HOLD_LIMIT_EXCEEDED";

  test("to 20 of a key at once; released, used and ended ones do not count", async () => {
    const desk = await openHolds({ slotCapacity: 100 });
    const ids: number[] = [];
    for (let i = 0; i < 19; i += 1) ids.push(await desk.held());
    await desk.hold({ seconds: 30 });
    expect(await refusalOf(() => desk.hold())).toMatchObject({ code });
    // Another key has its own.
    await desk.hold({}, 2);
    await desk.application.releaseHold(desk.api, ids[0]!);
    await desk.hold();
    await desk.bookByKey({ holdId: ids[1] });
    await desk.hold();
    expect(await refusalOf(() => desk.hold())).toMatchObject({ code });
    desk.pass(30);
    await desk.hold();
  });

  test("to a tenth of the places of a department's day, and at least one", async () => {
    // Two hours with 4 slots of 6 places: 24 places.
    const openingHours = {
      monday: [{ opens: "10:00", closes: "12:00" }],
      tuesday: [{ opens: "10:00", closes: "10:30" }],
    };
    const desk = await openHolds({ slotCapacity: 6, openingHours });
    await desk.hold();
    await desk.hold({ dateTime: eleven }, 2);
    expect(await refusalOf(() => desk.hold({ dateTime: "2026-03-02T11:30" }, 3)))
      .toMatchObject({ code, message: expect.stringContaining("At most 2 places") });
    await desk.hold({ dateTime: "2026-03-03T10:00" });
    expect(await refusalOf(() => desk.hold({ dateTime: "2026-03-03T10:00" }))).toMatchObject({
      code,
    });
  });

  test("by the whole day, of which the past is a part", async () => {
    const openingHours = { monday: [{ opens: "08:00", closes: "12:00" }] };
    const bookingWindow = { refusePast: true };
    const desk = await openHolds({ slotCapacity: 5, openingHours, bookingWindow });
    desk.clock.now = Temporal.Instant.from("2026-03-02T09:30:00Z");
    for (const dateTime of [ten, ten, eleven, eleven]) await desk.hold({ dateTime });
    expect(await refusalOf(() => desk.hold({ dateTime: eleven }))).toMatchObject({ code });
  });
});

describe("an Idempotency-Key of a hold", () => {
  const keyed = { "Idempotency-Key": "k" };

  test("returns the same hold while it lasts, even if the slot is full", async () => {
    const desk = await openHolds();
    const { hold, isReplay } = await desk.hold(keyed);
    expect(isReplay).toBe(false);
    desk.pass(10);
    expect(await desk.hold(keyed)).toEqual({
      hold: { ...hold, secondsLeft: 290 },
      isReplay: true,
    });
    expect(await faultsOf(() => desk.hold({ ...keyed, seconds: 60 })))
      .toEqual(["Idempotency-Key"]);
    expect(await faultsOf(() => desk.hold({ "Idempotency-Key": "" }))).toEqual(["Idempotency-Key"]);
  });

  test("counts for its key: the same value from another key makes a hold of that key", async () => {
    const desk = await openHolds({ slotCapacity: 2 });
    const { hold: { id } } = await desk.hold(keyed);
    const other = await desk.hold(keyed, 2);
    expect(other.isReplay).toBe(false);
    expect(other.hold.id).not.toBe(id);
    expect((await desk.hold(keyed)).hold.id).toBe(id);
  });

  test("makes a new hold after the end of the first one", async () => {
    const desk = await openHolds();
    const { hold: { id } } = await desk.hold({ ...keyed, seconds: 30 });
    desk.pass(30);
    const again = await desk.hold(keyed);
    expect(again.isReplay).toBe(false);
    expect(again.hold.id).not.toBe(id);
  });
});

test("a hold needs an active department, and no invalid field", async () => {
  const desk = await openHolds();
  expect(await refusalOf(() => desk.hold({ departmentId: 99 }))).toMatchObject({
    code: "DEPARTMENT_NOT_FOUND",
  });
  expect(await faultsOf(() => desk.hold({ dateTime: "soon", departmentId: "x", seconds: 1 })))
    .toEqual(["departmentId", "dateTime", "seconds"]);
  await desk.application.updateDepartment(desk.departmentId, { isActive: false });
  expect(await refusalOf(() => desk.hold())).toMatchObject({ code: "DEPARTMENT_NOT_FOUND" });
});
