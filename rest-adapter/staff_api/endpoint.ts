import type { Application, StaffApplication, StaffCaller } from "../../core/mod.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Answer } from "../exchange.ts";
import type { StaffSessions } from "./staff_sessions.ts";

/** The use cases that the staff API stands on. */
export type StaffUseCases = Pick<
  Application,
  "signIn" | "authenticateSession" | "signOut" | "countStaffRequest" | "staff"
>;

/** A request that an endpoint answers. */
export interface StaffRequest {
  application: StaffUseCases;
  request: Request;
  ipAddress: string;
  /** The `{id}` of the path; 0, which nothing has, where the path's is no positive integer. */
  id: number;
  sessions: StaffSessions;
  /** Breaks off an answer that is already being sent; false where only its stream can do that. */
  breakOff(error: unknown): boolean;
}

/** A request of somebody who is signed in, within the limit and of the role. */
export interface StaffCall extends StaffRequest {
  caller: StaffCaller;
}

/** One endpoint of `/api/staff`: of those who are signed in, or the one that signs in. */
export type StaffEndpoint = SessionBeginning | SignedInEndpoint;

/** It takes no session and begins one. */
export interface SessionBeginning extends Endpoint {
  beginsSession: true;
  handle(request: StaffRequest): Promise<Answer>;
}

/** It needs a session and, where it stands on a use case of staff, that one's role. */
export interface SignedInEndpoint extends Endpoint {
  beginsSession?: never;
  useCase: keyof StaffApplication | null;
  handle(call: StaffCall): Promise<Answer>;
}
