import { expect, test } from "vitest";
import { seedOrganization } from "../support/in_memory/seed_organization.ts";
import { pathOf, publicEndpoints, signInEndpoint, staffEndpoints } from "../support/endpoints.ts";
import { firstIds, openStaffApi } from "./staff_support.ts";
import { errorOf, openApi, refusalOf } from "./support.ts";

const allMethods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD", "QUERY"];
const all = [
  ...[...publicEndpoints, ...staffEndpoints].map((one) => ({
    method: one.method,
    path: pathOf({ ...one, query: "" }, firstIds),
  })),
  signInEndpoint,
  { method: "GET", path: "/openapi.json" },
];

test.each([...Map.groupBy(all, ({ path }) => path)])(
  "%s answers 405 with Allow to every method that it does not have, with or without credentials",
  async (path, endpoints) => {
    const allowed = endpoints.flatMap(({ method }) => method === "GET" ? [method, "HEAD"] : method)
      .toSorted();
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    for (const method of allMethods.filter((one) => !allowed.includes(one))) {
      for (const sent of [{ key: null }, { headers: { Cookie: cookie } }]) {
        const response = await api.send(method, path, sent);
        expect(response.status).toBe(405);
        expect(response.headers.get("Allow")?.split(", ").sort()).toEqual(allowed);
        const text = await response.text();
        if (method === "HEAD") expect(text).toBe("");
        else expect(JSON.parse(text).error.code).toBe("METHOD_NOT_ALLOWED");
      }
    }
  },
);

test.each([
  "/",
  "/api/v1/",
  "/api/v2/appointments",
  "/api/v1/appointments/",
  "/api/v1/appointments/1/",
  "/api/v1/appointments/1/x",
  "/api/v1//appointments",
  "/API/v1/appointments",
  "/api/v1/Appointments",
  "/api/v1/departments//availability",
  "/api/v1/appointments/%2e%2e/secrets/x",
  "/api/v1/%zz",
  "/openapi.json/",
  "/api/staff/",
  "/api/staff/sessions",
  "/api/staff/api-keys/",
  "/api/staff/api-keys//rotate",
  "/api/staff/api-usage/export/CSV",
  "/api/staff/../staff/session/x",
])("%s is an unknown path: it is answered 404, with or without credentials", async (path) => {
  const api = await openStaffApi();
  const { cookie } = await api.signedInAs("OWNER");
  for (const method of ["GET", "POST", "DELETE"]) {
    for (const sent of [{ key: null }, { headers: { Cookie: cookie } }]) {
      const response = await api.send(method, path, sent);
      expect(await refusalOf(response)).toEqual({ status: 404, code: "NOT_FOUND" });
    }
  }
  expect(api.entries).toEqual([]);
});

test.each(["/api/v1/appointments/", "/openapi.json/", "/api/staff/api-keys/"])(
  "%s says that the slash at the end is wrong",
  async (path) => {
    const { message } = await errorOf(await (await openApi()).send("GET", path));
    expect(message).toContain("no slash at the end");
  },
);

const malformed = ["0", "-1", "01", "1.0", "1e0", "abc", "%20", "1%2F2", "%E0%A4%A", "2147483648"];
const tooLarge = ["1000000000000000", "9".repeat(30)];

// core/ids.test.ts and gateway/persistence/ports/ids.test.ts test every use case.
test.each([
  ["GET", "/api/v1/appointments/", "APPOINTMENT_NOT_FOUND"],
  ["DELETE", "/api/staff/api-keys/", "API_KEY_NOT_FOUND"],
])(
  "%s %s{id} answers a malformed id and another organization's id exactly like an unknown id",
  async (...given) => {
    const [method, path, code] = given;
    const api = await openStaffApi();
    const { cookie } = await api.signedInAs("ADMIN");
    await api.book();
    const call = async (id: string | number, headers: Record<string, string> = {}) => {
      const response = await api.send(method, `${path}${id}`, {
        headers: { Cookie: cookie, ...headers },
      });
      return [response.status, await response.text()];
    };
    const unknown = await call(999);
    expect(unknown).toEqual([404, expect.stringContaining(`"${code}"`)]);
    for (const id of [...malformed, ...tooLarge]) {
      expect([id, ...await call(id)]).toEqual([id, ...unknown]);
    }
    const other = await seedOrganization(api.application, { keys: { theirs: {} } });
    const password = "a password of theirs";
    const user = await api.newUser("OWNER", { password, organization: other.organizationId });
    const theirs = {
      Cookie: (await api.signedIn(user)).cookie,
      "X-API-Key": other.keys.theirs.key,
    };
    expect(await call(1, theirs)).toEqual(unknown);
    expect(api.ports.memory.apiKeys.every(({ isActive }) => isActive)).toBe(true);
  },
);

test("an appointment of LIVE is unknown to a TEST key, and an inactive department to every key", async () => {
  const api = await openApi();
  await api.book();
  const inTest = await api.send("GET", "/api/v1/appointments/1", { key: "test" });
  expect(await refusalOf(inTest)).toEqual({ status: 404, code: "APPOINTMENT_NOT_FOUND" });
  await api.application.updateDepartment(api.dental.id, { isActive: false });
  for (const end of ["", "/availability?dateTime=2026-03-05T14:30"]) {
    const response = await api.send("GET", `/api/v1/departments/${api.dental.id}${end}`);
    expect(await refusalOf(response)).toEqual({ status: 404, code: "DEPARTMENT_NOT_FOUND" });
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
