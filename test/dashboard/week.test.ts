import { expect, test } from "vitest";
import { canBook, firstFree, isFree, weekDayOf } from "../../gateway/dashboard/desk/week.ts";

const slot = (time: string, freeWorkerIds: number[]) => ({
  slotTime: `2027-03-01T${time}:00`,
  state: "FREE" as const,
  isRunning: false,
  remainingSlots: freeWorkerIds.length,
  reason: null,
  freeWorkerIds,
});
const dayAt = (now: string) =>
  weekDayOf(
    { date: "2027-03-01", slots: [slot("10:00", [2]), slot("10:30", [1, 2])] },
    { now: `2027-03-01T${now}:00`, slotMinutes: 30 },
  );

test("a slot in which the chosen worker is busy is not free, and the next one is offered", () => {
  const day = dayAt("09:00");
  const [early, late] = day.slots;
  expect([isFree(early!, 1), canBook(early!, 1), isFree(late!, 1)]).toEqual([false, false, true]);
  expect(isFree(early!)).toBe(true);
  expect(firstFree([day], { from: "2027-03-01T09:00:00", workerId: 1 })).toBe(late);
  expect(firstFree([day], { from: "2027-03-01T09:00:00" })).toBe(early);
});

test("the running slot is offered, and one that has ended is not", () => {
  expect(dayAt("10:29").slots.map(({ slotTime }) => slotTime.slice(11, 16)))
    .toEqual(["10:00", "10:30"]);
  expect(dayAt("10:30").slots.map(({ slotTime }) => slotTime.slice(11, 16))).toEqual(["10:30"]);
});
