import { expect, test } from "vitest";
import type { Appointment } from "../../gateway/dashboard/api/types.ts";
import { withUnread } from "../../gateway/dashboard/desk/unread.ts";

const one = (id: number, time: string) =>
  ({ id, dateTime: `2026-03-02T${time}:00`, status: "SCHEDULED", name: "Ada" }) as Appointment;
const day = [one(1, "09:00"), one(2, "10:00")];

test("a status change is shown before its answer", () => {
  const shown = withUnread(day, [{ path: "appointments.complete", input: { id: 1 } }]);
  expect(shown.map(({ status }) => status)).toEqual(["COMPLETED", "SCHEDULED"]);
  expect(shown[1]).toBe(day[1]);
});

test("a move is shown at its new time, in the order of the times", () => {
  const input = { id: 1, dateTime: "2026-03-02T11:00:00" };
  const shown = withUnread(day, [{ path: "appointments.reschedule", input }]);
  expect(shown.map(({ id }) => id)).toEqual([2, 1]);
});

test("an answer counts until the list is read, and a later change counts more", () => {
  const shown = withUnread(day, [
    { path: "appointments.update", input: { id: 2 }, answer: { id: 2, name: "Grace" } },
    { path: "appointments.cancel", input: { id: 1 }, answer: { id: 1, status: "CANCELLED" } },
    { path: "appointments.revert", input: { id: 1 } },
  ]);
  expect(shown.map(({ name, status }) => [name, status])).toEqual([
    ["Ada", "SCHEDULED"],
    ["Grace", "SCHEDULED"],
  ]);
});

test("a cancellation without an answer, and changes of others, change nothing", () => {
  expect(withUnread(day, [
    { path: "appointments.cancel", input: { id: 1 } },
    { path: "visits.arrive", input: { appointmentId: 1 } },
  ])).toBe(day);
});
