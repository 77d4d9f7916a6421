import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { DomainError } from "../../core/mod.ts";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import { type Api, type CallOptions, limitsAt, openApi } from "./support.ts";

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; description?: string; schema: Schema }[];
  requestBody?: { content: { "application/json": { schema: Schema; example: unknown } } };
  responses: Record<string, object>;
}

interface Schema {
  description?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  required?: string[];
}

const text = JSON.stringify(createOpenApiDocument({ publicUrl: "https://book.example.com/" }));
const document = JSON.parse(text) as {
  openapi: string;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema>; securitySchemes: object };
};
const allOperations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  }))
);
// The staff operations are tested in staff_openapi.test.ts.
const operations = allOperations.filter(({ operation }) =>
  operation.tags.some((tag) => tag === "Appointments" || tag === "Departments")
);

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 with the public URL and every endpoint of the REST API", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "https://book.example.com" }]);
    expect(allOperations.map(({ route }) => route).sort()).toEqual([
      "DELETE /api/staff/api-keys/{id}",
      "DELETE /api/staff/session",
      "DELETE /api/staff/webhooks/{id}",
      "DELETE /api/v1/appointments/{id}",
      "GET /api/staff/api-keys",
      "GET /api/staff/api-usage/export/csv",
      "GET /api/staff/api-usage/logs",
      "GET /api/staff/api-usage/stats",
      "GET /api/staff/session",
      "GET /api/staff/webhooks",
      "GET /api/staff/webhooks/{id}/logs",
      "GET /api/v1/appointments",
      "GET /api/v1/appointments/{id}",
      "GET /api/v1/departments",
      "GET /api/v1/departments/{id}",
      "GET /api/v1/departments/{id}/availability",
      "PATCH /api/staff/webhooks/{id}",
      "POST /api/staff/api-keys",
      "POST /api/staff/api-keys/{id}/rotate",
      "POST /api/staff/session",
      "POST /api/staff/webhooks",
      "POST /api/staff/webhooks/logs/{id}/retry",
      "POST /api/staff/webhooks/{id}/test",
      "POST /api/v1/appointments",
    ]);
    expect(operations).toHaveLength(7);
    expect(document.components.securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
    });
  });

  test("is served unchanged, and has no servers if there is no public URL", async () => {
    const api = await openApi({ publicUrl: "https://book.example.com/" });
    const response = await api.send("GET", "/openapi.json", { key: null });
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.text()).toBe(text);
    expect(await (await api.send("GET", "/openapi.json")).text()).toBe(text);
    expect(createOpenApiDocument()).not.toHaveProperty("servers");
  });

  test("resolves all its references", () => {
    const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path!);
    expect(references.length).toBeGreaterThan(20);
    const missing = references.filter((path) => {
      const steps = path.split("/");
      return !steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document);
    });
    expect(missing).toEqual([]);
  });

  test("gives each operation a unique id, a summary, its scopes and the security scheme", () => {
    const ids = allOperations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) {
      expect(operation.security).toEqual([{ apiKey: [] }]);
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
      expect(operation.summary).toMatch(/./);
      expect(operation.description).toMatch(/Scope: \w+_APPOINTMENTS/);
    }
  });

  test("describes every parameter with an example that its schema allows", () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === "path").map(({ name }) =>
        name
      );
      expect(inPath).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const poor = operation.parameters.filter(({ description, schema }) =>
        !description || !schema.examples?.every((example) => ajv.validate(schema, example))
      );
      expect(poor).toEqual([]);
    }
  });

  test("lists the parameters of the contract", () => {
    expect(namesOf("/api/v1/appointments", "get", "query")).toEqual([
      "page",
      "size",
      "status",
      "departmentId",
      "externalUserId",
      "startDate",
      "endDate",
      "sort",
    ]);
    expect(namesOf("/api/v1/appointments", "post", "header")).toEqual([
      "Idempotency-Key",
      "X-Request-Id",
    ]);
    expect(namesOf("/api/v1/departments/{id}/availability", "get", "query")).toEqual(["dateTime"]);
  });

  test("describes the body of a creation with a valid example", () => {
    const { schema, example } =
      document.paths["/api/v1/appointments"]!["post"]!.requestBody!.content["application/json"];
    expect(schema.required).toEqual(["departmentId", "dateTime", "name"]);
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
    expect(ajv.validate(schema, example)).toBe(true);
    for (const [name, field] of Object.entries(schema.properties!)) {
      expect(field.description).toMatch(/./);
      expect(ajv.validate({ ...schema, required: [] }, { [name]: field.examples![0] })).toBe(true);
    }
  });

  test("allows no unknown field in responses and describes each field with an example", () => {
    const { Appointment, AppointmentPage, Department, Availability } = document.components.schemas;
    for (const schema of [Appointment, AppointmentPage, Department, Availability]) {
      expect(schema!.additionalProperties).toBe(false);
      const poor = Object.values(schema!.properties!).filter(({ description, examples, items }) =>
        !description || !(examples ?? items)
      );
      expect(poor).toEqual([]);
    }
    const optional = Object.keys(Appointment!.properties!)
      .filter((name) => !Appointment!.required!.includes(name));
    expect(optional).toEqual(["externalUserId", "archivedAt"]);
  });
});

function namesOf(path: string, method: string, where: string): string[] {
  const { parameters } = document.paths[path]![method]!;
  return parameters.filter((one) => one.in === where).map(({ name }) => name);
}

type Way = (api: Api) => CallOptions | void;

// Every endpoint can be made to return these statuses in the same way.
const commonWays: Record<number, Way> = {
  401: () => ({ key: null }),
  403: ({ ports }) => ports.memory.apiKeys.forEach((key) => key.scopes = []),
  429: ({ ports }) => void (ports.hourlyLimits = limitsAt({ isAllowed: false })),
  500: ({ ports }) => void (ports.hourlyLimits = { count: () => Promise.reject(new Error("x")) }),
  503: ({ ports }) =>
    void (ports.hourlyLimits = {
      count: () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Try again shortly")),
    }),
};

const appointments = "/api/v1/appointments";
const availability = "/api/v1/departments/1/availability";
const when = "?dateTime=2026-03-05T14:30";

// The call that returns each other status in the document.
const ownWays: Record<string, Record<number, [path: string, way?: Way]>> = {
  "POST /api/v1/appointments": {
    201: [appointments, ({ bookingBody }) => ({ json: bookingBody({ externalUserId: "u-1" }) })],
    400: [appointments, () => ({ json: {} })],
    402: [appointments, ({ bookingBody, setBalance }) => {
      setBalance(0);
      return { json: bookingBody() };
    }],
    404: [appointments, ({ bookingBody }) => ({ json: bookingBody({ departmentId: 99 }) })],
    413: [appointments, ({ bookingBody }) => ({ json: bookingBody({ name: "x".repeat(70_000) }) })],
  },
  "GET /api/v1/appointments": {
    200: [appointments],
    400: [`${appointments}?startDate=x`],
  },
  "GET /api/v1/appointments/{id}": { 200: [`${appointments}/1`], 404: [`${appointments}/9`] },
  "DELETE /api/v1/appointments/{id}": { 200: [`${appointments}/1`], 404: [`${appointments}/9`] },
  "GET /api/v1/departments": { 200: ["/api/v1/departments"] },
  "GET /api/v1/departments/{id}": {
    200: ["/api/v1/departments/1"],
    404: ["/api/v1/departments/9"],
  },
  "GET /api/v1/departments/{id}/availability": {
    200: [`${availability}${when}`],
    400: [availability],
    404: [`/api/v1/departments/9/availability${when}`],
  },
};

describe("every documented status is returned as described", () => {
  const named = operations.flatMap(({ route, operation }) =>
    Object.keys(operation.responses).map((status) => [route, Number(status)] as const)
  );

  test.each(named)("%s: %i", async (route, status) => {
    const api = await openApi();
    await api.book();
    const [path, way = commonWays[status]] = ownWays[route]![status] ??
      [Object.values(ownWays[route]!)[0]![0]];
    const sent = way?.(api) ?? {};
    // `send` throws if the response differs from the document.
    expect((await api.send(route.split(" ")[0]!, path, sent)).status).toBe(status);
  });

  test("no test calls a status that is not documented", () => {
    for (const [route, ways] of Object.entries(ownWays)) {
      const statuses = named.filter(([named]) => named === route).map(([, status]) => status);
      const expected = [...Object.keys(ways), ...Object.keys(commonWays)].map(Number).sort();
      expect(statuses.sort()).toEqual(expected);
    }
  });
});
