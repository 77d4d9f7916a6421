import type { AuditRecord } from "../audit/audit_record.ts";
import type { SignedInUser } from "./caller.ts";
import type { IdentityProvider } from "./identity_provider.ts";
import type { Session } from "./session.ts";
import type { StaffUserRef } from "./staff_user.ts";

/** What a sign-in was checked against. */
export interface CheckedAgainst {
  passwordHash: string;
  /** The provider that the person signed in at; undefined for another sign-in. */
  provider?: Pick<IdentityProvider, "issuer" | "clientId"> | undefined;
}

/** The sessions that have not ended, and those that expired within the last hours. */
export interface Sessions {
  /**
   * Stores a new session, and ends the oldest sessions of the user so that at most `maxSessions` are left. `audit` gets
   * the number of ended sessions. Returns false and stores nothing if the user is disabled by then, if the password hash
   * is another one, or if a session by the provider has lost its provider, client or link: a sign-in in progress must not
   * survive any of these changes.
   */
  add(
    session: Session,
    checked: CheckedAgainst,
    audit: (ended: number) => readonly AuditRecord[],
  ): Promise<boolean>;
  /** Returns the sessions of a user from the newest to the oldest. Some may have expired. */
  list(user: StaffUserRef): Promise<Session[]>;
  /**
   * Returns a session with its user, without the device and the address of the session. Returns undefined if it does not
   * exist, if its user is disabled, or if the user has a second factor that the session has not given. Never cached.
   */
  find(id: string): Promise<{ session: Session; caller: SignedInUser } | undefined>;
  /** Writes the time of an activity. Does nothing if the session has ended. */
  touch(id: string, at: Temporal.Instant): Promise<void>;
  /** Writes the time of a proof. Does nothing if the session has ended. */
  prove(session: Pick<Session, "id" | "organizationId">, at: Temporal.Instant): Promise<void>;
  /** Ends a session and writes the audit record. Does nothing if the session has ended. */
  end(session: Pick<Session, "id" | "organizationId">, record: AuditRecord): Promise<void>;
}
