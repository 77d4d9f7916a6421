import type { Application, StaffApplication, StaffCaller } from "../../core/mod.ts";
import type { Endpoint } from "../wire/endpoint.ts";
import type { Answer } from "../http/request_context.ts";
import type { StaffSessions } from "../http/staff_sessions.ts";

/** The use cases that the staff API calls. */
export type StaffUseCases = Pick<
  Application,
  | "signIn"
  | "signInWithPasskey"
  | "finishSso"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
  | "staff"
>;

/** A request to an endpoint of the staff API. */
export interface StaffRequest {
  application: StaffUseCases;
  request: Request;
  ipAddress: string;
  /** The `{id}` of the path; 0, an id that nothing has, if it is not a positive integer. */
  id: number;
  sessions: StaffSessions;
  /** Closes the connection of an answer that is being sent. Returns false if the host cannot do that. */
  breakOff(error: unknown): boolean;
}

/** A request that has passed the checks of the session, its limit and the role. */
export interface StaffCall extends StaffRequest {
  caller: StaffCaller;
}

/** One endpoint of `/api/staff`. */
export type StaffEndpoint = SessionBeginning | SignedInEndpoint;

/** The endpoint that signs in. It needs no session and begins one. */
export interface SessionBeginning extends Endpoint {
  beginsSession: true;
  handle(request: StaffRequest): Promise<Answer>;
}

/** An endpoint that needs a session. If it has a `useCase`, it also needs the role of that use case. */
export interface SignedInEndpoint extends Endpoint {
  beginsSession?: never;
  useCase: keyof StaffApplication | null;
  handle(call: StaffCall): Promise<Answer>;
}
