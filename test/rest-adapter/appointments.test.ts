import { describe, expect, test } from "vitest";
import { openApi, refusalOf } from "./support.ts";

const path = "/api/v1/appointments";

test("a creation is answered 201 with the appointment, its Location and no field that was not supplied", async () => {
  const api = await openApi();
  const response = await api.book({ name: "  Ada Lovelace " });
  expect(response.status).toBe(201);
  expect(response.headers.get("Content-Type")).toBe("application/json");
  expect(response.headers.get("Location")).toBe(`${path}/1`);
  expect(response.headers.has("Idempotent-Replayed")).toBe(false);
  expect(await response.json()).toEqual({
    id: 1,
    dateTime: "2026-03-05T14:30:00",
    status: "SCHEDULED",
    name: "Ada Lovelace",
    qrCode: expect.stringMatching(/^[0-9A-Za-z]{22}$/),
    departmentId: api.dental.id,
    departmentName: "Dental Care",
    createdAt: "2026-03-01T09:00:00",
  });
});

test("externalUserId is returned if it was supplied, and left out otherwise", async () => {
  const api = await openApi();
  expect(await (await api.book({ externalUserId: "u-1" })).json()).toMatchObject({
    externalUserId: "u-1",
  });
  expect(await (await api.book({ externalUserId: null })).json()).not.toHaveProperty(
    "externalUserId",
  );
});

test("the same Idempotency-Key returns the first answer marked as a replay, and another body is refused", async () => {
  const api = await openApi();
  const headers = { "Idempotency-Key": "order-1" };
  const first = await api.book({}, { headers });
  const replay = await api.book({}, { headers });
  expect(replay.status).toBe(201);
  expect(replay.headers.get("Idempotent-Replayed")).toBe("true");
  expect(replay.headers.get("Location")).toBe(first.headers.get("Location"));
  expect(await replay.json()).toEqual(await first.json());
  expect(await refusalOf(await api.send("POST", path, { headers, json: api.bookingBody() })))
    .toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields: ["Idempotency-Key"],
    });
});

test("DELETE is answered 200 with an empty body, also when repeated; the appointment is still read and no longer listed", async () => {
  const api = await openApi();
  await api.book();
  for (const _ of ["first", "again"]) {
    const response = await api.send("DELETE", `${path}/1`);
    expect(response.status).toBe(200);
    expect(response.headers.has("Content-Type")).toBe(false);
    expect(await response.text()).toBe("");
  }
  const read = await (await api.send("GET", `${path}/1`)).json();
  expect(read).toMatchObject({ status: "SCHEDULED", archivedAt: "2026-03-01T09:00:00" });
  expect(await (await api.send("GET", path)).json()).toEqual({
    appointments: [],
    page: 0,
    size: 20,
    totalElements: 0,
    totalPages: 0,
    isLast: true,
  });
});

test("a TEST key gets 404 for a LIVE appointment", async () => {
  const api = await openApi();
  await api.book();
  const response = await api.send("GET", `${path}/1`, { key: "test" });
  expect(await refusalOf(response)).toEqual({ status: 404, code: "APPOINTMENT_NOT_FOUND" });
});

describe("the list of appointments", () => {
  test.each([
    ["", "Cem Bea Ada"],
    ["?sort=name,asc", "Ada Bea Cem"],
    ["?sort=id,desc", "Ada Cem Bea"],
    ["?size=2", "Cem Bea"],
    ["?size=2&page=1", "Ada"],
    ["?page=5", ""],
    ["?size=500", "Cem Bea Ada"],
    ["?status=SCHEDULED", "Cem Bea Ada"],
    ["?status=MISSED", ""],
    ["?departmentId=1", "Cem Bea Ada"],
    ["?departmentId=-3", ""],
    ["?departmentId=99999999999999999999", ""],
    ["?externalUserId=u-1", "Cem"],
    ["?externalUserId=a%20b%2Bc", "Ada"],
    ["?externalUserId=", "Bea"],
    ["?startDate=2026-03-06", "Bea Ada"],
    ["?endDate=2026-03-05", "Cem"],
    ["?startDate=2026-03-06T10:00&endDate=2026-03-07T00:00:00", "Bea Ada"],
    ["?page=0&page=x", "Cem Bea Ada"],
    ["?unknown=1", "Cem Bea Ada"],
  ])("with the query %s returns the appointments of %s", async (query, names) => {
    const response = await listed(query);
    expect(response.status).toBe(200);
    const { appointments } = (await response.json()) as { appointments: { name: string }[] };
    expect(appointments.map(({ name }) => name).join(" ")).toBe(names);
  });

  test("has the page number, size, totals and isLast", async () => {
    expect(await (await listed("?size=2&page=1")).json()).toMatchObject({
      page: 1,
      size: 2,
      totalElements: 3,
      totalPages: 2,
      isLast: true,
    });
    expect(await (await listed("?size=500")).json()).toMatchObject({ size: 100, isLast: true });
  });

  test.each([
    ["page=-1", ["page"]],
    ["page=1.5", ["page"]],
    ["page=", ["page"]],
    ["page=x&page=0", ["page"]],
    ["page=99999999999999999999", ["page"]],
    ["size=0", ["size"]],
    ["size=1e2", ["size"]],
    ["size=%2B5", ["size"]],
    ["status=scheduled", ["status"]],
    ["status=", ["status"]],
    ["departmentId=abc", ["departmentId"]],
    ["externalUserId=%00", ["externalUserId"]],
    ["sort=name", ["sort"]],
    ["sort=qrCode,asc", ["sort"]],
    ["page=x&size=y&status=z", ["page", "size", "status"]],
    ["startDate=soon&page=x", ["page", "startDate"]],
  ])("with the query %s is refused with a fault of each of %j", async (query, fields) => {
    expect(await refusalOf(await listed(`?${query}`))).toEqual({
      status: 400,
      code: "VALIDATION_ERROR",
      fields,
    });
  });

  test.each([
    "startDate=",
    "startDate=2026-02-30",
    "endDate=2026-03-05T10:00Z",
    "endDate=2026-03-05T10:00%2B01:00",
    "startDate=20260305",
    "startDate=a&endDate=b",
  ])("with the query %s is refused with INVALID_DATE_FORMAT", async (query) => {
    expect(await refusalOf(await listed(`?${query}`))).toEqual({
      status: 400,
      code: "INVALID_DATE_FORMAT",
    });
  });
});

async function listed(query: string) {
  const api = await openApi();
  await api.book({ dateTime: "2026-03-06T10:00", name: "Bea", externalUserId: "" });
  await api.book({ dateTime: "2026-03-05T23:59:59", name: "Cem", externalUserId: "u-1" });
  await api.book({ dateTime: "2026-03-07T00:00", name: "Ada", externalUserId: "a b+c" });
  return api.send("GET", `${path}${query}`);
}
