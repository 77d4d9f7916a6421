import { expect, test } from "vitest";
import { createStaffApplication } from "../../core/staff_application.ts";
import type { Ports } from "../../core/ports.ts";
import { untouchable } from "./refusal.ts";

const staff = createStaffApplication(untouchable<Ports>());
const year = { startDate: "2026-01-01", endDate: "2027-01-02" };

test.each<[keyof typeof staff, unknown, number]>([
  ["listFreeSlots", { from: "2026-03-01", to: "2026-03-01" }, 1],
  ["listFreeSlots", { from: "2026-03-01", to: "2026-03-31" }, 31],
  ["listFreeSlots", { from: "2026-03-01", to: "9999-12-31" }, 31],
  ["listFreeSlots", { from: "2026-03-31", to: "2026-03-01" }, 1],
  ["listFreeSlots", null, 1],
  ["listUsage", { statusCode: 404 }, 1],
  ["listUsage", { requestId: "order-1815" }, 20],
  ["listUsage", null, 1],
  ["exportUsage", { startDate: "2026-03-01", endDate: "2026-03-01" }, 1],
  ["exportUsage", year, 367],
  ["exportUsage", { ...year, endDate: "9999-12-31" }, 367],
  ["exportUsage", {}, 1],
  ["exportAppointments", {}, 50],
  ["exportPerson", {}, 20],
  ["listDepartments", undefined, 10],
  ["listDepartments", { size: 91 }, 10],
  ["listDepartments", { size: 1 }, 1],
  ["listDepartments", { size: "x" }, 1],
  ["listDepartments", { page: null, size: 91 }, 10],
  ["listAppointments", { search: "Ada" }, 3],
  ["listAppointments", { search: " " }, 1],
  ["listAppointments", undefined, 1],
  ["getCalendar", { from: "2026-03-02", days: 7, workerId: 1 }, 7],
  ["getCalendar", { from: "2026-03-02" }, 1],
  ["getCalendar", { days: 7 }, 1],
  ["getVisitOverview", { period: "DAY" }, 7],
  ["getVisitOverview", { period: "WEEK", date: "2026-03-02" }, 9],
  ["getVisitOverview", { period: "YEAR" }, 1],
  ["cancelAppointment", { id: 1 }, 1],
])("%s of %j counts as %i requests of a staff user", (name, input, weight) => {
  expect(staff[name].weightOf(input)).toBe(weight);
});
