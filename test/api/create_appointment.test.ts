import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

let api: Api;
let tenant: Tenant;
const dateTime = "2027-03-01T10:07:00";

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 100, credits: 1000 });
});
afterAll(async () => {
  await using stopped = api;
  await checkBooks(stopped.databaseUrl);
});

const wish = (fields: object = {}) => ({
  departmentId: tenant.departmentId,
  dateTime,
  name: "Ada Lovelace",
  ...fields,
});
const detailsOf = (answer: { body: { error: { details?: { field: string }[] } } }) =>
  answer.body.error.details?.map(({ field }) => field);

describe("201", () => {
  test("has every field of the contract and no other", async () => {
    const before = Date.now();
    const { status, body } = await tenant.post(wish({ externalUserId: "user-7" }));
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      dateTime,
      status: "SCHEDULED",
      name: "Ada Lovelace",
      qrCode: expect.stringMatching(/^[0-9A-Za-z_-]{22,}$/),
      departmentId: tenant.departmentId,
      departmentName: "Desk",
      externalUserId: "user-7",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    const createdAt = Date.parse(`${body.createdAt}Z`);
    expect(createdAt).toBeGreaterThanOrEqual(before - 1000);
    expect(createdAt).toBeLessThanOrEqual(Date.now());
  });

  test("externalUserId is left out when it was not supplied, or was null", async () => {
    for (const fields of [{}, { externalUserId: null, workerId: null }]) {
      const { status, body } = await tenant.post(wish(fields));
      expect(status).toBe(201);
      expect(body).not.toHaveProperty("externalUserId");
    }
  });

  test("consumes exactly one credit", async () => {
    const before = await tenant.balance();
    await tenant.post(wish());
    expect(await tenant.balance()).toBe(before - 1);
  });

  test("each appointment has a code of its own", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => tenant.post(wish())));
    expect(new Set(made.map(({ body }) => body.qrCode)).size).toBe(20);
  });

  test.each([
    ["2027-03-01T10:07", "2027-03-01T10:07:00"],
    ["2027-03-01T10:07:09", "2027-03-01T10:07:09"],
    ["2027-03-01T10:07:09.987", "2027-03-01T10:07:09"],
    ["9999-12-31T23:59:59", "9999-12-31T23:59:59"],
    ["0001-01-01T00:00:00", "0001-01-01T00:00:00"],
  ])("dateTime %s is read and kept as %s", async (given, kept) => {
    const { status, body } = await tenant.post(wish({ dateTime: given }));
    expect(status).toBe(201);
    expect(body.dateTime).toBe(kept);
    expect((await tenant.get(`/appointments/${body.id}`)).body.dateTime).toBe(kept);
  });

  test("a name is trimmed; 255 characters of it are kept, emoji as one each", async () => {
    const name = "😀".repeat(255);
    const { status, body } = await tenant.post(wish({ name: `  ${name}\n` }));
    expect(status).toBe(201);
    expect(body.name).toBe(name);
  });

  test("unknown fields are ignored, and those of the service cannot be set", async () => {
    const { status, body } = await tenant.post(
      wish({ id: 1, status: "COMPLETED", qrCode: "mine", colour: "blue", organizationId: 99 }),
    );
    expect(status).toBe(201);
    expect(body.status).toBe("SCHEDULED");
    expect(body.qrCode).not.toBe("mine");
  });
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    ["departmentId", undefined],
    ["departmentId", null],
    ["departmentId", "1"],
    ["departmentId", 1.5],
    ["departmentId", true],
    ["dateTime", undefined],
    ["dateTime", null],
    ["dateTime", 20270301],
    ["dateTime", ""],
    ["dateTime", "2027-03-01"],
    ["dateTime", "2027-03-01 10:07:00"],
    ["dateTime", "2027-03-01T10:07:00Z"],
    ["dateTime", "2027-03-01T10:07:00+01:00"],
    ["dateTime", "2027-03-01T10:07:00[Europe/Berlin]"],
    ["dateTime", "2027-02-29T10:07:00"],
    ["dateTime", "2027-03-01T24:00:00"],
    ["dateTime", "2027-03-01T10:60:00"],
    ["dateTime", "20270301T100700"],
    ["dateTime", "0000-01-01T00:00:00"],
    ["name", undefined],
    ["name", null],
    ["name", ""],
    ["name", "   "],
    ["name", 7],
    ["name", "x".repeat(256)],
    ["name", "a\0b"],
    ["name", "\ud800"],
    ["externalUserId", 7],
    ["externalUserId", "x".repeat(256)],
    ["externalUserId", "\0"],
    ["workerId", "1"],
    ["workerId", 0.5],
  ])("%s: %j is named in details, costs nothing and books nothing", async (field, value) => {
    const before = await tenant.balance();
    const answer = await tenant.post(wish({ [field]: value }));
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe("VALIDATION_ERROR");
    expect(answer.body.error.details).toEqual([{ field, message: expect.stringMatching(/\S/) }]);
    expect(await tenant.balance()).toBe(before);
  });

  test("all faults of shape are reported in one answer", async () => {
    const answer = await tenant.post(
      { departmentId: "x", dateTime: "x", externalUserId: 1, workerId: [] },
      { headers: { "Idempotency-Key": "é" } },
    );
    expect(answer.status).toBe(400);
    expect(detailsOf(answer)?.toSorted()).toEqual([
      "Idempotency-Key",
      "dateTime",
      "departmentId",
      "externalUserId",
      "name",
      "workerId",
    ]);
  });

  test.each([
    ["no body", ""],
    ["bad JSON", "{"],
    ["an array", "[]"],
    ["null", "null"],
    ["a number", "5"],
    ["a string", '"x"'],
  ])("%s is a fault of the field body", async (_, body) => {
    const answer = await tenant.post(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.code).toBe("VALIDATION_ERROR");
    expect(detailsOf(answer)).toEqual(["body"]);
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", "application/jsonx"])(
    "the content type %s is a fault of the field body",
    async (type) => {
      const answer = await tenant.post(wish(), { headers: { "Content-Type": type } });
      expect(answer.status).toBe(400);
      expect(detailsOf(answer)).toEqual(["body"]);
    },
  );

  test("the content type may have parameters", async () => {
    const headers = { "Content-Type": "Application/JSON; charset=utf-8" };
    expect((await tenant.post(wish(), { headers })).status).toBe(201);
  });
});

test("a body of 64 KiB is read; beyond it, it is 413 PAYLOAD_TOO_LARGE", async () => {
  const padded = (bytes: number) => {
    const text = JSON.stringify(wish({ padding: "" }));
    return text.replace('"padding":""', `"padding":"${"x".repeat(bytes - text.length)}"`);
  };
  expect(Buffer.byteLength(padded(65_536))).toBe(65_536);
  expect((await tenant.post(padded(65_536))).status).toBe(201);
  const answer = await tenant.post(padded(65_537));
  expect(answer.status).toBe(413);
  expect(answer.body.error.code).toBe("PAYLOAD_TOO_LARGE");
  expect(answer.body.error).not.toHaveProperty("details");
});

describe("404 DEPARTMENT_NOT_FOUND", () => {
  test.each([0, -1, 2_147_483_647, 99_999_999_999, 1e30])(
    "departmentId %d",
    async (departmentId) => {
      const { status, body } = await tenant.post(wish({ departmentId }));
      expect(status).toBe(404);
      expect(body.error.code).toBe("DEPARTMENT_NOT_FOUND");
      expect(body.error).not.toHaveProperty("details");
    },
  );

  test("an inactive department, and another organization's, are unknown alike", async () => {
    const other = await api.organization();
    const { application } = api.seeding;
    const closed = await application.createDepartment(tenant.organizationId, {
      name: "Closed",
      isActive: false,
    });
    const unknown = await tenant.post(wish({ departmentId: 987_654 }));
    for (const departmentId of [other.departmentId, closed.id]) {
      const answer = await tenant.post(wish({ departmentId }));
      expect(answer.status).toBe(404);
      expect(answer.text).toBe(unknown.text);
    }
  });
});

test("402 INSUFFICIENT_CREDITS: nothing is booked, and a grant lets it pass", async () => {
  const poor = await api.organization({ credits: 0, slotCapacity: 5 });
  const body = { departmentId: poor.departmentId, dateTime, name: "A" };
  const { status, body: refused } = await poor.post(body);
  expect(status).toBe(402);
  expect(refused.error).toEqual({ code: "INSUFFICIENT_CREDITS", message: expect.any(String) });
  expect((await poor.get("/appointments")).body.totalElements).toBe(0);
  await api.seeding.application.grantCredits(poor.organizationId, { amount: 1 });
  expect((await poor.post(body)).status).toBe(201);
  expect((await poor.post(body)).status).toBe(402);
});
