import type { Audited } from "../audit/audit_record.ts";
import type { SignedInUser } from "./staff_caller.ts";

const longest = { hours: 12 };
const maxIdle = { minutes: 30 };
const touchEvery = { minutes: 1 };
/** Between the clocks of two processes; far more than there is. */
const maxClockDifference = { minutes: 1 };

/** A staff user's being signed in (decisions 7). Ended, it no longer exists. */
export class Session {
  /** Random, 122 bits. */
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

  /** When it ends whatever happens, 12 hours after it began. */
  get expiresAt(): Temporal.Instant {
    return this.createdAt.add(longest);
  }

  /**
   * False from 12 hours after it began, or 30 minutes after its last activity, on. Also false well before it began:
   * if the clock was set back, it would last longer than that.
   */
  isLiveAt(now: Temporal.Instant): boolean {
    const end = this.lastActiveAt.add(maxIdle);
    const hasBegun = isBefore(this.createdAt, now.add(maxClockDifference));
    return hasBegun && isBefore(now, this.expiresAt) && isBefore(now, end);
  }

  /** Whether activity now is worth a write: once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    return !isBefore(now, this.lastActiveAt.add(touchEvery));
  }
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** The sessions that have not been ended. */
export interface Sessions {
  /**
   * Keeps a new session. False, and nothing is kept, when by then the user is disabled or has another
   * password than the one with this hash: a sign-in under way survives neither.
   */
  add(session: Session, passwordHash: string, audit: Audited<Session>): Promise<boolean>;
  /** A session of a user who is not disabled, with the user as of now. Nothing is cached. */
  find(id: string): Promise<{ session: Session; caller: SignedInUser } | undefined>;
  /** Notes activity; does nothing for a session that was ended. */
  touch(id: string, at: Temporal.Instant): Promise<void>;
  end(id: string): Promise<void>;
}
