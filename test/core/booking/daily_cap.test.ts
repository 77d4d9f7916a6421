import { describe, expect, test } from "vitest";
import { decideBookings } from "../../../core/booking/decide_bookings.ts";
import { spendingKey } from "../../../core/booking/daily_cap.ts";
import { contextWith, departmentWith, requestWith } from "./samples.ts";

const lineageId = "00000000-0000-4000-8000-000000000001";
const dailyCap = { lineageId, credits: 2 };
const departments = [departmentWith({ slotCapacity: 9 })];

/** Returns what becomes of requests, with what is spent on some dates. */
function outcomes(
  { spent = {}, ...given }: Parameters<typeof contextWith>[0] & {
    spent?: Record<string, number>;
  },
  ...requests: Parameters<typeof requestWith>[0][]
) {
  const spending = new Map(
    Object.entries(spent).map(([date, credits]) => [spendingKey({ lineageId, date }), credits]),
  );
  const context = contextWith({ departments, spending, ...given });
  return decideBookings(context, requests.map(requestWith)).map((verdict) => {
    if (verdict.kind === "refused") return verdict.error.reason?.key ?? verdict.error.code;
    return verdict.kind === "booked" && verdict.spent ? String(verdict.spent.date) : verdict.kind;
  });
}

describe("the daily cap of a key", () => {
  test("counts the bookings of one batch, and only those with the key", () => {
    expect(outcomes({}, { dailyCap }, {}, { dailyCap }, { dailyCap }, {}))
      .toEqual(["2026-03-01", "booked", "2026-03-01", "capSpent", "booked"]);
  });

  test("counts what was spent on the present local date only", () => {
    const spent = { "2026-03-01": 1, "2026-03-02": 2, "2026-02-28": 2 };
    expect(outcomes({ spent }, { dailyCap }, { dailyCap })).toEqual(["2026-03-01", "capSpent"]);
    const now = Temporal.Instant.from("2026-03-01T23:30:00Z");
    expect(outcomes({ spent, now }, { dailyCap })).toEqual(["2026-03-01"]);
    expect(outcomes({ spent, now, timeZone: "Europe/Oslo" }, { dailyCap })).toEqual(["capSpent"]);
  });

  test("is raised and lowered by the next booking", () => {
    const spent = { "2026-03-01": 2 };
    const raised = { lineageId, credits: 3 };
    expect(outcomes({ spent }, { dailyCap: raised })).toEqual(["2026-03-01"]);
    expect(outcomes({ spent: { "2026-03-01": 9 } }, { dailyCap: raised })).toEqual(["capSpent"]);
  });

  test("does not count a booking that the slot refuses", () => {
    const one = [departmentWith({ slotCapacity: 1 })];
    const later = { dailyCap, dateTime: "2026-03-02T11:00" };
    expect(outcomes({ departments: one }, { dailyCap }, { dailyCap }, later))
      .toEqual(["2026-03-01", "invalid", "2026-03-01"]);
  });
});
