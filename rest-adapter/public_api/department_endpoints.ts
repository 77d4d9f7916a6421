import { scopes } from "../../core/mod.ts";
import { readQuery } from "../query.ts";
import { idPath } from "../openapi/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { checkAvailabilityQuery } from "./request_schemas.ts";
import { availabilitySchema, departmentListSchema, departmentSchema } from "./wire_schemas.ts";

const path = "/api/v1/departments";
const tag = "Departments";
const departmentPath = idPath("The department's id", 7);

/** GET /departments (interface). */
export const listDepartmentsEndpoint: PublicEndpoint = {
  method: "GET",
  path,
  operationId: "listDepartments",
  tag,
  summary: "List departments",
  description: "Gives every department of the organization that takes bookings, by id.",
  scopes,
  request: {},
  success: { status: 200, description: "The departments", body: departmentListSchema },
  refusals: [],
  async handle({ application, caller }) {
    return { status: 200, body: await application.listDepartments(caller) };
  },
};

/** GET /departments/{id} (interface). */
export const getDepartmentEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}`,
  operationId: "getDepartment",
  tag,
  summary: "Read a department",
  description: "Gives one department that takes bookings.",
  scopes,
  request: { path: departmentPath },
  success: { status: 200, description: "The department", body: departmentSchema },
  refusals: ["DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: await application.getDepartment(caller, id) };
  },
};

/** GET /departments/{id}/availability (interface; decisions 3). */
export const checkAvailabilityEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}/availability`,
  operationId: "checkAvailability",
  tag,
  summary: "Check whether a slot is free",
  description: "Says whether an appointment at one time would be accepted now, by the rule that " +
    "also decides bookings.",
  scopes,
  request: { path: departmentPath, query: checkAvailabilityQuery },
  success: { status: 200, description: "Available or not", body: availabilitySchema },
  refusals: ["INVALID_DATE_FORMAT", "DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { dateTime } = readQuery(request, { names: ["dateTime"] });
    const body = await application.checkAvailability(caller, { departmentId: id, dateTime });
    return { status: 200, body };
  },
};
