import type { Application, StaffCaller } from "../../core/mod.ts";
import type { CallerState, StaffSessions } from "../../rest-adapter/http/mod.ts";

/** The use cases that the procedures need. */
export type TrpcUseCases = Pick<
  Application,
  | "signIn"
  | "authenticateSession"
  | "signOut"
  | "changePassword"
  | "countStaffRequest"
  | "nextTurn"
  | "staff"
>;

/** The state of one request. All its calls share it. */
export interface RequestContext {
  application: TrpcUseCases;
  sessions: StaffSessions;
  request: Request;
  ipAddress: string;
  /** The names of headers with different values (`ConnectionInfo`). */
  conflictingHeaders: readonly string[] | undefined;
  /** Whether the request is a batch. */
  isBatch: boolean;
  /** The caller and the caller's limit once they are known, for the response headers. */
  callerState: CallerState;
  /** Returns the caller. Reads the session once for all calls. Throws UNAUTHENTICATED. */
  authenticate(): Promise<StaffCaller>;
}

/** The context of a procedure. */
export interface Context extends RequestContext {
  /** Additional headers of the response. */
  responseHeaders: Headers;
}

/** Creates the state of a request. */
export function createRequestContext(
  received: Omit<RequestContext, "callerState" | "authenticate">,
): RequestContext {
  const callerState: CallerState = {};
  let caller: Promise<StaffCaller> | undefined;
  async function authenticate(): Promise<StaffCaller> {
    return callerState.caller = await received.sessions.authenticate(received);
  }
  return { ...received, callerState, authenticate: () => caller ??= authenticate() };
}
