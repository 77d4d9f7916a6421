import { createContext, type ReactNode, useContext } from "react";
import type { Role, Session } from "./types.ts";

const SessionContext = createContext<Session | null>(null);

/** Gives the pages below it who is signed in. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in, and for which organization. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error("There is no session here");
  return session;
}

/** The zone in which every time of the page is told. */
export function useTimeZone(): string {
  return useSession().organization.timeZone;
}

const ranks: Record<Role, number> = { STAFF: 0, ADMIN: 1, OWNER: 2 };

/** Whether the one signed in has this role or a more powerful one. The service decides; this only hides. */
export function useMay(role: Role): boolean {
  return ranks[useSession().user.role] >= ranks[role];
}
