import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client } from "pg";
import { type Api, startApi, type Tenant } from "../support/api.ts";

let api: Api;
let tenant: Tenant;
let second: number;
/** Every listed appointment, in the order of the list. */
// oxlint-disable-next-line typescript/no-explicit-any
let all: any[];

const statuses = ["SCHEDULED", "COMPLETED", "CANCELLED", "MISSED"];

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 100 });
  const { application } = api.seeding;
  second = (await application.createDepartment(tenant.organizationId, {
    name: "Second",
    slotCapacity: 100,
  })).id;
  // 45 appointments on 15 days, in an order of their own, some at the same time.
  for (let i = 0; i < 45; i += 1) {
    const n = (i * 7) % 45;
    await tenant.post({
      departmentId: n % 3 === 0 ? second : tenant.departmentId,
      dateTime: `2027-03-${String(1 + n % 15).padStart(2, "0")}T12:00:00`,
      name: `Name ${String((n * 11) % 45).padStart(2, "0")}`,
      ...(n % 5 === 0 && { externalUserId: "user-5" }),
    });
  }
  // What only staff can do comes later; until then the statuses are set in the database.
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  await client.query(
    `update appointments set status = (array['SCHEDULED','COMPLETED','CANCELLED','MISSED'])[1 + id % 4],
      created_at = timestamptz '2026-11-20 12:00:00+00' + ((id * 13) % 45) * interval '1 minute'`,
  );
  await client.end();
  const archived = await tenant.post({
    departmentId: second,
    dateTime: "2027-03-01T12:00:00",
    name: "Archived",
    externalUserId: "user-5",
  });
  await tenant.delete(`/appointments/${archived.body.id}`);
  all = (await tenant.get("/appointments?size=100")).body.appointments;
});
afterAll(() => api[Symbol.asyncDispose]());

const list = async (query: string) => {
  const { status, body } = await tenant.get(`/appointments?${query}`);
  expect(status).toBe(200);
  return body;
};
const ids = (page: { appointments: { id: number }[] }) => page.appointments.map(({ id }) => id);

describe("pages", () => {
  test("page is 0 and size 20 by default, and the envelope is the contract's", async () => {
    const body = await list("");
    expect(body).toEqual({
      appointments: all.slice(0, 20),
      page: 0,
      size: 20,
      totalElements: 45,
      totalPages: 3,
      isLast: false,
    });
  });

  test("the pages are the whole list, once", async () => {
    for (const size of [1, 7, 20, 45, 100]) {
      const pages = [];
      for (let page = 0; page === 0 || !pages.at(-1).isLast; page += 1) {
        pages.push(await list(`page=${page}&size=${size}`));
      }
      expect(pages.flatMap(ids)).toEqual(all.map(({ id }) => id));
      expect(pages.every(({ totalPages }) => totalPages === Math.ceil(45 / size))).toBe(true);
      expect(pages).toHaveLength(Math.ceil(45 / size));
    }
  });

  test("size above 100 is taken as 100 and echoed so", async () => {
    expect(await list("size=101")).toMatchObject({ size: 100, totalPages: 1, isLast: true });
    expect(await list(`size=${"9".repeat(30)}`)).toMatchObject({ size: 100 });
  });

  test("a page past the end is empty and the last", async () => {
    for (const page of [3, 1000, 9_007_199_254_740_991]) {
      expect(await list(`page=${page}`)).toEqual({
        appointments: [],
        page,
        size: 20,
        totalElements: 45,
        totalPages: 3,
        isLast: true,
      });
    }
  });

  test("no rows means no pages", async () => {
    expect(await list("externalUserId=nobody")).toEqual({
      appointments: [],
      page: 0,
      size: 20,
      totalElements: 0,
      totalPages: 0,
      isLast: true,
    });
  });

  test.each([
    ["page=-1", "page"],
    ["page=x", "page"],
    ["page=1.5", "page"],
    ["page=", "page"],
    ["size=0", "size"],
    ["size=-5", "size"],
    ["size=ten", "size"],
    ["size=", "size"],
    ["status=scheduled", "status"],
    ["status=", "status"],
    ["departmentId=x", "departmentId"],
    ["externalUserId=%00", "externalUserId"],
    ["sort=dateTime", "sort"],
    ["sort=dateTime,up", "sort"],
    ["sort=phone,asc", "sort"],
    ["sort=", "sort"],
  ])("%s is 400 VALIDATION_ERROR on %s", async (query, field) => {
    const { status, body } = await tenant.get(`/appointments?${query}`);
    expect(status).toBe(400);
    expect(body.error.code).toBe("VALIDATION_ERROR");
    expect(body.error.details).toEqual([{ field, message: expect.any(String) }]);
  });
});

describe("order", () => {
  test("is dateTime and then id by default", () => {
    expect(all).toEqual(all.toSorted(by("dateTime", "id")));
  });

  test.each(["id", "dateTime", "createdAt", "name", "status"])(
    "sort=%s, both ways",
    async (field) => {
      const ascending = await list(`size=100&sort=${field},asc`);
      expect(ascending.appointments).toEqual(all.toSorted(by(field, "dateTime", "id")));
      const descending = await list(`size=100&sort=${field},desc`);
      expect(descending.appointments).toEqual(ascending.appointments.toReversed());
      const paged = await list(`size=10&page=2&sort=${field},desc`);
      expect(paged.appointments).toEqual(descending.appointments.slice(20, 30));
    },
  );
});

describe("filters", () => {
  test.each(statuses)("status=%s", async (status) => {
    const expected = all.filter((one) => one.status === status);
    expect(expected.length).toBeGreaterThan(5);
    expect(await list(`size=100&status=${status}`)).toMatchObject({
      appointments: expected,
      totalElements: expected.length,
    });
  });

  test("departmentId; an unknown one, or another organization's, finds nothing", async () => {
    const expected = all.filter((one) => one.departmentId === second);
    expect(await list(`size=100&departmentId=${second}`)).toMatchObject({
      appointments: expected,
      totalElements: 15,
    });
    const other = await api.organization();
    for (const id of [other.departmentId, 0, -3, "99999999999999999999"]) {
      expect(await list(`departmentId=${id}`)).toMatchObject({ totalElements: 0 });
    }
  });

  test("externalUserId", async () => {
    const page = await list("size=100&externalUserId=user-5");
    expect(page.appointments).toEqual(all.filter((one) => one.externalUserId === "user-5"));
    expect(page.totalElements).toBe(9);
  });

  test.each([
    ["startDate=2027-03-08T12:00:00", (at: string) => at >= "2027-03-08T12:00:00"],
    ["startDate=2027-03-08T12:00:01", (at: string) => at >= "2027-03-09"],
    ["endDate=2027-03-08T12:00", (at: string) => at <= "2027-03-08T12:00:00"],
    ["endDate=2027-03-08T11:59:59.999", (at: string) => at < "2027-03-08"],
    ["startDate=2027-03-08", (at: string) => at >= "2027-03-08"],
    ["endDate=2027-03-08", (at: string) => at <= "2027-03-08T23:59:59"],
    [
      "startDate=2027-03-03&endDate=2027-03-05",
      (at: string) => at >= "2027-03-03" && at <= "2027-03-05T23:59:59",
    ],
    ["startDate=2027-03-05&endDate=2027-03-03", () => false],
  ])("%s, inclusive", async (query, isIn) => {
    const expected = all.filter((one) => isIn(one.dateTime));
    expect(await list(`size=100&${query}`)).toMatchObject({
      appointments: expected,
      totalElements: expected.length,
    });
  });

  test("all at once", async () => {
    const query = `departmentId=${second}&status=SCHEDULED&startDate=2027-03-02&endDate=2027-03-14`;
    const expected = all.filter((one) =>
      one.departmentId === second && one.status === "SCHEDULED" &&
      one.dateTime >= "2027-03-02" && one.dateTime < "2027-03-15"
    );
    expect(expected.length).toBeGreaterThan(0);
    expect(await list(`${query}&size=100`)).toMatchObject({
      appointments: expected,
      totalElements: expected.length,
    });
  });

  test.each(["x", "", "2027-02-30", "2027-03-01T10:00:00Z", "2027-03-01T25:00", "20270301"])(
    "startDate or endDate %j is 400 INVALID_DATE_FORMAT without details",
    async (date) => {
      for (const name of ["startDate", "endDate"]) {
        const { status, body } = await tenant.get(
          `/appointments?${name}=${encodeURIComponent(date)}`,
        );
        expect(status).toBe(400);
        expect(body.error).toEqual({ code: "INVALID_DATE_FORMAT", message: expect.any(String) });
      }
    },
  );
});

test("each environment and organization lists its own", async () => {
  expect((await tenant.get("/appointments", { key: tenant.testKey })).body.totalElements).toBe(0);
  const other = await api.organization();
  expect((await other.get("/appointments")).body.totalElements).toBe(0);
});

// oxlint-disable-next-line typescript/no-explicit-any
function by(...fields: string[]): (a: any, b: any) => number {
  return (a, b) => {
    const field = fields.find((name) => a[name] !== b[name]);
    return field === undefined ? 0 : a[field] < b[field] ? -1 : 1;
  };
}
