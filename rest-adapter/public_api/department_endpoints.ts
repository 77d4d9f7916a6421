import { scopes } from "../../core/mod.ts";
import { jsonArray } from "../http/json_array.ts";
import { readQuery } from "../query.ts";
import { idPath } from "../openapi/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { checkAvailabilityQuery } from "./request_schemas.ts";
import { availabilitySchema, departmentListSchema, departmentSchema } from "./wire_schemas.ts";

const path = "/api/v1/departments";
const tag = "Departments";
const departmentPath = idPath("Id of the department", 7);

/** Lists departments (rest-adapter/README.md 6.1). */
export const listDepartmentsEndpoint: PublicEndpoint = {
  method: "GET",
  path,
  operationId: "listDepartments",
  tag,
  summary: "List departments",
  description: "Returns every active department of the organization, in the order of their ids.",
  scopes,
  request: {},
  success: { status: 200, description: "The departments", body: departmentListSchema },
  refusals: [],
  async handle({ application, caller, breakOff }) {
    const batches = application.listDepartments(caller);
    const [first, second] = [await batches.next(), await batches.next()];
    if (second.done) return { status: 200, body: first.value };
    const all = concatenated([first.value!, second.value], batches);
    const headers = { "Content-Type": "application/json" };
    return { status: 200, stream: jsonArray(all, breakOff), headers };
  },
};

/** Returns one department (rest-adapter/README.md 6.2). */
export const getDepartmentEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}`,
  operationId: "getDepartment",
  tag,
  summary: "Read a department",
  description: "Returns one active department.",
  scopes,
  startsEarly: true,
  request: { path: departmentPath },
  success: { status: 200, description: "The department", body: departmentSchema },
  refusals: ["DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: await application.getDepartment(caller, id) };
  },
};

/** Checks one slot (rest-adapter/README.md 6.3). */
export const checkAvailabilityEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}/availability`,
  operationId: "checkAvailability",
  tag,
  summary: "Check a slot",
  description: "Checks whether a creation at this time would be accepted now. The same rule " +
    "decides creations.",
  scopes,
  startsEarly: true,
  request: { path: departmentPath, query: checkAvailabilityQuery },
  success: {
    status: 200,
    description: "The slot is available or unavailable",
    body: availabilitySchema,
  },
  refusals: ["INVALID_DATE_FORMAT", "DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { dateTime } = readQuery(request, { names: ["dateTime"] });
    const body = await application.checkAvailability(caller, { departmentId: id, dateTime });
    return { status: 200, body };
  },
};

async function* concatenated<T>(read: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* read;
  yield* rest;
}
