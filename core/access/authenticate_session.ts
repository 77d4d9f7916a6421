import { DomainError } from "../errors.ts";
import type { Ports } from "../ports.ts";
import type { StaffCaller } from "./staff_caller.ts";

/**
 * The caller behind a session (decisions 7), with role and validity as the database has them now. Activity is
 * noted at most once a minute; a request that a page makes by itself (`isActivity` false) is none. Throws
 * UNAUTHENTICATED for no session, one that has ended or expired, and one of a disabled user.
 */
export async function authenticateSession(
  { now, sessions }: Pick<Ports, "now" | "sessions">,
  sessionId: string | undefined,
  { isActivity, ipAddress }: { isActivity: boolean; ipAddress: string },
): Promise<StaffCaller> {
  const found = sessionId === undefined ? undefined : await sessions.find(sessionId);
  const at = now();
  if (!found?.session.isLiveAt(at)) {
    throw new DomainError("UNAUTHENTICATED", "Sign in first, or again: there is no live session");
  }
  if (isActivity && found.session.isTouchDueAt(at)) await sessions.touch(found.session.id, at);
  return { ...found.caller, ipAddress };
}
