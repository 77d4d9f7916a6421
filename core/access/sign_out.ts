import type { Ports } from "../ports.ts";
import type { StaffCaller } from "./staff_caller.ts";

/** Ends the caller's session. The next request with it, on every process, is refused with UNAUTHENTICATED. */
export async function signOut(
  { sessions }: Pick<Ports, "sessions">,
  { sessionId }: Pick<StaffCaller, "sessionId">,
): Promise<void> {
  await sessions.end(sessionId);
}
