import type { ApiCall, ApiCaller, Application, LimitState, Scope } from "../../core/mod.ts";
import type { Endpoint } from "../wire/endpoint.ts";
import type { Answer } from "../http/request_context.ts";

/** The use cases that the public API calls. */
export type PublicUseCases = Pick<
  Application,
  | "now"
  | "authenticateApiKey"
  | "countRequest"
  | "recordUsage"
  | "noteKeyUse"
  | "listDepartments"
  | "getDepartment"
  | "listBookableWorkers"
  | "checkAvailability"
  | "findSlots"
  | "listSlots"
  | "bookAppointment"
  | "getAppointment"
  | "getCalendarFile"
  | "listAppointments"
  | "archiveAppointment"
  | "moveAppointment"
  | "editAppointment"
  | "actOnTest"
  | "holdPlace"
  | "getHold"
  | "releaseHold"
  | "joinWaitlist"
  | "getWaitlistEntry"
  | "listWaitlist"
  | "leaveWaitlist"
  | "getVisit"
  | "listVisitsOfAppointment"
  | "readEvents"
  | "getOwnKey"
>;

/** A request that has passed the checks of the key, its limit and its scope. */
export interface Call {
  application: PublicUseCases;
  caller: ApiCaller;
  /**
   * Resolves to whether the caller is the checked one and within its limit. Never rejects. Only for a call that starts
   * early.
   */
  isConfirmed?: Promise<boolean> | undefined;
  /** The parts of the usage entry that are known before the answer. */
  apiCall: ApiCall;
  /** The state of the key's limit with this request; undefined without a limit, or if the call starts early. */
  limit: LimitState | undefined;
  /** When the request arrived, by the monotonic clock. */
  startedAtMs: number;
  request: Request;
  /** The names of headers with different values (`ConnectionInfo`). */
  conflictingHeaders: readonly string[] | undefined;
  /** Breaks off an answer that is already being sent; false where only its stream can do that. */
  breakOff(error: unknown): boolean;
  /** The `{id}` of the path; 0, an id that nothing has, if it is not a positive integer. */
  id: number;
}

/** One endpoint of `/api/v1`. */
export interface PublicEndpoint extends Endpoint {
  /** The key needs one of these. */
  scopes: readonly Scope[];
  /**
   * Set if the call may start while the key is being checked (rest-adapter/README.md 10.10): "read" for a cheap read
   * without effects, "write" if it has no effect before `isConfirmed`, and throws NotConfirmedError without one.
   */
  startsEarly?: "read" | "write";
  /** Set if answers are large and have neither a secret nor text of a caller, so that they may be compressed. */
  isCompressed?: true;
  handle(call: Call): Promise<Answer>;
}
