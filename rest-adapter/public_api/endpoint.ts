import type { z } from "zod";
import type { ApiCall, ApiCaller, Application, Scope } from "../../core/mod.ts";
import type { Answer } from "../exchange.ts";
import type { PublicCode } from "../openapi/error_schemas.ts";

/** The use cases that the public API stands on. */
export type PublicUseCases = Pick<
  Application,
  | "authenticateApiKey"
  | "countRequest"
  | "recordUsage"
  | "noteKeyUse"
  | "listDepartments"
  | "getDepartment"
  | "checkAvailability"
  | "bookAppointment"
  | "getAppointment"
  | "listAppointments"
  | "archiveAppointment"
>;

/** A request whose key is valid, within its limit and of the right scope. */
export interface Call {
  application: PublicUseCases;
  caller: ApiCaller;
  /** What is known of the call for the record. */
  apiCall: ApiCall;
  request: Request;
  /** The `{id}` of the path; 0, which nothing has, where the path's is no positive integer. */
  id: number;
}

/**
 * One endpoint of `/api/v1`, whole: routing, the 405 and the OpenAPI document are all made from the list of
 * these. The schemas describe the wire; requests are validated by the domain, responses by the tests.
 */
export interface PublicEndpoint {
  method: "GET" | "POST" | "DELETE";
  /** From the root, with `{id}` where an id stands. */
  path: string;
  operationId: string;
  tag: "Appointments" | "Departments";
  summary: string;
  description: string;
  /** The key needs one of them. */
  scopes: readonly Scope[];
  request: {
    path?: z.ZodObject;
    query?: z.ZodObject;
    headers?: z.ZodObject;
    body?: { schema: z.ZodObject; example: unknown };
  };
  success: {
    status: 200 | 201;
    description: string;
    /** Left out where the body is empty. */
    body?: z.ZodType;
    /** Beside those that every response carries. */
    headers?: z.ZodRawShape;
  };
  /** The codes it can refuse with, beside those that every endpoint can. */
  refusals: readonly PublicCode[];
  handle(call: Call): Promise<Answer>;
}
