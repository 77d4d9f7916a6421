import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { bookedAs, openDesk, present, settledStates } from "./front_desk.ts";

test("an edit changes the given fields, null clears, and the event has the new values", async () => {
  const desk = await openDesk({ workers: ["V", "W"] });
  const [v, w] = desk.workerIds;
  const { id } = await desk.book({ phone: "1", workerId: v, externalUserId: "u" });
  desk.published();
  const edit = (change: object) => desk.staff.updateAppointment(desk.caller, { id, ...change });
  for (
    const [change, after] of [
      [{ name: " Bob " }, { name: "Bob", phone: "1", workerId: v, externalUserId: "u" }],
      [{ phone: "2", externalUserId: "x" }, { name: "Bob", phone: "2", externalUserId: "x" }],
      [{ workerId: w }, { workerId: w, phone: "2" }],
      [{ phone: null, workerId: null }, { phone: "", workerId: null, name: "Bob" }],
    ]
  ) {
    expect(await edit(change!)).toMatchObject(after!);
    expect(desk.kept(id)).toMatchObject(after!);
    const { name, phone } = desk.kept(id);
    expect(desk.published()).toMatchObject([{ type: "appointment.updated", id, name, phone }]);
  }
  expect(await edit({ externalUserId: null })).not.toHaveProperty("externalUserId");
  expect(await desk.balance()).toBe(99);
});

test.each<[object]>([
  [{}],
  [{ name: "Ada" }],
  [{ name: undefined, phone: undefined, workerId: undefined, externalUserId: undefined }],
  [{ name: "Ada", phone: null, workerId: null, externalUserId: null }],
])("the edit %j, which changes nothing, publishes no event", async (change) => {
  const desk = await openDesk();
  const id = await bookedAs(desk, "SCHEDULED");
  expect(await desk.staff.updateAppointment(desk.caller, { id, ...change })).toMatchObject({ id });
  expect(desk.published()).toEqual([]);
});

test.each<[object, string[]]>([
  [{ name: "" }, ["name"]],
  [{ name: 5 }, ["name"]],
  [{ phone: "5".repeat(51) }, ["phone"]],
  [{ workerId: "1" }, ["workerId"]],
  [{ externalUserId: "u".repeat(256) }, ["externalUserId"]],
  [{ environment: "PROD" }, ["environment"]],
  [{ id: "1" }, ["id"]],
  [{ id: null, name: 5 }, ["id", "name"]],
])("the edit %j is refused with all its faults", async (change, fields) => {
  const desk = await openDesk();
  const id = await bookedAs(desk, "SCHEDULED");
  const attempt = () => desk.staff.updateAppointment(desk.caller, { id, ...change });
  expect(await faultsOf(attempt)).toEqual(fields);
});

describe("an edit that says what the user has seen", () => {
  const ada = { name: "Ada", phone: "1", externalUserId: null, note: "" };
  async function edited() {
    const desk = await openDesk();
    const { id } = await desk.book({ name: "Ada", phone: "1" });
    const edit = (change: object) => desk.staff.updateAppointment(desk.caller, { id, ...change });
    return { desk, id, edit };
  }

  test.each<[string, object]>([
    ["name", { name: "Bob" }],
    ["phone", { phone: "2" }],
    ["externalUserId", { externalUserId: "u" }],
    ["note", { note: "Window" }],
  ])("is refused if somebody else has changed the %s since", async (field, theirs) => {
    const { desk, id, edit } = await edited();
    await edit(theirs);
    const mine = { [field]: "mine", before: { [field]: ada[field as keyof typeof ada] } };
    expect(await refusalOf(() => edit(mine))).toMatchObject({ code: "CONFLICT" });
    expect(desk.kept(id)).toMatchObject(theirs);
  });

  test("is made if the others have changed other fields, or to the same value", async () => {
    const { desk, id, edit } = await edited();
    await edit({ phone: "2" });
    await edit({ name: "Bob", before: { name: "Ada" } });
    await edit({ phone: "2", before: { phone: "1" } });
    expect(desk.kept(id)).toMatchObject({ name: "Bob", phone: "2" });
  });
});

describe("a change of the worker", () => {
  async function byWorker() {
    const desk = await openDesk({
      showAdminsInBooking: true,
      slotCapacity: 3,
      workers: ["V", "W"],
    });
    const [v, w] = desk.workerIds;
    const { id } = await desk.book({ workerId: v });
    desk.published();
    const edit = (change: object) => desk.staff.updateAppointment(desk.caller, { id, ...change });
    return { ...desk, v: v!, w: w!, id, edit };
  }

  test("to a free worker is accepted, and the worker is exclusive", async () => {
    const desk = await byWorker();
    await desk.book({ workerId: desk.w, dateTime: "2026-03-02T10:30" });
    expect(await desk.edit({ workerId: desk.w })).toMatchObject({ workerId: desk.w });
    expect(desk.kept(desk.id).workerIsExclusive).toBe(true);
  });

  test("is refused if the worker is busy, unknown, inactive, or missing although one is required", async () => {
    const desk = await byWorker();
    await desk.book({ workerId: desk.w });
    for (const workerId of [desk.w, 99, 0, null]) {
      expect(await faultsOf(() => desk.edit({ workerId }))).toEqual(["workerId"]);
    }
    const { application } = desk;
    const other = await application.createDepartment(desk.caller.organizationId, { name: "Other" });
    const foreign = await application.createWorker(other.id, { name: "X" });
    const inactive = await application.createWorker(desk.departmentId, { name: "Y" });
    await application.updateWorker(inactive.id, { isActive: false });
    for (const { id: workerId } of [foreign, inactive]) {
      expect(await faultsOf(() => desk.edit({ workerId }))).toEqual(["workerId"]);
    }
    expect(desk.kept(desk.id).workerId).toBe(desk.v);
  });

  test("is not checked if the worker stays, so the name can be edited even if the worker is inactive", async () => {
    const desk = await byWorker();
    await desk.application.updateWorker(desk.v, { isActive: false });
    expect(await desk.edit({ name: "Bob", workerId: desk.v })).toMatchObject({ name: "Bob" });
  });

  test("publishes the slot only if it changes the number of free places", async () => {
    const desk = await openDesk({ slotCapacity: 3, workers: ["V", "W"] });
    const { id } = await desk.book();
    const { application, departmentId, workerIds: [v, w] } = desk;
    const edit = (workerId: number | undefined) =>
      desk.staff.updateAppointment(desk.caller, { id, workerId });
    const types = () => desk.published().map(({ type, remainingSlots }) => remainingSlots ?? type);
    await edit(v);
    desk.published();
    await edit(w);
    expect(types()).toEqual(["appointment.updated"]);
    await application.updateDepartment(departmentId, { showAdminsInBooking: true });
    await application.updateWorker(w!, { isActive: false });
    await edit(v);
    // W was no free worker any more; V was the last.
    expect(types()).toEqual(["appointment.updated", 0]);
  });

  test("makes the worker exclusive if the department books by worker now", async () => {
    const desk = await openDesk({ workers: ["W"] });
    const { id } = await desk.book();
    await desk.application.updateDepartment(desk.departmentId, { showAdminsInBooking: true });
    await desk.staff.updateAppointment(desk.caller, { id, workerId: desk.workerIds[0] });
    expect(desk.kept(id).workerIsExclusive).toBe(true);
  });

  test("uses the slot of the current grid", async () => {
    const desk = await openDesk({
      slotInterval: 60,
      workers: ["V", "W"],
      showAdminsInBooking: true,
    });
    const [v, w] = desk.workerIds;
    const { id } = await desk.book({ dateTime: "2026-03-02T10:10", workerId: v });
    const { id: later } = await desk.book({ dateTime: "2026-03-02T10:40", workerId: w });
    await desk.application.updateDepartment(desk.departmentId, { slotInterval: 30 });
    // W is free in the half hour from 10:00, though both had the hour.
    await desk.staff.updateAppointment(desk.caller, { id, workerId: w });
    expect(desk.kept(id)).toMatchObject({ workerId: w, slotMinutes: 30, place: 1 });
    expect(desk.kept(later)).toMatchObject({ workerId: w, slotMinutes: 60, place: 2 });
  });
});

describe("an edit is refused", () => {
  test.each(settledStates)("with CONFLICT if the appointment is %s", async (state) => {
    const desk = await openDesk();
    const id = await bookedAs(desk, state);
    const edits = [{}, { name: "Bob" }, { workerId: 99 }];
    for (const edit of edits) {
      const attempt = () => desk.staff.updateAppointment(desk.caller, { id, ...edit });
      const { code, message } = await refusalOf(attempt);
      expect({ code, message }).toEqual({ code: "CONFLICT", message: present(state) });
    }
    expect(desk.kept(id).name).toBe("Ada");
    expect(desk.published()).toEqual([]);
  });
});
