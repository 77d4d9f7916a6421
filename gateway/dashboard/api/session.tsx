import { createContext, type ReactNode, useContext } from "react";
import type { Role, Session } from "./types.ts";

const SessionContext = createContext<Session | null>(null);

/** Gives the session to the components inside. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Returns the signed-in user and their organization. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("useSession needs a SessionProvider around it");
  return session;
}

/** Returns the organization's time zone. Every time in the dashboard is shown in it. */
export function useTimeZone(): string {
  return useSession().organization.timeZone;
}

const ranks: Record<Role, number> = { STAFF: 0, ADMIN: 1, OWNER: 2 };

/** Returns whether the user has this role or a higher one. It only hides controls: the service decides. */
export function hasRole(user: { role: Role }, role: Role): boolean {
  return ranks[user.role] >= ranks[role];
}

/** Returns `hasRole` for the signed-in user. */
export function useHasRole(role: Role): boolean {
  return hasRole(useSession().user, role);
}
