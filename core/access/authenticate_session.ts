import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffCaller } from "./staff_caller.ts";

/**
 * Returns the caller of a session (core/access/README.md 4). Role and validity are read from the database. Activity is
 * recorded at most once a minute; `isActivity` is false for a request that a page makes by itself. Throws
 * UNAUTHENTICATED if the session is absent, ended or expired, or if its user is disabled.
 */
export async function authenticateSession(
  { now, sessions }: Pick<Ports, "now" | "sessions">,
  sessionId: string | undefined,
  { isActivity, ipAddress }: { isActivity: boolean; ipAddress: string },
): Promise<StaffCaller> {
  const found = sessionId === undefined ? undefined : await sessions.find(sessionId);
  const at = now();
  if (!found?.session.isLiveAt(at)) {
    throw new DomainError("UNAUTHENTICATED", "There is no valid session. Sign in.");
  }
  if (isActivity && found.session.isTouchDueAt(at)) await sessions.touch(found.session.id, at);
  return { ...found.caller, ipAddress };
}
