import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { DomainError } from "../../core/mod.ts";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt } from "./support.ts";

interface Schema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  required?: string[];
}

interface Operation {
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; description?: string; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example: unknown } } };
  responses: Record<string, object>;
}

interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> };
}

const documentAt = (publicUrl: string) =>
  JSON.parse(JSON.stringify(createOpenApiDocument({ publicUrl }))) as Document;
const document = documentAt("http://book.example.com");
const operations = Object.entries(document.paths)
  .filter(([path]) => path.startsWith("/api/staff/"))
  .flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    }))
  );
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { date: true } });

describe("the staff part of the OpenAPI document", () => {
  test("needs the session cookie under its real name, and no API key", () => {
    const cookie = { type: "apiKey", in: "cookie", name: "session" };
    expect(document.components.securitySchemes["session"]).toMatchObject(cookie);
    expect(documentAt("https://book.example.com").components.securitySchemes["session"])
      .toMatchObject({ ...cookie, name: "__Host-session" });
    for (const { route, operation } of operations) {
      const isOpen = route === "POST /api/staff/session";
      expect([route, operation.security]).toEqual([route, isOpen ? [] : [{ session: [] }]]);
    }
  });

  test("gives each operation a summary and who may call it", () => {
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of operations) {
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
      expect(operation.summary).toMatch(/./);
      expect(operation.description).toMatch(
        path === "/api/staff/session"
          ? /No authentication\.|Any staff user\./
          : /Role ADMIN or OWNER\./,
      );
    }
  });

  test("describes every parameter with an example that its schema allows", () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === "path");
      expect(inPath.map(({ name }) => name)).toEqual(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      );
      const poor = operation.parameters.filter(({ description, schema }) =>
        !description || !schema.examples?.every((example) => ajv.validate(schema, example))
      );
      expect(poor).toEqual([]);
    }
  });

  test("lists the query parameters of the contract", () => {
    const namesOf = (path: string) =>
      document.paths[`/api/staff/api-usage${path}`]!["get"]!.parameters
        .filter((one) => one.in === "query").map(({ name }) => name);
    const filters = ["apiKeyId", "endpoint", "statusCode"];
    expect(namesOf("/stats")).toEqual(["period", "startDate", "endDate"]);
    expect(namesOf("/logs")).toEqual([
      "page",
      "size",
      ...filters,
      "startDate",
      "endDate",
      "sort",
    ]);
    expect(namesOf("/export/csv")).toEqual(["startDate", "endDate", ...filters]);
  });

  test.each([
    ["/api/staff/session", ["email", "password"]],
    ["/api/staff/api-keys", ["name", "environment", "scopes"]],
  ])("describes the body of POST %s, which requires %j, with a valid example", (path, required) => {
    const { schema, example } =
      document.paths[path]!["post"]!.requestBody!.content["application/json"];
    expect(schema.required).toEqual(required);
    expect(ajv.validate(schema, example)).toBe(true);
    for (const [name, field] of Object.entries(schema.properties!)) {
      expect(field.description).toMatch(/./);
      expect(ajv.validate({ ...schema, required: [] }, { [name]: field.examples![0] })).toBe(true);
    }
  });

  test.each(["StaffSession", "ApiKey", "NewApiKey", "UsageStatistics", "UsageLog"])(
    "allows no unknown field in %s, requires every field and describes each",
    (name) => {
      const schema = document.components.schemas[name]!;
      expect(schema.additionalProperties).toBe(false);
      expect(schema.required).toEqual(Object.keys(schema.properties!));
      const poor = Object.values(schema.properties!).filter(({ description }) => !description);
      expect(poor).toEqual([]);
    },
  );
});

type Way = (api: StaffApi) => CallOptions | void | Promise<CallOptions | void>;

const failing = (fault: Error) => ({ count: () => Promise.reject(fault) });

// Every endpoint with a session can be made to return these statuses in the same way.
const commonWays: Record<number, Way> = {
  401: () => ({ headers: { Cookie: "session=unsigned-none" } }),
  403: () => ({ headers: { "Sec-Fetch-Site": "cross-site" } }),
  429: ({ ports }) => void (ports.staffLimits = limitsAt({ isAllowed: false })),
  500: ({ ports }) => void (ports.staffLimits = failing(new Error("x"))),
  503: ({ ports }) => {
    ports.staffLimits = failing(new DomainError("SERVICE_UNAVAILABLE", "Try again shortly"));
  },
};

const asStaff: Way = async ({ signedInAs }) => {
  const { cookie } = await signedInAs("STAFF");
  return { headers: { Cookie: cookie } };
};
const large: CallOptions = { json: { name: "x".repeat(70_000) } };
const largeText: CallOptions = {
  body: "x".repeat(70_000),
  headers: { "Content-Type": "text/plain" },
};
const text: CallOptions = { body: "x", headers: { "Content-Type": "text/plain" } };
const newKey = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
const credentials = { email: "nobody@clinic.example", password: "not the password" };
const verifying = (matchPassword: StaffApi["ports"]["matchPassword"]): Way => ({ ports }) => {
  ports.matchPassword = matchPassword;
  return { json: credentials };
};

const csv = "/api-usage/export/csv";
const days = "?startDate=2026-03-01&endDate=2026-03-01";

// The call that returns each other status in the document.
const ownWays: Record<string, Record<number, [path: string, way: Way]>> = {
  "POST /session": {
    200: ["/session", ({ users }) => {
      const { email, password } = users.STAFF;
      return { json: { email, password } };
    }],
    400: ["/session", () => ({ json: {} })],
    401: ["/session", () => ({ json: credentials })],
    403: ["/session", commonWays[403]!],
    413: ["/session", () => large],
    429: ["/session", ({ ports }) => {
      ports.signInLimits = {
        attempt: async () => ({ isAllowed: false, retryAfterSeconds: 900 }),
        forgive: async () => {},
      };
      return { json: credentials };
    }],
    500: ["/session", verifying(() => Promise.reject(new Error("x")))],
    503: [
      "/session",
      verifying(() => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Try again shortly"))),
    ],
  },
  "GET /session": { 200: ["/session", () => {}] },
  "DELETE /session": {
    204: ["/session", () => {}],
    400: ["/session", () => text],
    413: ["/session", () => largeText],
  },
  "GET /api-keys": { 200: ["/api-keys", () => {}], 403: ["/api-keys", asStaff] },
  "POST /api-keys": {
    201: ["/api-keys", () => ({ json: newKey })],
    400: ["/api-keys", () => ({ json: {} })],
    409: ["/api-keys", (api) => {
      api.ports.organizations.count = async () => 500;
      return { json: newKey };
    }],
    413: ["/api-keys", () => large],
  },
  "DELETE /api-keys/{id}": {
    200: ["/api-keys/1", () => {}],
    400: ["/api-keys/1", () => text],
    404: ["/api-keys/99", () => {}],
    413: ["/api-keys/1", () => large],
  },
  "POST /api-keys/{id}/rotate": {
    201: ["/api-keys/1/rotate", () => {}],
    400: ["/api-keys/1/rotate", () => text],
    404: ["/api-keys/99/rotate", () => {}],
    409: ["/api-keys/1/rotate", ({ ports, keys }) => {
      ports.memory.apiKeys.find(({ id }) => id === keys.full.id)!.revoke(ports.now());
    }],
    413: ["/api-keys/1/rotate", () => large],
  },
  "GET /api-usage/stats": {
    200: ["/api-usage/stats", () => {}],
    400: ["/api-usage/stats?period=year", () => {}],
    403: ["/api-usage/stats", asStaff],
  },
  "GET /api-usage/logs": {
    200: ["/api-usage/logs", () => {}],
    400: ["/api-usage/logs?startDate=x", () => {}],
    403: ["/api-usage/logs", asStaff],
  },
  "GET /api-usage/export/csv": {
    200: [`${csv}${days}`, () => {}],
    400: [csv, () => {}],
    403: [`${csv}${days}`, asStaff],
  },
};

describe("every documented status is returned as described", () => {
  // The webhook endpoints are tested in staff_webhooks.test.ts.
  const named = operations.filter(({ path }) => !path.includes("/webhooks")).flatMap((
    { route, operation },
  ) =>
    Object.keys(operation.responses).map((status) =>
      [route.replace("/api/staff", ""), Number(status)] as const
    )
  );

  test.each(named)("%s: %i", async (route, status) => {
    const api = await openStaffApi();
    await api.book();
    const browser = await api.signedInAs("ADMIN");
    const [firstPath] = Object.values(ownWays[route]!)[0]!;
    const [path, way] = ownWays[route]![status] ?? [firstPath, commonWays[status]!];
    // `send` throws if the response differs from the document.
    const response = await browser.send(route.split(" ")[0]!, path, await way(api) ?? {});
    expect(response.status).toBe(status);
  });

  test("no test calls a status that is not documented", () => {
    for (const [route, ways] of Object.entries(ownWays)) {
      const statuses = named.filter(([named]) => named === route).map(([, status]) => status);
      const common = Object.keys(commonWays)
        // Reading a session is never refused with 403: it needs no role, and a read is never foreign.
        .filter((status) => route !== "GET /session" || status !== "403");
      const expected = new Set([...Object.keys(ways), ...common].map(Number));
      expect([route, statuses.sort()]).toEqual([route, [...expected].sort()]);
    }
  });
});
