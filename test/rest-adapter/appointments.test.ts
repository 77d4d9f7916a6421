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
    .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["Idempotency-Key"] });
});

test("several different Idempotency-Keys are refused with the other faults, and book nothing", async () => {
  const api = await openApi();
  const headers = {
    "X-API-Key": api.keys.full.key,
    "Content-Type": "application/json",
    "Idempotency-Key": "q1, q2",
  };
  const send = (to: string, body: object) =>
    api.handle(
      new Request(`http://api.test${to}`, { method: "POST", headers, body: JSON.stringify(body) }),
      { ipAddress: "", conflictingHeaders: ["idempotency-key"] },
    );
  const refused = { status: 400, code: "VALIDATION_ERROR", fields: ["Idempotency-Key"] };
  for (const to of [path, "/api/v1/holds", `${path}/1/reschedule`]) {
    expect(await refusalOf(await send(to, api.bookingBody()))).toEqual(refused);
  }
  const nameless = await send(path, api.bookingBody({ name: 1 }));
  expect((await refusalOf(nameless)).fields).toEqual(["name", "Idempotency-Key"]);
  expect(api.ports.memory.appointments).toHaveLength(0);
});

describe("the reason of a cancellation", () => {
  test("is in the answer that asks for it, and stays as it was when DELETE is repeated", async () => {
    const api = await openApi();
    await api.book();
    const read = async () => await (await api.send("GET", `${path}/1?include=cancelReason`)).json();
    expect(await read()).toHaveProperty("cancelReason", null);
    expect((await api.send("DELETE", `${path}/1?reason=%20Is%20ill%20`)).status).toBe(200);
    expect(await read()).toHaveProperty("cancelReason", "Is ill");
    expect((await api.send("DELETE", `${path}/1?reason=Other`)).status).toBe(200);
    expect(await read()).toHaveProperty("cancelReason", "Is ill");
    const plain = await (await api.send("GET", `${path}/1`)).json();
    expect(plain).not.toHaveProperty("cancelReason");
  });

  test.each(["", "%20", "x".repeat(256)])(
    "is refused as %j, and nothing is archived",
    async (reason) => {
      const api = await openApi();
      await api.book();
      expect(await refusalOf(await api.send("DELETE", `${path}/1?reason=${reason}`)))
        .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["reason"] });
      expect(api.ports.memory.appointments[0]).toMatchObject({ archivedAt: null });
    },
  );
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

// core/booking tests every parameter; this tests how they are read from the query.
describe("the list of appointments", () => {
  const list = async (query: string) => {
    const api = await openApi();
    await api.book({ dateTime: "2026-03-06T10:00", name: "Bea", externalUserId: "" });
    await api.book({ dateTime: "2026-03-05T23:59:59", name: "Cem", externalUserId: "u-1" });
    await api.book({ dateTime: "2026-03-07T00:00", name: "Ada", externalUserId: "a b+c" });
    return api.send("GET", `${path}${query}`);
  };

  test.each([
    ["", "Cem Bea Ada"],
    ["?sort=id,desc", "Ada Cem Bea"],
    ["?size=2&page=1", "Ada"],
    ["?status=MISSED", ""],
    ["?departmentId=99999999999999999999", ""],
    ["?externalUserId=a%20b%2Bc", "Ada"],
    ["?externalUserId=", "Bea"],
    ["?startDate=2026-03-06T10:00&endDate=2026-03-07", "Bea Ada"],
    ["?size=1&size=1", "Cem"],
    ["?unknown=1", "Cem Bea Ada"],
  ])("with the query %s returns the appointments of %s", async (query, names) => {
    const response = await list(query);
    expect(response.status).toBe(200);
    const { appointments } = (await response.json()) as { appointments: { name: string }[] };
    expect(appointments.map(({ name }) => name).join(" ")).toBe(names);
  });

  test.each([
    ["page=", ["page"]],
    ["size=1e2", ["size"]],
    ["size=%2B5", ["size"]],
    ["departmentId=abc", ["departmentId"]],
    ["externalUserId=%00", ["externalUserId"]],
    ["page=x&size=y&status=z&sort=name", ["page", "size", "status", "sort"]],
    ["startDate=soon&page=x", ["page", "startDate"]],
    ["departmentid=1&page=x", ["departmentid", "page"]],
    ["status=SCHEDULED&status=MISSED&startDate=soon", ["status", "startDate"]],
  ])("with the query %s is refused with a fault of each of %j", async (query, fields) => {
    expect(await refusalOf(await list(`?${query}`)))
      .toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
  });

  test.each(["startDate=", "endDate=2026-03-05T10:00%2B01:00", "startDate=a&endDate=b"])(
    "with the query %s is refused with INVALID_DATE_FORMAT",
    async (query) => {
      expect(await refusalOf(await list(`?${query}`)))
        .toEqual({ status: 400, code: "INVALID_DATE_FORMAT" });
    },
  );
});

describe("the contact and the metadata", () => {
  const contact = { phone: "+49 30 5", email: "Ada@example.org", locale: "de-AT" };
  const metadata = { caseNumber: "7" };
  const none = { phone: null, email: null, locale: null };

  test("are in an answer only where the request asks for them", async () => {
    const api = await openApi();
    const plain = await (await api.book({ ...contact, metadata })).json();
    const read = async (query: string) => await (await api.send("GET", `${path}${query}`)).json();
    expect(plain).not.toHaveProperty("email");
    expect(await read("/1")).toEqual(plain);
    expect(await read("/1?include=contact")).toEqual({ ...plain, ...contact });
    expect(await read("/1?include=metadata")).toEqual({ ...plain, metadata });
    expect(await read("/1?include=contact,%20metadata")).toEqual({
      ...plain,
      ...contact,
      metadata,
    });
    expect((await read("")).appointments).toEqual([plain]);
    expect((await read("?include=metadata")).appointments).toEqual([{ ...plain, metadata }]);
    expect((await read("?after=&include=contact")).appointments).toEqual([{
      ...plain,
      ...contact,
    }]);
  });

  test("are null if unknown", async () => {
    const api = await openApi();
    await api.book();
    const response = await api.send("GET", `${path}/1?include=contact,metadata`);
    expect(await response.json()).toMatchObject({ ...none, metadata: null });
  });

  test.each(["/1?include=note", "/1?include=contact,", "?include=phone"])(
    "of %s are unknown",
    async (query) => {
      const api = await openApi();
      await api.book();
      expect(await refusalOf(await api.send("GET", `${path}${query}`)))
        .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["include"] });
    },
  );

  test("change by PATCH, only the given fields, and null clears", async () => {
    const api = await openApi();
    await api.book({ ...contact, metadata, externalUserId: "u" });
    const change = async (json: object) => {
      const response = await api.send("PATCH", `${path}/1?include=contact,metadata`, { json });
      expect(response.status).toBe(200);
      return await response.json();
    };
    const first = { ...contact, metadata, name: "Ada", externalUserId: "u" };
    expect(await change({})).toMatchObject(first);
    expect(await change({ email: "b@example.org" })).toMatchObject({
      ...first,
      email: "b@example.org",
    });
    expect(await change({ metadata: { other: "1" }, name: " Bob " }))
      .toMatchObject({ name: "Bob", email: "b@example.org", metadata: { other: "1" } });
    const cleared = { ...none, externalUserId: null, metadata: null };
    const { externalUserId, ...last } = await change({ ...cleared, name: null });
    expect(externalUserId).toBeUndefined();
    expect(last).toMatchObject({ ...none, metadata: null, name: "Bob" });
    expect(await (await api.send("GET", `${path}/1?include=contact,metadata`)).json()).toEqual(
      last,
    );
  });

  test("do not change with a wrong field, of an archived appointment, or for a key that may not write", async () => {
    const api = await openApi();
    await api.book(contact);
    const change = async (json: object, options = {}) =>
      await refusalOf(await api.send("PATCH", `${path}/1`, { json, ...options }));
    expect(await change({ email: "x", metadata: { a: 1 }, phone: "2" }))
      .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["email", "metadata.a"] });
    expect(await change({ phone: "2" }, { key: "reader" }))
      .toMatchObject({ status: 403, code: "INSUFFICIENT_SCOPE" });
    await api.send("DELETE", `${path}/1`);
    expect(await change({ phone: "2" })).toMatchObject({ status: 409, code: "CONFLICT" });
    expect(api.ports.memory.appointments[0]).toMatchObject(contact);
  });
});
