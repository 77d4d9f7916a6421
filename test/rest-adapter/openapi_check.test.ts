import { expect, test } from "vitest";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import { createResponseCheck } from "../support/openapi_check.ts";

// The clients of other suites use this check, so this file tests what it rejects.

const check = createResponseCheck(createOpenApiDocument());
const standing = {
  "X-Request-Id": "a",
  "X-Organization-Time-Zone": "UTC",
  "X-RateLimit-Limit": "5",
  "X-RateLimit-Remaining": "0",
  "X-RateLimit-Reset": "5",
};
const json = { ...standing, "Content-Type": "application/json" };
const department = {
  id: 1,
  name: "Dental Care",
  address: "",
  phoneNumber: "",
  slotInterval: 30,
  workingHours: "",
};
const envelope = (error: object) => JSON.stringify({ error });

function without(name: string): Record<string, string> {
  return Object.fromEntries(Object.entries(json).filter(([header]) => header !== name));
}

interface Given {
  method?: string;
  path?: string;
  status?: number;
  headers?: Record<string, string>;
  body?: string | null;
}

function checked(given: Given): Promise<void> {
  const { method = "GET", path = "/api/v1/departments/1?x=y", status = 200 } = given;
  const { headers = json, body = JSON.stringify(department) } = given;
  return check(method, `http://api.test${path}`, new Response(body, { status, headers }));
}

const exported = "/api/staff/api-usage/export/csv";
const csv = { ...standing, "Content-Type": "text/csv; charset=utf-8" };
const notFound = envelope({ code: "DEPARTMENT_NOT_FOUND", message: "None" });
const invalid = { code: "VALIDATION_ERROR", message: "See details" };

test.each<[string, Given]>([
  ["a department", {}],
  ["a 404 of the endpoint's own code", { status: 404, body: notFound }],
  ["an empty DELETE", {
    method: "DELETE",
    path: "/api/v1/appointments/1",
    headers: standing,
    body: null,
  }],
  ["an unknown path", {
    path: "/api/v1/x",
    status: 404,
    body: envelope({ code: "NOT_FOUND", message: "None" }),
  }],
  ["another method", {
    method: "PUT",
    status: 405,
    headers: { ...json, Allow: "GET, HEAD" },
    body: envelope({ code: "METHOD_NOT_ALLOWED", message: "No" }),
  }],
  ["a text that is no JSON, where one is described", {
    path: exported,
    headers: csv,
    body: "id\r\n",
  }],
  ["a request id of digits", { headers: { ...json, "X-Request-Id": "123" } }],
])("a response with %s passes the check", async (_, given) => {
  await expect(checked(given)).resolves.toBeUndefined();
});

test.each<[string, Given]>([
  ["an undescribed status", { status: 202 }],
  ["a missing field", { body: JSON.stringify({ ...department, name: undefined }) }],
  ["a field too many", { body: JSON.stringify({ ...department, slotCapacity: 1 }) }],
  ["a null", { body: JSON.stringify({ ...department, address: null }) }],
  ["a wrong type", { body: JSON.stringify({ ...department, id: "1" }) }],
  ["no body", { body: "" }],
  ["no JSON", { body: "<html>" }],
  ["another content type", { headers: { ...json, "Content-Type": "text/html" } }],
  ["a text where JSON is described", { headers: csv, body: "id\r\n" }],
  ["JSON where a text is described", { path: exported, body: '"id"' }],
  ["a refusal in the form of a text", { path: exported, status: 404, headers: csv, body: "id" }],
  ["a missing zone", { headers: without("X-Organization-Time-Zone") }],
  ["a missing limit", { headers: without("X-RateLimit-Limit") }],
  ["a missing reset", { headers: without("X-RateLimit-Reset") }],
  ["a header out of form", { headers: { ...json, "X-RateLimit-Limit": "many" } }],
  ["a 429 without Retry-After", {
    status: 429,
    body: envelope({ code: "RATE_LIMIT_EXCEEDED", message: "Wait" }),
  }],
  ["another endpoint's code", {
    status: 404,
    body: envelope({ code: "APPOINTMENT_NOT_FOUND", message: "None" }),
  }],
  ["details on another code", {
    status: 404,
    body: envelope({ code: "DEPARTMENT_NOT_FOUND", message: "None", details: [] }),
  }],
  ["a VALIDATION_ERROR without details", {
    path: "/api/v1/appointments",
    status: 400,
    body: envelope(invalid),
  }],
  ["a VALIDATION_ERROR with empty details", {
    path: "/api/v1/appointments",
    status: 400,
    body: envelope({ ...invalid, details: [] }),
  }],
  ["a body where none is described", {
    method: "DELETE",
    path: "/api/v1/appointments/1",
    body: "{}",
  }],
  ["a content type where no body is described", {
    method: "DELETE",
    path: "/api/v1/appointments/1",
    body: null,
  }],
  ["an unknown path that answers", { path: "/api/v1/x" }],
  ["a 405 with another Allow", {
    method: "PUT",
    status: 405,
    headers: { ...json, Allow: "GET, POST" },
    body: envelope({ code: "METHOD_NOT_ALLOWED", message: "No" }),
  }],
])("a response with %s fails the check", async (_, given) => {
  await expect(checked(given)).rejects.toThrow(/answered \d{3}/);
});

test("the checked response can still be read", async () => {
  const response = new Response(JSON.stringify(department), { headers: json });
  await check("GET", "/api/v1/departments/1", response);
  expect(await response.json()).toEqual(department);
});
