import {
  type Application,
  type Permission,
  requireSamePermission,
  type StaffCaller,
} from "../../core/mod.ts";
import type { CallerState, StaffSessions } from "../../rest-adapter/http/mod.ts";

/** The use cases that the procedures need. */
export type TrpcUseCases = Pick<
  Application,
  | "signIn"
  | "startPasskeySignIn"
  | "signInWithPasskey"
  | "finishSso"
  | "proveIdentity"
  | "requireFresh"
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
  /** The permissions that calls of the request need. */
  permissions: Set<Permission>;
  /** Checks session and permissions again after a wait of a call. Throws UNAUTHENTICATED or the errors of `requireSamePermission`. */
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
    "callerState" | "authenticate" | "permissions" | "requireStill" | "hasWaited"
  >,
): RequestContext {
  const callerState: CallerState = {};
  let caller: Promise<StaffCaller> | undefined;
  async function authenticate(): Promise<StaffCaller> {
    return callerState.caller = await received.sessions.authenticate(received);
  }
  const permissions = new Set<Permission>();
  let hasWaited = false;
  async function requireStill(): Promise<void> {
    hasWaited = true;
    const present = await received.sessions.authenticate(received, { isActivity: false });
    const before = (await caller)!;
    for (const permission of permissions) requireSamePermission(before, present, permission);
  }
  return {
    ...received,
    callerState,
    authenticate: () => caller ??= authenticate(),
    permissions,
    requireStill,
    hasWaited: () => hasWaited,
  };
}
