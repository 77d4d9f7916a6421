import type { Audited, AuditRecord } from "../audit/audit_record.ts";
import type { SignedInUser } from "./caller.ts";

/** A session ends this number of hours after the sign-in, even with activity. */
export const maxSessionHours = 12;
const maxIdle = { minutes: 30 };
const touchEvery = { minutes: 1 };
/** The maximum difference between the clocks of two processes; much more than occurs. */
export const maxClockDifference = { minutes: 1 };

/** The session of a signed-in staff user (core/access/README.md 4). An ended session is deleted. */
export class Session {
  /** A random UUID (122 random bits). */
  id: string;
  organizationId: number;
  staffUserId: number;
  createdAt: Temporal.Instant;
  /** At most a minute late. */
  lastActiveAt: Temporal.Instant;

  constructor(user: { id: number; organizationId: number }, now: Temporal.Instant) {
    this.id = crypto.randomUUID();
    this.organizationId = user.organizationId;
    this.staffUserId = user.id;
    this.createdAt = now;
    this.lastActiveAt = now;
  }

  /** The end of the session even with activity: 12 hours after its start. */
  get expiresAt(): Temporal.Instant {
    return this.createdAt.add({ hours: maxSessionHours });
  }

  /**
   * Returns whether the session is younger than 12 hours and was active within the last 30 minutes. Returns false if
   * `now` is well before the start: if the clock was set back, the session would last too long.
   */
  isLiveAt(now: Temporal.Instant): boolean {
    const end = this.lastActiveAt.add(maxIdle);
    const hasBegun = isBefore(this.createdAt, now.add(maxClockDifference));
    return hasBegun && isBefore(now, this.expiresAt) && isBefore(now, end);
  }

  /** Returns whether activity now must be written. Activity is written once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    return !isBefore(now, this.lastActiveAt.add(touchEvery));
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** The sessions that have not ended. */
export interface Sessions {
  /**
   * Stores a new session. Returns false and stores nothing if the user is disabled by then, or if the password hash
   * differs from `passwordHash`: a sign-in in progress must not survive either change.
   */
  add(session: Session, passwordHash: string, audit: Audited<Session>): Promise<boolean>;
  /** Returns a session with its user; undefined if it does not exist or its user is disabled. Never cached. */
  find(id: string): Promise<{ session: Session; caller: SignedInUser } | undefined>;
  /** Writes the time of an activity. Does nothing if the session has ended. */
  touch(id: string, at: Temporal.Instant): Promise<void>;
  /** Ends a session and writes the audit record. Does nothing if the session has ended. */
  end(session: Pick<Session, "id" | "organizationId">, record: AuditRecord): Promise<void>;
}
