import { type Application, requireRole, type StaffCaller } from "../../core/mod.ts";
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
  /** The roles that calls of the request need. */
  roles: Set<StaffCaller["role"]>;
  /** Checks session and roles again after a wait of a call. Throws UNAUTHENTICATED or the errors of `requireRole`. */
  requireStill(): Promise<void>;
  /** Whether a call has waited. Then the others have waited for it. */
  hasWaited(): boolean;
}

/** The context of a procedure. */
export interface Context extends RequestContext {
  /** Additional headers of the response. */
  responseHeaders: Headers;
}

/** Creates the state of a request. */
export function createRequestContext(
  received: Omit<
    RequestContext,
    "callerState" | "authenticate" | "roles" | "requireStill" | "hasWaited"
  >,
): RequestContext {
  const callerState: CallerState = {};
  let caller: Promise<StaffCaller> | undefined;
  async function authenticate(): Promise<StaffCaller> {
    return callerState.caller = await received.sessions.authenticate(received);
  }
  const roles = new Set<StaffCaller["role"]>();
  let hasWaited = false;
  async function requireStill(): Promise<void> {
    hasWaited = true;
    const present = await received.sessions.authenticate(received, { isActivity: false });
    for (const role of roles) requireRole(present, role);
  }
  return {
    ...received,
    callerState,
    authenticate: () => caller ??= authenticate(),
    roles,
    requireStill,
    hasWaited: () => hasWaited,
  };
}
