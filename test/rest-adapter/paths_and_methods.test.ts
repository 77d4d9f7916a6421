import { expect, test } from "vitest";
import { openApi, refusalOf } from "./support.ts";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"];

const routes: [path: string, allowed: string[]][] = [
  ["/api/v1/appointments", ["POST", "GET"]],
  ["/api/v1/appointments/1", ["GET", "DELETE"]],
  ["/api/v1/departments", ["GET"]],
  ["/api/v1/departments/1", ["GET"]],
  ["/api/v1/departments/1/availability", ["GET"]],
  ["/openapi.json", ["GET"]],
];

test.each(routes)(
  "%s allows %j, and any other method is answered 405 with Allow",
  async (path, allowed) => {
    const api = await openApi();
    for (const method of allowed) expect((await api.send(method, path)).status).not.toBe(405);
    for (const method of methods.filter((one) => !allowed.includes(one))) {
      const response = await api.send(method, path);
      expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(allowed.toSorted());
      expect(await refusalOf(response)).toEqual({ status: 405, code: "METHOD_NOT_ALLOWED" });
    }
    const head = await api.send("HEAD", path);
    expect(head.status).toBe(405);
    expect(head.headers.get("Allow")?.split(", ").sort()).toEqual(allowed.toSorted());
    expect(await head.text()).toBe("");
  },
);

test.each([
  "/",
  "/api",
  "/api/v1",
  "/api/v1/",
  "/api/v2/appointments",
  "/api/v1/appointments/",
  "/api/v1/appointments/1/",
  "/api/v1/appointments/1/x",
  "/api/v1//appointments",
  "/API/v1/appointments",
  "/api/v1/Appointments",
  "/api/v1/departments/",
  "/api/v1/departments//availability",
  "/api/v1/departments/1/availability/",
  "/openapi.json/",
  "/api/v1/appointments/%2e%2e/secrets/x",
])("%s is an unknown path and answered 404", async (path) => {
  const api = await openApi();
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await api.send(method, path);
    expect(await refusalOf(response)).toEqual({ status: 404, code: "NOT_FOUND" });
  }
  expect(api.entries).toEqual([]);
});

test.each([
  "0",
  "-1",
  "01",
  "1.0",
  "1e0",
  "abc",
  "%20",
  "1%2F2",
  "%E0%A4%A",
  "1000000000000000",
  "99999999999999999999999",
  "999",
])("the id %s is an unknown id and answered 404", async (id) => {
  const api = await openApi();
  const appointment = { status: 404, code: "APPOINTMENT_NOT_FOUND" };
  const department = { status: 404, code: "DEPARTMENT_NOT_FOUND" };
  await api.book();
  const query = "?dateTime=2026-03-05T14:30:00";
  for (
    const [method, path, expected] of [
      ["GET", `/api/v1/appointments/${id}`, appointment],
      ["DELETE", `/api/v1/appointments/${id}`, appointment],
      ["GET", `/api/v1/departments/${id}`, department],
      ["GET", `/api/v1/departments/${id}/availability${query}`, department],
    ] as const
  ) {
    expect(await refusalOf(await api.send(method, path))).toEqual(expected);
  }
});

test("an id that is not an exact number is never looked up", async () => {
  const api = await openApi();
  const requested: number[] = [];
  api.ports.appointments.find = async (_, id) => {
    requested.push(id);
    return undefined;
  };
  const last = 999_999_999_999_999;
  for (const id of ["7", `${last}`, "9007199254740993", "07", "7.0"]) {
    await api.send("GET", `/api/v1/appointments/${id}`);
  }
  expect(requested).toEqual([7, last, 0, 0, 0]);
});
