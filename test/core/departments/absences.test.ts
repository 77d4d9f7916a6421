import { describe, expect, test } from "vitest";
import { openDesk } from "../booking/front_desk.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const monday = { from: "2026-03-02", to: "2026-03-02" };
const allDay = { ...monday, starts: null, ends: null, reason: "" };
const midday = { ...monday, starts: "10:15", ends: "11:00" };

/** Opens a desk that books by worker, with two workers. */
async function openByWorker() {
  const desk = await openDesk({ showAdminsInBooking: true, workers: ["Grace", "Alan"] });
  const admin = { ...desk.caller, role: "ADMIN" as const };
  const [id, other] = desk.workerIds as [number, number];
  const check = async (time: string) => {
    const dateTime = `2026-03-02T${time}`;
    const input = { id: desk.departmentId, dateTime };
    const { remainingSlots, unavailabilityReason } = await desk.staff.checkAvailability(
      desk.caller,
      input,
    );
    return [remainingSlots, unavailabilityReason];
  };
  return { ...desk, admin, id, other, check };
}

describe("an absence", () => {
  test("of all day leaves the other workers of the department", async () => {
    const { staff, admin, id, other, check, book } = await openByWorker();
    await staff.addAbsence(admin, { id, ...monday });
    expect(await check("10:00")).toEqual([1, null]);
    expect(await faultsOf(() => book({ workerId: id }))).toEqual(["workerId"]);
    await book({ workerId: other });
    expect(await check("10:00")).toEqual([0, "Slot is full (1/1 booked)"]);
  });

  test("counts for every slot that it overlaps", async () => {
    const { staff, admin, id, check } = await openByWorker();
    await staff.addAbsence(admin, { id, ...midday });
    const places = await Promise.all(["09:30", "10:00", "10:59", "11:00"].map(check));
    expect(places.map(([remaining]) => remaining)).toEqual([2, 1, 1, 2]);
  });

  test("leaves existing appointments, and refuses to move one into it", async () => {
    const { staff, admin, caller, id, book, kept } = await openByWorker();
    const [inside, outside] = [
      await book({ workerId: id }),
      await book({
        workerId: id,
        dateTime: "2026-03-02T14:00",
      }),
    ];
    await staff.addAbsence(admin, { id, ...midday });
    expect(kept(inside.id)).toMatchObject({ status: "SCHEDULED", workerId: id });
    const move = { id: outside.id, dateTime: "2026-03-02T10:30" };
    expect(await faultsOf(() => staff.rescheduleAppointment(caller, move))).toEqual(["workerId"]);
  });

  test("takes its slots off the list of the free slots of the worker only", async () => {
    const { staff, admin, caller, departmentId, id, other } = await openByWorker();
    await staff.addAbsence(admin, { id, ...allDay });
    const freeOf = async (workerId: number) => {
      const range = { id: departmentId, from: monday.from, to: monday.to, workerId };
      return (await staff.listFreeSlots(caller, range)).days[0]!.slots.length;
    };
    expect([await freeOf(id), await freeOf(other)]).toEqual([0, 48]);
  });

  test("publishes the slots with appointments whose free places change, and so does an inactive worker", async () => {
    const desk = await openByWorker();
    const { staff, admin, id, other, book, published, publishSlotChanges } = desk;
    await book({ workerId: other });
    await book({ workerId: other, dateTime: "2026-03-02T14:00" });
    published();
    const publishedNow = () => {
      publishSlotChanges();
      return published().map(({ slotTime, remainingSlots }) => [slotTime, remainingSlots]);
    };
    await staff.addAbsence(admin, { id, ...midday });
    expect(publishedNow()).toEqual([["2026-03-02T10:00:00", 0]]);
    await staff.removeAbsence(admin, { id, ...midday });
    expect(publishedNow()).toEqual([["2026-03-02T10:00:00", 1]]);
    await staff.updateWorker(admin, { id, isActive: false });
    expect(publishedNow()).toEqual([["2026-03-02T10:00:00", 0], ["2026-03-02T14:00:00", 0]]);
    await staff.addAbsence(admin, { id, ...midday });
    await staff.updateWorker(admin, { id, name: "Grace H." });
    expect(publishedNow()).toEqual([]);
  });

  test("changes no place of a department that does not book by worker", async () => {
    const desk = await openDesk({ workers: ["Grace"] });
    const admin = { ...desk.caller, role: "ADMIN" as const };
    await desk.book();
    desk.published();
    await desk.staff.addAbsence(admin, { id: desk.workerIds[0]!, ...monday });
    desk.publishSlotChanges();
    expect(desk.published()).toEqual([]);
  });

  test("is removed by its dates and times", async () => {
    const { staff, admin, id, check } = await openByWorker();
    await staff.addAbsence(admin, { id, ...allDay, reason: "Training" });
    await staff.addAbsence(admin, { id, ...midday });
    expect(await staff.removeAbsence(admin, { id, ...monday })).toMatchObject({
      absences: [midday],
    });
    expect(await check("14:00")).toEqual([2, null]);
    const again = await refusalOf(() => staff.removeAbsence(admin, { id, ...monday }));
    expect(again.code).toBe("CONFLICT");
  });

  test("of the same dates and times is refused, and a worker has at most 200", async () => {
    const { staff, admin, id } = await openByWorker();
    await staff.addAbsence(admin, { id, ...allDay });
    const again = () => staff.addAbsence(admin, { id, ...monday, reason: "Again" });
    expect(await faultsOf(again)).toEqual(["from"]);
    for (let day = 1; day < 200; day += 1) {
      const date = Temporal.PlainDate.from(monday.from).add({ days: day }).toString();
      await staff.addAbsence(admin, { id, from: date, to: date });
    }
    const next = await refusalOf(() => staff.addAbsence(admin, { id, ...midday }));
    expect(next.code).toBe("CONFLICT");
  });

  test.each<[object, string[]]>([
    [{ from: "2026-03-02" }, ["to"]],
    [{ from: "2026-03-02", to: "2026-03-01" }, ["to"]],
    [{ ...monday, starts: "10:00" }, ["ends"]],
    [{ ...monday, starts: "10:00", ends: "10:00" }, ["ends"]],
    [{ ...monday, starts: "9:00", ends: "24:01" }, ["starts", "ends"]],
    [{ ...monday, reason: "x".repeat(256) }, ["reason"]],
  ])("with %j is refused on %j", async (input, fields) => {
    const { staff, admin, id } = await openByWorker();
    expect(await faultsOf(() => staff.addAbsence(admin, { id, ...input }))).toEqual(fields);
  });
});
