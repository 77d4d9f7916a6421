import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { checkBooks } from "../support/books.ts";

let api: Api;
let tenant: Tenant;

beforeAll(async () => {
  api = await startApi();
  tenant = await api.organization({ slotCapacity: 1 });
});
afterAll(async () => {
  await using stopped = api;
  await checkBooks(stopped.databaseUrl);
});

let day = 0;
/** Books on a day of its own, so that tests do not meet. */
async function booked(fields: object = {}) {
  day += 1;
  const dateTime = `2027-${String(1 + Math.floor(day / 28)).padStart(2, "0")}-${
    String(1 + day % 28).padStart(2, "0")
  }T10:00:00`;
  const { status, body } = await tenant.post({
    departmentId: tenant.departmentId,
    dateTime,
    name: "Ada",
    ...fields,
  });
  expect(status).toBe(201);
  return body;
}

describe("GET /appointments/{id}", () => {
  test("is what the creation answered", async () => {
    for (const fields of [{}, { externalUserId: "user-7" }, { externalUserId: "" }]) {
      const made = await booked(fields);
      const { status, body } = await tenant.get(`/appointments/${made.id}`);
      expect(status).toBe(200);
      expect(body).toEqual(made);
    }
  });

  test.each([
    "0",
    "-1",
    "abc",
    "1.0",
    "1e3",
    "+1",
    "007",
    "99999999999999",
    "9".repeat(40),
    "%31x",
    "%",
  ])(
    "the id %s is unknown",
    async (id) => {
      for (const method of ["GET", "DELETE"]) {
        const { status, body } = await api.call(method, `/api/v1/appointments/${id}`, tenant);
        expect(status).toBe(404);
        expect(body.error.code).toBe("APPOINTMENT_NOT_FOUND");
      }
    },
  );

  test("another organization's, and the other environment's, is unknown alike", async () => {
    const made = await booked();
    const other = await api.organization();
    const unknown = await tenant.get("/appointments/987654321");
    for (const key of [other.key, tenant.testKey]) {
      for (const method of ["GET", "DELETE"]) {
        const answer = await api.call(method, `/api/v1/appointments/${made.id}`, { key });
        expect(answer.status).toBe(404);
        expect(answer.text).toBe(unknown.text);
      }
    }
    expect((await tenant.get(`/appointments/${made.id}`)).body).not.toHaveProperty("archivedAt");
  });
});

describe("DELETE /appointments/{id}", () => {
  test("answers 200 with an empty body and leaves the status as it is", async () => {
    const made = await booked();
    const { status, text, headers } = await tenant.delete(`/appointments/${made.id}`);
    expect(status).toBe(200);
    expect(text).toBe("");
    expect(headers.get("Content-Length")).toBe("0");
    const { body } = await tenant.get(`/appointments/${made.id}`);
    expect(body).toEqual({
      ...made,
      archivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
    });
    expect(body.status).toBe("SCHEDULED");
  });

  test("refunds nothing", async () => {
    const made = await booked();
    const before = await tenant.balance();
    await tenant.delete(`/appointments/${made.id}`);
    expect(await tenant.balance()).toBe(before);
  });

  test("repeated, it answers 200 and changes nothing more", async () => {
    const made = await booked();
    await tenant.delete(`/appointments/${made.id}`);
    const archived = (await tenant.get(`/appointments/${made.id}`)).body;
    expect((await tenant.delete(`/appointments/${made.id}`)).status).toBe(200);
    expect((await tenant.get(`/appointments/${made.id}`)).body).toEqual(archived);
  });

  test("takes the appointment out of the list and frees its place at once", async () => {
    const made = await booked({ externalUserId: "archived" });
    const again = { departmentId: tenant.departmentId, dateTime: made.dateTime, name: "Bob" };
    expect((await tenant.post(again)).status).toBe(400);
    await tenant.delete(`/appointments/${made.id}`);
    const { body: list } = await tenant.get("/appointments?externalUserId=archived");
    expect(list).toMatchObject({ appointments: [], totalElements: 0 });
    expect((await tenant.post(again)).status).toBe(201);
  });
});
