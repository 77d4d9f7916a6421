import { z } from "zod";
import {
  availabilityView,
  checkAvailabilityInput,
  departmentView,
  findSlotsInput,
  listSlotsInput,
  scopes,
} from "../../core/mod.ts";
import { jsonArray } from "../http/json_array.ts";
import { readQuery } from "../query.ts";
import { documented, idPath } from "../wire/documented.ts";
import type { PublicEndpoint } from "./endpoint.ts";
import { unlessKnown } from "../http/conditional.ts";
import {
  departmentListSchema,
  foundSlotsSchema,
  slotListSchema,
  workerListSchema,
} from "./wire_schemas.ts";

const path = "/api/v1/departments";
const tag = "Departments";
const etag = z.string().meta({
  description: "A weak tag of the answer, for `If-None-Match`",
  examples: ['W/"3q2-7wAAAAABAgMEBQYHCA"'],
});
const ifNoneMatch = z.object({
  "If-None-Match": z.string().optional().meta({
    description: "The `ETag` of an earlier answer. If nothing has changed, the answer is 304",
    examples: ['W/"3q2-7wAAAAABAgMEBQYHCA"'],
  }),
});
const departmentPath = idPath("Id of the department", 1);

/** Lists departments (rest-adapter/README.md 6.1). */
export const listDepartmentsEndpoint: PublicEndpoint = {
  method: "GET",
  path,
  operationId: "listDepartments",
  tag,
  summary: "List departments",
  description: "Returns every active department of the organization, in the order of their ids.",
  scopes,
  isCompressed: true,
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
  startsEarly: "read",
  request: { path: departmentPath },
  success: { status: 200, description: "The department", body: departmentView },
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
  startsEarly: "read",
  request: { path: departmentPath, query: documented(checkAvailabilityInput) },
  success: {
    status: 200,
    description: "The slot is available or unavailable",
    body: availabilityView,
  },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT", "DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const { dateTime } = readQuery(request, checkAvailabilityInput);
    const body = await application.checkAvailability(caller, { departmentId: id, dateTime });
    return { status: 200, body };
  },
};

/** Lists the slots of a range of days (rest-adapter/README.md 9.2). */
export const listSlotsEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}/slots`,
  operationId: "listSlots",
  tag: "Extensions",
  summary: "List slots",
  description:
    "Returns every slot of up to 31 days, in order, each with the answer that the availability check gives for its " +
    "start. Repeat the request with `If-None-Match` to learn cheaply whether something changed.",
  scopes,
  isCompressed: true,
  request: { path: departmentPath, query: documented(listSlotsInput), headers: ifNoneMatch },
  success: {
    status: 200,
    description: "The slots",
    body: slotListSchema,
    headers: { ETag: etag },
    unchanged: "The slots are as they were in the answer with this tag",
  },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT", "DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, request, id }) {
    const query = readQuery(request, listSlotsInput);
    const slots = await application.listSlots(caller, { ...query, departmentId: id });
    return await unlessKnown(request, slots, () => ({ slots }));
  },
};

/** Finds the first free slots (rest-adapter/README.md 9.8). */
export const findSlotsEndpoint: PublicEndpoint = {
  method: "GET",
  path: "/api/v1/slots",
  operationId: "findSlots",
  tag: "Extensions",
  summary: "Find the first free slots",
  description:
    "Returns the first free slots of several departments in the 31 days from a time on, with the workers who can take " +
    "them.",
  scopes,
  request: { query: documented(findSlotsInput) },
  success: { status: 200, description: "The slots; empty if none is free", body: foundSlotsSchema },
  refusals: ["VALIDATION_ERROR", "INVALID_DATE_FORMAT", "DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, request }) {
    const slots = await application.findSlots(caller, readQuery(request, findSlotsInput));
    return { status: 200, body: { slots } };
  },
};

/** Lists the workers of a department (rest-adapter/README.md 9.9). */
export const listWorkersEndpoint: PublicEndpoint = {
  method: "GET",
  path: `${path}/{id}/workers`,
  operationId: "listWorkers",
  tag: "Extensions",
  summary: "List workers",
  description:
    "Returns the active workers of an active department. A booking can name one as `workerId`.",
  scopes,
  request: { path: departmentPath },
  success: { status: 200, description: "The workers", body: workerListSchema },
  refusals: ["DEPARTMENT_NOT_FOUND"],
  async handle({ application, caller, id }) {
    return { status: 200, body: { workers: await application.listBookableWorkers(caller, id) } };
  },
};

async function* concatenated<T>(read: readonly T[], rest: AsyncIterable<T>): AsyncGenerator<T> {
  yield* read;
  yield* rest;
}
