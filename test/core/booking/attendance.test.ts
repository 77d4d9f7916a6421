import { describe, expect, test } from "vitest";
import { faultsOf, refusalOf } from "../refusal.ts";
import { openDesk } from "./front_desk.ts";

/** A desk on Sunday, 1 March 2026, at noon, with an appointment at a time. */
async function deskWith(dateTime: string) {
  const desk = await openDesk();
  const { id } = await desk.book({ dateTime });
  const { staff, caller, clock } = desk;
  return {
    ...desk,
    id,
    at: (time: string) => void (clock.now = Temporal.Instant.from(`${time}Z`)),
    complete: (more: object = {}) => staff.completeAppointment(caller, { id, ...more }),
    miss: () => staff.markMissed(caller, { id }),
  };
}

describe("completing an appointment", () => {
  test("before its day needs a reason, which is audited", async () => {
    const { id, complete, memory, kept } = await deskWith("2027-03-02T10:00");
    expect(await faultsOf(() => complete())).toEqual(["overrideReason"]);
    expect(await faultsOf(() => complete({ overrideReason: "  " }))).toEqual(["overrideReason"]);
    expect(kept(id).status).toBe("SCHEDULED");
    await complete({ overrideReason: "Was served today" });
    expect(memory.audit.at(-1)).toMatchObject({
      action: "appointment.completed",
      changes: [
        { field: "status", before: "SCHEDULED", after: "COMPLETED" },
        { field: "overrideReason", after: "Was served today" },
      ],
    });
  });

  test.each([
    { now: "2026-03-01T23:59:59", dateTime: "2026-03-02T10:00", isAllowed: false },
    { now: "2026-03-02T00:00:00", dateTime: "2026-03-02T23:00", isAllowed: true },
    // A person for 00:10 may come before midnight.
    { now: "2026-03-01T22:10:00", dateTime: "2026-03-02T00:10", isAllowed: true },
    { now: "2026-03-01T22:09:59", dateTime: "2026-03-02T00:10", isAllowed: false },
    // Days that have passed are settled afterwards.
    { now: "2026-03-20T12:00:00", dateTime: "2026-03-02T10:00", isAllowed: true },
  ])("at $dateTime is allowed without a reason at $now: $isAllowed", async (one) => {
    const { at, complete, memory } = await deskWith(one.dateTime);
    at(one.now);
    if (!one.isAllowed) return expect(await faultsOf(() => complete())).toEqual(["overrideReason"]);
    await complete({ overrideReason: "Not needed" });
    expect(memory.audit.at(-1)!.changes.map(({ field }) => field)).toEqual(["status"]);
  });
});

describe("completing where people can arrive on the day before", () => {
  test.each([
    { arrivalMinutes: 840, now: "2026-03-01T20:00:00", isAllowed: true },
    { arrivalMinutes: 840, now: "2026-03-01T19:59:59", isAllowed: false },
    // The date of the appointment is enough, also where nobody can arrive yet.
    { arrivalMinutes: 30, now: "2026-03-02T00:00:00", isAllowed: true },
    { arrivalMinutes: 0, now: "2026-03-01T23:59:59", isAllowed: false },
    { arrivalMinutes: null, now: "2026-03-01T23:59:59", isAllowed: false },
  ])(
    "$arrivalMinutes minutes before 10:00 is allowed without a reason at $now: $isAllowed",
    async (one) => {
      const { at, staff, caller, departmentId, complete, kept, id } = await deskWith(
        "2026-03-02T10:00",
      );
      await staff.changeQueueRules({ ...caller, role: "ADMIN" }, {
        id: departmentId,
        arrivalMinutes: one.arrivalMinutes,
      });
      at(one.now);
      if (!one.isAllowed) {
        return expect(await faultsOf(() => complete())).toEqual([
          "overrideReason",
        ]);
      }
      await complete();
      expect(kept(id).status).toBe("COMPLETED");
    },
  );
});

test("an appointment is missed from its time on, also as a correction", async () => {
  const { at, id, complete, miss, kept } = await deskWith("2026-03-02T10:00");
  at("2026-03-02T09:59:59");
  const { code, message } = await refusalOf(miss);
  expect({ code, message }).toEqual({
    code: "CONFLICT",
    message: "The appointment begins at 2026-03-02 10:00. Nobody can have missed it yet",
  });
  await complete();
  expect((await refusalOf(miss)).code).toBe("CONFLICT");
  at("2026-03-02T10:00:00");
  await miss();
  expect(kept(id).status).toBe("MISSED");
});

test("a visit that ends before the time of its appointment completes it, and marks it not missed", async () => {
  const { at, staff, caller, departmentId, id, book, kept } = await deskWith("2026-03-02T10:00");
  await staff.changeQueueRules({ ...caller, role: "ADMIN" }, { id: departmentId, maxCalls: 1 });
  const { id: other } = await book();
  at("2026-03-02T09:00:00");
  const called = async (appointmentId: number) => {
    const visit = await staff.arrive(caller, { appointmentId });
    await staff.callVisit(caller, { id: visit.id, desk: "1" });
    return { id: visit.id };
  };
  expect(await staff.missVisit(caller, await called(id))).toMatchObject({
    outcome: "NO_SHOW",
    isAppointmentKept: true,
    appointment: { status: "SCHEDULED", difference: null },
  });
  await staff.finishVisit(caller, await called(other));
  expect(kept(other).status).toBe("COMPLETED");
  at("2026-03-02T10:05:00");
  await staff.missVisit(caller, await called(id));
  expect(kept(id).status).toBe("MISSED");
});

test("a TEST key completes and misses appointments of any day, so that integrators see the events", async () => {
  const { application, caller: { organizationId }, book, kept } = await deskWith(
    "2026-03-02T10:00",
  );
  const key = {
    organizationId,
    environment: "TEST" as const,
    timeZone: "UTC",
    actor: { kind: "API_KEY" as const, id: 1, name: "Try", ipAddress: "" },
  };
  for (const [act, status] of [["complete", "COMPLETED"], ["miss", "MISSED"]] as const) {
    const { id } = await book({ environment: "TEST", dateTime: "2027-03-02T10:00" });
    await application.actOnTest(key, { id, act });
    expect(kept(id).status).toBe(status);
  }
});
