import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi } from "../support/api.ts";

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Every local second from an instant until now, also where the clocks have changed meanwhile. */
function secondsSince(instant: Temporal.Instant, timeZone: string): string[] {
  const now = Temporal.Now.instant().epochMilliseconds;
  const seconds: string[] = [];
  for (let ms = instant.epochMilliseconds; ms < now + 1000; ms += 1000) {
    const local = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone);
    seconds.push(local.toPlainDateTime().toString({ smallestUnit: "second" }));
  }
  return seconds;
}

describe.each([
  ["America/New_York", "2027-03-14T02:30:00", "2027-11-07T01:30:00"],
  ["Australia/Sydney", "2027-10-03T02:30:00", "2027-04-04T02:30:00"],
  ["Europe/Berlin", "2027-03-28T02:30:00", "2027-10-31T02:30:00"],
  ["Australia/Lord_Howe", "2027-10-03T02:15:00", "2027-04-04T01:45:00"],
])("%s", (timeZone, inGap, inOverlap) => {
  const tenantOf = async () => {
    const tenant = await api.organization({ timeZone, slotCapacity: 2 });
    const path = `/departments/${tenant.departmentId}/availability?dateTime=`;
    return {
      tenant,
      available: async (dateTime: string) => (await tenant.get(path + dateTime)).body,
      book: (dateTime: string) =>
        tenant.post({ departmentId: tenant.departmentId, dateTime, name: "A" }),
    };
  };

  test(`a time in the gap (${inGap}) does not exist: unavailable, and refused in the same words`, async () => {
    const { available, book, tenant } = await tenantOf();
    const verdict = await available(inGap);
    expect(verdict).toMatchObject({ slotTime: inGap, available: false, remainingSlots: 0 });
    expect(verdict.unavailabilityReason).toContain("does not exist");
    const { status, body } = await book(inGap);
    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { field: "dateTime", message: verdict.unavailabilityReason },
    ]);
    expect(await tenant.balance()).toBe(1000);
  });

  test(`a time that occurs twice (${inOverlap}) is one slot, kept as it was given`, async () => {
    const { available, book } = await tenantOf();
    expect(await available(inOverlap)).toMatchObject({ remainingSlots: 2 });
    const { status, body } = await book(inOverlap);
    expect(status).toBe(201);
    expect(body.dateTime).toBe(inOverlap);
    expect((await book(inOverlap)).status).toBe(201);
    expect((await book(inOverlap)).status).toBe(400);
  });

  test("createdAt is local to the organization, and every answer names its zone", async () => {
    const { book, tenant } = await tenantOf();
    const before = Temporal.Now.instant();
    const { body, headers } = await book("2027-06-01T10:00:00");
    expect(headers.get("X-Organization-Time-Zone")).toBe(timeZone);
    await tenant.delete(`/appointments/${body.id}`);
    const { archivedAt } = (await tenant.get(`/appointments/${body.id}`)).body;
    const seconds = secondsSince(before, timeZone);
    expect(seconds).toContain(body.createdAt);
    expect(seconds).toContain(archivedAt);
  });
});

test("a time that occurs twice means the earlier instant, to the booking window", async () => {
  // On the day of the change the window's edge is an instant; both readings of 01:30 lie beyond or before it
  // by an hour, and the earlier one decides.
  const { seeding } = api;
  seeding.setNow("2027-11-07T05:00:00Z");
  const { application } = seeding;
  const tenant = await api.organization({ timeZone: "America/New_York" });
  await application.updateDepartment(tenant.departmentId, {
    bookingWindow: { minLeadMinutes: 45 },
  });
  const caller = { ...tenant, environment: "LIVE" as const, timeZone: "America/New_York" };
  // 01:30 is 05:30Z and 06:30Z: the earlier is 30 minutes ahead, too near.
  expect(
    await application.checkAvailability(caller, {
      departmentId: tenant.departmentId,
      dateTime: "2027-11-07T01:30:00",
    }),
  ).toMatchObject({ available: false });
  seeding.setNow("2027-11-07T04:40:00Z");
  expect(
    await application.checkAvailability(caller, {
      departmentId: tenant.departmentId,
      dateTime: "2027-11-07T01:30:00",
    }),
  ).toMatchObject({ available: true });
});
