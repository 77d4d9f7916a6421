import type { Ports } from "../ports.ts";
import type { StaffCaller } from "./staff_caller.ts";

/** Ends the caller's session: the next request with it, on any process, is UNAUTHENTICATED (decisions 7). */
export async function signOut(
  { sessions }: Pick<Ports, "sessions">,
  { sessionId }: Pick<StaffCaller, "sessionId">,
): Promise<void> {
  await sessions.end(sessionId);
}
