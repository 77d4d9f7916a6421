import { describe, expect, test } from "vitest";
import type { AppointmentSearch } from "../../../core/booking/appointments.ts";
import { searchAppointments } from "../../../core/booking/search_appointments.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { faultsOf, refusalOf, untouchable } from "../refusal.ts";

/** Returns the method of the port that an input calls, and its arguments. */
async function asked(input: object) {
  const calls: unknown[] = [];
  const remember = (method: string) => async (scope: unknown, query: unknown) => {
    calls.push([method, scope, query]);
    return { items: [], totalElements: 0 };
  };
  const appointments = {
    ...untouchable<Parameters<typeof searchAppointments>[0]>().appointments,
    list: remember("list"),
    search: remember("search"),
  };
  await searchAppointments({ appointments }, staffOf(7), input);
  expect(calls).toHaveLength(1);
  return calls[0] as [string, object, AppointmentSearch];
}

describe("the list for staff", () => {
  test.each([
    [{}, "LIVE"],
    [{ environment: "TEST" }, "TEST"],
    [
      { environment: null, search: " ", qrCode: "", workerId: null, includeArchived: false },
      "LIVE",
    ],
  ])("reads the exact list for %j", async (input, environment) => {
    const [method, scope, query] = await asked(input);
    expect([method, scope]).toEqual(["list", { organizationId: 7, environment }]);
    expect(query).not.toHaveProperty("search");
  });

  test.each([
    [{ search: " ada " }, { search: { terms: [[["ada"]]], code: null } }],
    [{ qrCode: " code\n" }, { qrCode: "code" }],
    [{ workerId: 3 }, { workerId: 3 }],
    [{ workerId: -3 }, { workerId: 0 }],
    [{ includeArchived: true }, { includeArchived: true }],
  ])("searches for %j", async (input, expected) => {
    const none = { search: null, qrCode: null, workerId: null, includeArchived: false };
    const [method, , query] = await asked({ ...input, status: "MISSED", size: 500 });
    expect(method).toBe("search");
    expect(query).toMatchObject({ ...none, ...expected, status: ["MISSED"], size: 100 });
  });

  test("refuses malformed input", async () => {
    const list = (input: unknown) => searchAppointments(untouchable(), staffOf(7), input);
    const faults = {
      environment: "BETA",
      search: "\0",
      qrCode: 5,
      workerId: "1",
      includeArchived: "true",
    };
    expect(await faultsOf(() => list(faults))).toEqual(Object.keys(faults));
    expect(await faultsOf(() => list({ search: "x".repeat(256), size: 0 })))
      .toEqual(["size", "search"]);
    expect((await refusalOf(() => list({ startDate: "soon" }))).code).toBe("INVALID_DATE_FORMAT");
  });
});
