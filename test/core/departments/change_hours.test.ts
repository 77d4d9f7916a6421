import { describe, expect, test } from "vitest";
import { openDesk } from "../booking/front_desk.ts";
import { faultsOf, refusalOf } from "../refusal.ts";

const morning = { opens: "09:00", closes: "12:00" };
const afternoon = { opens: "13:00", closes: "17:00" };
const late = { opens: "16:00", closes: "20:00" };
const openingHours = { monday: [morning, afternoon], tuesday: [morning] };
type Row = typeof morning;

/** Opens a department with opening hours. */
async function openDepartment(hours: object | null = openingHours) {
  const desk = await openDesk({ openingHours: hours });
  const admin = { ...desk.caller, role: "ADMIN" as const };
  const id = desk.departmentId;
  const change = (...changes: [day: string, before: Row | null, after: Row | null][]) =>
    desk.staff.changeHours(admin, {
      id,
      changes: changes.map(([day, before, after]) => ({ day, before, after })),
    });
  const hoursNow = async () => (await desk.staff.getDepartment(admin, { id })).openingHours;
  return { ...desk, admin, id, change, hoursNow };
}

describe("a change of opening hours", () => {
  test("adds, changes and removes rows, and leaves the others", async () => {
    const { change } = await openDepartment();
    const { openingHours: hours } = await change(
      ["monday", afternoon, late],
      ["tuesday", morning, null],
      ["friday", null, afternoon],
      ["friday", null, morning],
    );
    expect(hours).toEqual({ monday: [morning, late], friday: [morning, afternoon] });
  });

  test("of a row that somebody else has changed is refused, and changes nothing", async () => {
    const { change, hoursNow } = await openDepartment();
    await change(["monday", afternoon, late]);
    const stale = await refusalOf(() =>
      change(["tuesday", morning, null], ["monday", afternoon, null])
    );
    expect(stale.code).toBe("CONFLICT");
    expect(await hoursNow()).toEqual({ monday: [morning, late], tuesday: [morning] });
  });

  test.each<[string, object | null]>([
    ["overlaps hours that somebody else has added", { monday: [afternoon] }],
    ["meets a department that is always open now", null],
  ])("that %s is refused", async (_, hours) => {
    const { change, hoursNow } = await openDepartment(hours);
    const stale = await refusalOf(() => change(["monday", null, late]));
    expect(stale.code).toBe("CONFLICT");
    expect(await hoursNow()).toEqual(hours);
  });

  test("publishes the slots whose availability changes", async () => {
    const { change, book, published, publishSlotChanges } = await openDepartment();
    await book({ dateTime: "2026-03-02T10:00" });
    published();
    await change(["monday", morning, null]);
    publishSlotChanges();
    expect(published()).toMatchObject([{
      slotTime: "2026-03-02T10:00:00",
      unavailabilityReason: "Closed at 10:00 on Monday",
    }]);
  });

  test.each<[object, string[]]>([
    [{ changes: [] }, ["changes"]],
    [{ changes: [{ day: "monday", before: null, after: null }] }, ["changes.0.after"]],
    [{ changes: [{ day: "Monday", before: null, after: morning }] }, ["changes.0.day"]],
    [{ changes: [{ day: "monday", after: morning }] }, ["changes.0.before"]],
    [
      { changes: [afternoon, late].map((after) => ({ day: "friday", before: null, after })) },
      ["changes"],
    ],
  ])("with %j is refused on %j", async (input, fields) => {
    const { staff, admin, id } = await openDepartment();
    expect(await faultsOf(() => staff.changeHours(admin, { id, ...input } as never))).toEqual(
      fields,
    );
  });
});
