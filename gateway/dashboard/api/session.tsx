import { createContext, type ReactNode, useContext } from "react";
import type { Session, UseCase } from "./types.ts";

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

/** Returns whether the user may call a use case. It only hides controls: the service decides. */
export function may({ permissions }: Session, useCase: UseCase): boolean {
  return permissions.includes(useCase);
}

/** Returns `may` for the signed-in user. What needs no use case is allowed, also before the sign-in. */
export function useMay(useCase: UseCase | undefined): boolean {
  const session = useContext(SessionContext);
  return useCase === undefined || session !== null && may(session, useCase);
}
