import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { eventCatalogue, eventNames, testEventType } from "../../core/mod.ts";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import {
  interfaceEndpoints,
  nameOf,
  publicEndpoints,
  signInEndpoint,
  staffEndpoints,
  testEndpoints,
} from "../support/endpoints.ts";
import { openApi } from "./support.ts";
import { parse } from "yaml";

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: object[];
  parameters: { name: string; in: string; description?: string; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref: string; content?: Content }>;
}

type Content = Record<string, { schema: Schema; example: unknown; examples?: object }>;

interface Schema {
  description?: string;
  $ref?: string;
  format?: string;
  examples?: unknown[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean;
  items?: Schema;
  required?: string[];
}

interface Document {
  openapi: string;
  servers: object[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, { content: Content }>;
    securitySchemes: Record<string, object>;
  };
}

const publicUrl = "https://book.example.com/";
const text = JSON.stringify(createOpenApiDocument({ publicUrl }));
const document = JSON.parse(text) as Document;
const operations = Object.entries(document.paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).map(([method, operation]) => ({
    route: `${method.toUpperCase()} ${path}`,
    path,
    operation,
  }))
);
const publicSchemas = new Set(["Appointment", "AppointmentPage", "Department", "Availability"]);
const isOfStaff = (path: string) => path.startsWith("/api/staff/");
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { date: true, uri: true, int64: true, "date-time": true, "date-time-local": true },
});

/** Compiles a schema of the document. */
function compiled(schema: Schema) {
  const { components } = document;
  const parts = { components: { schemas: components.schemas } };
  return new Ajv2020({ strict: false, validateFormats: false }).compile({ ...parts, ...schema });
}

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1 with the public URL and every endpoint of the REST API", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.servers).toEqual([{ url: "https://book.example.com" }]);
    const own = [...publicEndpoints, ...testEndpoints];
    const all = [...own, ...staffEndpoints, signInEndpoint].map(nameOf);
    expect(operations.map(({ route }) => route).sort())
      .toEqual(all.map((name) => name.replace(/\{\w+\}/, "{id}")).sort());
  });

  test("describes every event that webhooks receive", async () => {
    const { webhooks } = document;
    expect(Object.keys(webhooks).sort()).toEqual(
      [...Object.values(eventCatalogue).map(({ type }) => type), testEventType].sort(),
    );
    const api = await openApi();
    await api.book();
    const { events } = await (await api.send("GET", "/api/v1/events")).json();
    const schemas = { components: { schemas: document.components.schemas } };
    for (const event of events) {
      const { schema } = webhooks[event.type]!.post!.requestBody!.content["application/json"]!;
      const check = new Ajv2020({ strict: false }).compile({ ...schemas, ...schema });
      expect([event.type, check(event)]).toEqual([event.type, true]);
      expect(check({ ...event, data: {} })).toBe(false);
    }
  });

  // A difference is a change of the contract: it may only add. Accept it with `npm test -- openapi -u`.
  test("is the document that was committed", async () => {
    const text = `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../rest-adapter/openapi.json");
  });

  test("is also served as YAML", async () => {
    const api = await openApi({ publicUrl });
    const response = await api.send("GET", "/openapi.yaml", { key: null });
    expect(response.headers.get("Content-Type")).toBe("application/yaml");
    expect(parse(await response.text())).toEqual(document);
  });

  test("calls every public endpoint an extension that the interface does not name", () => {
    const named = operations.filter(({ path, operation }) =>
      !isOfStaff(path) && !operation.tags.includes("Extensions")
    );
    expect(named.map(({ route }) => route).sort())
      .toEqual(interfaceEndpoints.map((one) => nameOf(one).replace(/\{\w+\}/, "{id}")).sort());
  });

  test("is served unchanged, and its paths are relative if there is no public URL", async () => {
    const api = await openApi({ publicUrl });
    const response = await api.send("GET", "/openapi.json", { key: null });
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(await response.text()).toBe(text);
    expect(await (await api.send("GET", "/openapi.json")).text()).toBe(text);
    expect(createOpenApiDocument().servers).toEqual([{ url: "/" }]);
  });

  test("passes the recommended rules of Redocly without a warning", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const source = JSON.stringify(createOpenApiDocument());
    const problems = await lintFromString({ source, config });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("lets answers get more fields, and names each schema once", () => {
    expect(text).not.toContain('"additionalProperties":false');
    expect(Object.keys(document.components.schemas).filter((name) => name.endsWith("Output")))
      .toEqual([]);
  });

  test("gives every error the schema Error, and an example of each of its codes", () => {
    const responses = Object.values(document.components.responses);
    expect(responses.length).toBeGreaterThan(20);
    const ofError = compiled({ $ref: "#/components/schemas/Error" });
    for (const { content } of responses) {
      const { schema, examples = {} } = content["application/json"]!;
      expect(schema).toEqual({ $ref: "#/components/schemas/Error" });
      for (const [code, example] of Object.entries(examples)) {
        expect(example).toMatchObject({ value: { error: { code } } });
        expect([code, ofError((example as { value: unknown }).value)]).toEqual([code, true]);
      }
    }
  });

  test("shows the whole body of every answer and event in a valid example", () => {
    const shown = [
      ...operations.flatMap(({ route, operation }) =>
        Object.entries(operation.responses)
          .filter(([status]) => status.startsWith("2"))
          .map(([status, { content }]) => ({ of: `${route} ${status}`, content }))
      ),
      ...Object.entries(document.webhooks).map(([of, { post }]) => ({
        of,
        content: post!.requestBody!.content,
      })),
    ].filter(({ content }) => content);
    expect(shown.length).toBeGreaterThan(35);
    for (const { of, content } of shown) {
      for (const { schema, example } of Object.values(content!)) {
        expect([of, compiled(schema)(example)]).toEqual([of, true]);
      }
    }
  });

  test("shows the same values in an answer as in the request before it", () => {
    const { requestBody, responses } = document.paths["/api/v1/appointments"]!["post"]!;
    expect(responses["201"]!.content!["application/json"]!.example)
      .toMatchObject(requestBody!.content["application/json"]!.example as object);
  });

  // The demo's first department takes bookings at any time in the future.
  test("books in its examples in the first department, on a day far ahead", () => {
    const booked = [...text.matchAll(/"(?:dateTime|slotTime)":"(\d{4})/g)].map(([, year]) => year);
    expect(booked.length).toBeGreaterThan(10);
    expect(new Set(booked)).toEqual(new Set(["2030"]));
    expect(new Set([...text.matchAll(/"departmentId":(\d+)/g)].map(([, id]) => id)))
      .toEqual(new Set(["1", "0"]));
  });

  test("names the formats of ids and of times with and without a zone", () => {
    const { Appointment, Hold } = document.components.schemas;
    expect(Appointment!.properties).toMatchObject({
      id: { type: "integer", format: "int64" },
      dateTime: { format: "date-time-local" },
    });
    expect(Hold!.properties).toMatchObject({ expiresAt: { format: "date-time" } });
    const { schema } = document.paths["/api/v1/appointments"]!["post"]!
      .requestBody!.content["application/json"]!;
    expect(schema.properties).toMatchObject({ departmentId: { format: "int64" } });
  });

  test("lists the events that a webhook may ask for", () => {
    for (const [path, method] of [["/webhooks", "post"], ["/webhooks/{id}", "patch"]] as const) {
      const { schema } = document.paths[`/api/staff${path}`]![method]!
        .requestBody!.content["application/json"]!;
      const items = { type: "string", enum: eventNames };
      const list = { type: "array", items };
      expect(schema.properties!["events"])
        .toMatchObject(method === "post" ? list : { anyOf: [list, { type: "null" }] });
    }
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

  test("gives each operation a unique id, known tags, a summary and who may call it", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const tags = document.tags.map(({ name }) => name);
    for (const { path, operation } of operations) {
      expect(tags).toEqual(expect.arrayContaining(operation.tags));
      expect(operation.summary).toMatch(/./);
      const access = !isOfStaff(path)
        ? /Scope: \w+_APPOINTMENTS/
        : path === "/api/staff/session"
        ? /No authentication\.|Any staff user\./
        : /Role ADMIN or OWNER\./;
      expect(operation.description).toMatch(access);
    }
  });

  test("has the API key for the public API, and the session cookie under its real name for staff", () => {
    const { securitySchemes } = document.components;
    expect(securitySchemes).toMatchObject({
      apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      session: { type: "apiKey", in: "cookie", name: "__Host-session" },
    });
    const { components } = createOpenApiDocument({ publicUrl: "http://book.example.com" }) as
      & object
      & Pick<Document, "components">;
    expect(components.securitySchemes["session"]).toMatchObject({ name: "session" });
    for (const { route, path, operation } of operations) {
      const scheme = isOfStaff(path) ? [{ session: [] }] : [{ apiKey: [] }];
      const expected = route === nameOf(signInEndpoint) ? [] : scheme;
      expect([route, operation.security]).toEqual([route, expected]);
    }
  });

  test("describes every parameter with an example that its schema allows", () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((one) => one.in === "path");
      expect(inPath.map(({ name }) => name))
        .toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
      const poor = operation.parameters.filter(({ description, schema }) =>
        !description || !schema.examples?.every((example) => ajv.validate(schema, example))
      );
      expect(poor).toEqual([]);
    }
  });

  test.each([
    ["/api/v1/appointments", "get", "query", [
      "page",
      "size",
      "status",
      "departmentId",
      "externalUserId",
      "startDate",
      "endDate",
      "sort",
      "after",
      "createdFrom",
      "updatedSince",
      "qrCode",
      "includeArchived",
      "include",
    ]],
    ["/api/v1/appointments/{id}", "get", "query", ["include"]],
    ["/api/v1/appointments", "post", "header", ["Idempotency-Key", "X-Request-Id"]],
    ["/api/v1/departments/{id}/availability", "get", "query", ["dateTime"]],
    ["/api/staff/api-usage/stats", "get", "query", ["period", "startDate", "endDate"]],
    ["/api/staff/api-usage/logs", "get", "query", [
      "page",
      "size",
      "apiKeyId",
      "endpoint",
      "statusCode",
      "onlyErrors",
      "requestId",
      "startDate",
      "endDate",
      "sort",
    ]],
    ["/api/staff/api-usage/export/csv", "get", "query", [
      "startDate",
      "endDate",
      "apiKeyId",
      "endpoint",
      "statusCode",
      "onlyErrors",
      "requestId",
    ]],
    ["/api/staff/appointments/export/csv", "get", "query", [
      "environment",
      "status",
      "departmentId",
      "workerId",
      "externalUserId",
      "search",
      "qrCode",
      "includeArchived",
      "startDate",
      "endDate",
      "sort",
    ]],
    ["/api/staff/webhooks/{id}/logs", "get", "query", ["page", "size", "status", "sort"]],
  ])("lists the parameters of %s %s in the %s", (path, method, where, names) => {
    const { parameters } = document.paths[path]![method]!;
    expect(parameters.filter((one) => one.in === where).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ["post", "/api/v1/appointments", ["departmentId", "dateTime", "name"]],
    ["patch", "/api/v1/appointments/{id}", undefined],
    ["post", "/api/staff/session", ["email", "password"]],
    ["post", "/api/staff/api-keys", ["name", "environment", "scopes"]],
    ["post", "/api/staff/webhooks", ["url", "events"]],
    ["patch", "/api/staff/webhooks/{id}", undefined],
    ["post", "/api/staff/webhooks/{id}/test", undefined],
  ])("describes the body of %s %s, which requires %j, with a valid example", (...call) => {
    const [method, path, required] = call;
    const { schema, example } = document.paths[path]![method]!.requestBody!
      .content["application/json"]!;
    expect(schema.required).toEqual(required);
    expect(ajv.validate(schema, example)).toBe(true);
    for (const [name, field] of Object.entries(schema.properties!)) {
      expect(field.description).toMatch(/./);
      expect(ajv.validate({ ...schema, required: [] }, { [name]: field.examples![0] })).toBe(true);
    }
  });

  test.each([
    ["Appointment", [
      "externalUserId",
      "archivedAt",
      "phone",
      "email",
      "locale",
      "metadata",
      "cancelReason",
      "manageUrl",
    ]],
    ["AppointmentPage", ["nextCursor"]],
    ["Department", []],
    ["Availability", []],
    ["StaffSession", []],
    ["ApiKey", ["expiresAt", "allowedNetworks", "dailyCreditCap"]],
    ["NewApiKey", ["expiresAt", "allowedNetworks", "dailyCreditCap"]],
    ["UsageStatistics", []],
    ["UsageLog", []],
  ])(
    "describes each field of %s, and makes only %j optional",
    (name, optional) => {
      const schema = document.components.schemas[name]!;
      expect(schema.additionalProperties).toBeUndefined();
      const fields = Object.keys(schema.properties!);
      expect(fields.filter((field) => !schema.required!.includes(field))).toEqual(optional);
      const poor = Object.values(schema.properties!).filter(({ description, examples, items }) =>
        !description || publicSchemas.has(name) && !(examples ?? items)
      );
      expect(poor).toEqual([]);
    },
  );
});
