import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";

let api: Api;
let tenant: Tenant;
let full: number;
let inactive: number;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 3 });
  const { application } = api.seeding;
  const { organizationId } = tenant;
  inactive = (await application.createDepartment(organizationId, {
    name: "Inactive",
    isActive: false,
  })).id;
  full = (await application.createDepartment(organizationId, {
    name: "Clinic",
    address: "1 Main Street",
    phoneNumber: "+1 555 0100",
    slotInterval: 20,
    workingHours: "Mondays",
    slotCapacity: 2,
    slotOffset: 5,
    showAdminsInBooking: false,
    openingHours: {
      monday: [{ opens: "09:00", closes: "12:00" }, { opens: "13:00", closes: "24:00" }],
    },
    closures: [{ from: "2027-03-08", to: "2027-03-08", reason: "Holidays" }],
  })).id;
});
afterAll(() => api[Symbol.asyncDispose]());

describe("GET /departments", () => {
  test("lists the active ones by id, with the six fields of the contract and no other", async () => {
    const { status, body } = await tenant.get("/departments");
    expect(status).toBe(200);
    expect(body).toEqual([
      {
        id: tenant.departmentId,
        name: "Desk",
        address: "",
        phoneNumber: "",
        slotInterval: 30,
        workingHours: "",
      },
      {
        id: full,
        name: "Clinic",
        address: "1 Main Street",
        phoneNumber: "+1 555 0100",
        slotInterval: 20,
        workingHours: "Mondays",
      },
    ]);
  });

  test("another organization's are not there", async () => {
    const other = await api.organization();
    const { body } = await other.get("/departments");
    expect(body.map(({ id }: { id: number }) => id)).toEqual([other.departmentId]);
  });
});

describe("GET /departments/{id}", () => {
  test("is the one of the list", async () => {
    const { body: list } = await tenant.get("/departments");
    const { status, body } = await tenant.get(`/departments/${full}`);
    expect(status).toBe(200);
    expect(body).toEqual(list[1]);
  });

  test("an unknown id, an inactive one and another organization's are 404 alike", async () => {
    const other = await api.organization();
    const unknown = await tenant.get("/departments/987654");
    expect(unknown.status).toBe(404);
    expect(unknown.body.error.code).toBe("DEPARTMENT_NOT_FOUND");
    for (
      const id of [inactive, other.departmentId, 0, -1, "x", "1.5", "9".repeat(14), "9".repeat(30)]
    ) {
      for (
        const path of [
          `/departments/${id}`,
          `/departments/${id}/availability?dateTime=2027-03-01T10:00`,
        ]
      ) {
        const answer = await tenant.get(path);
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(unknown.text);
      }
    }
  });
});

describe("GET /departments/{id}/availability", () => {
  const check = async (id: number, dateTime: string, key = tenant.key) =>
    (await tenant.get(`/departments/${id}/availability?dateTime=${dateTime}`, { key })).body;

  test("a free slot: exact fields, the dateTime as asked, in the wire form", async () => {
    expect(await check(tenant.departmentId, "2027-03-01T10:07")).toEqual({
      slotTime: "2027-03-01T10:07:00",
      available: true,
      remainingSlots: 3,
      unavailabilityReason: null,
    });
  });

  test("counts down, is full with the counts, and creation refuses with the same words", async () => {
    const dateTime = "2027-03-02T10:00:00";
    const book = () => tenant.post({ departmentId: tenant.departmentId, dateTime, name: "A" });
    for (const remainingSlots of [3, 2, 1]) {
      expect(await check(tenant.departmentId, "2027-03-02T10:29:59")).toMatchObject({
        remainingSlots,
      });
      expect((await book()).status).toBe(201);
    }
    const reason = "Slot is full (3/3 booked)";
    expect(await check(tenant.departmentId, dateTime)).toEqual({
      slotTime: dateTime,
      available: false,
      remainingSlots: 0,
      unavailabilityReason: reason,
    });
    const refused = await book();
    expect(refused.status).toBe(400);
    expect(refused.body.error.details).toEqual([{ field: "dateTime", message: reason }]);
    expect(await check(tenant.departmentId, "2027-03-02T10:30:00")).toMatchObject({
      remainingSlots: 3,
    });
    expect(await check(tenant.departmentId, dateTime, tenant.testKey)).toMatchObject({
      remainingSlots: 3,
    });
  });

  test.each([
    ["2027-03-01T08:59:59", "Closed at 08:59 on Monday"],
    ["2027-03-01T09:00:00", null],
    ["2027-03-01T11:59:59", null],
    ["2027-03-01T12:00:00", "Closed at 12:00 on Monday"],
    ["2027-03-01T23:59:59", null],
    ["2027-03-02T10:00:00", "Closed at 10:00 on Tuesday"],
    ["2027-03-08T10:00:00", "Closed on 2027-03-08: Holidays"],
  ])(
    "hours and closures at %s: %j, and creation agrees",
    async (dateTime, unavailabilityReason) => {
      const available = unavailabilityReason === null;
      expect(await check(full, dateTime)).toMatchObject({ available, unavailabilityReason });
      const { status, body } = await tenant.post({ departmentId: full, dateTime, name: "A" });
      expect(status).toBe(available ? 201 : 400);
      if (!available) expect(body.error.details[0].message).toBe(unavailabilityReason);
    },
  );

  test("the grid starts at slotOffset, after a first short slot", async () => {
    const { application } = api.seeding;
    await application.updateDepartment(full, { openingHours: null });
    const book = (dateTime: string) => tenant.post({ departmentId: full, dateTime, name: "A" });
    await book("2027-04-05T00:04:00");
    expect(await check(full, "2027-04-05T00:00")).toMatchObject({ remainingSlots: 1 });
    expect(await check(full, "2027-04-05T00:05")).toMatchObject({ remainingSlots: 2 });
    await book("2027-04-05T10:24:00");
    expect(await check(full, "2027-04-05T10:05")).toMatchObject({ remainingSlots: 1 });
    expect(await check(full, "2027-04-05T10:25")).toMatchObject({ remainingSlots: 2 });
  });

  test("a changed interval and capacity apply to what is booked", async () => {
    const { application } = api.seeding;
    const { organizationId } = tenant;
    const { id } = await application.createDepartment(organizationId, {
      name: "Changing",
      slotInterval: 15,
      slotCapacity: 1,
    });
    const book = (minute: string) =>
      tenant.post({ departmentId: id, dateTime: `2027-03-01T10:${minute}:00`, name: "A" });
    expect((await book("00")).status).toBe(201);
    expect((await book("15")).status).toBe(201);
    await application.updateDepartment(id, { slotInterval: 60, slotCapacity: 3 });
    expect(await check(id, "2027-03-01T10:50")).toMatchObject({ remainingSlots: 1 });
    expect((await book("50")).status).toBe(201);
    expect((await book("55")).status).toBe(400);
    await application.updateDepartment(id, { slotCapacity: 1 });
    expect(await check(id, "2027-03-01T10:50")).toMatchObject({
      remainingSlots: 0,
      unavailabilityReason: "Slot is full (3/1 booked)",
    });
    await application.updateDepartment(id, { slotInterval: 15 });
    expect((await book("30")).status).toBe(201);
  });

  test("the booking window, with both sides of its edges", async () => {
    const { application } = api.seeding;
    const { id } = await application.createDepartment(tenant.organizationId, {
      name: "Window",
      slotCapacity: 50,
      bookingWindow: { minLeadMinutes: 60, maxDaysAhead: 10, refusePast: true },
    });
    const now = Temporal.Now.plainDateTimeISO("UTC");
    const at = (duration: Temporal.DurationLike) =>
      check(id, now.add(duration).toString({ smallestUnit: "second" }));
    const outside = expect.stringMatching(/^Outside the booking window: /);
    expect(await at({ minutes: -1 })).toMatchObject({ unavailabilityReason: outside });
    expect(await at({ minutes: 59 })).toMatchObject({ unavailabilityReason: outside });
    expect(await at({ minutes: 62 })).toMatchObject({ available: true });
    expect(await at({ days: 9 })).toMatchObject({ available: true });
    let today: Temporal.PlainDate;
    let farther: object;
    // Asked again where midnight came between.
    do {
      today = Temporal.Now.plainDateISO("UTC");
      farther = await check(id, `${today.add({ days: 11 })}T00:00:00`);
    } while (!today.equals(Temporal.Now.plainDateISO("UTC")));
    expect(farther).toMatchObject({ unavailabilityReason: outside });
    await application.updateDepartment(id, { bookingWindow: { refusePast: true } });
    expect(await at({ minutes: -1 })).toMatchObject({ unavailabilityReason: outside });
    expect(await at({ minutes: 1 })).toMatchObject({ available: true });
    await application.updateDepartment(id, { bookingWindow: null });
    expect(await at({ days: -4000 })).toMatchObject({ available: true });
  });

  test.each([
    "",
    "?dateTime=",
    "?dateTime=2027-03-01",
    "?dateTime=x",
    "?dateTime=2027-03-01T10:00Z",
    "?dateTime=2027-02-30T10:00",
  ])(
    "%j is 400 INVALID_DATE_FORMAT, also for an unknown department",
    async (query) => {
      for (const id of [tenant.departmentId, 987_654]) {
        const { status, body } = await tenant.get(`/departments/${id}/availability${query}`);
        expect(status).toBe(400);
        expect(body.error).toEqual({ code: "INVALID_DATE_FORMAT", message: expect.any(String) });
      }
    },
  );
});
