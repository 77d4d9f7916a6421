import type { ApiCall, ApiCaller, Application, Scope } from "../../core/mod.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Answer } from "../exchange.ts";

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

/** One endpoint of `/api/v1`. */
export interface PublicEndpoint extends Endpoint {
  /** The key needs one of them. */
  scopes: readonly Scope[];
  handle(call: Call): Promise<Answer>;
}
