import type { Application, StaffCaller } from "../../core/mod.ts";
import type { CallerState, StaffSessions } from "../../rest-adapter/http/mod.ts";

/** The use cases that the procedures stand on. */
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

/** One request on its way to the procedures that it calls. */
export interface Exchange {
  application: TrpcUseCases;
  sessions: StaffSessions;
  request: Request;
  ipAddress: string;
  /** Whether other calls came in the same request. */
  isBatch: boolean;
  /** What became known of the caller, for the response's headers. */
  standing: CallerState;
  /** The caller, who is looked up once however many procedures ask. Throws UNAUTHENTICATED. */
  authenticate(): Promise<StaffCaller>;
}

/** What every procedure is given. */
export interface Context extends Exchange {
  /** What the response carries beside what every response does. */
  responseHeaders: Headers;
}

/** A request on its way. */
export function openExchange(
  received: Pick<Exchange, "application" | "sessions" | "request" | "ipAddress" | "isBatch">,
): Exchange {
  const standing: CallerState = {};
  let caller: Promise<StaffCaller> | undefined;
  async function authenticate(): Promise<StaffCaller> {
    return standing.caller = await received.sessions.authenticate(received);
  }
  return { ...received, standing, authenticate: () => caller ??= authenticate() };
}
