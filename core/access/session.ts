/** A session ends this number of hours after the sign-in, even with activity. */
export const maxSessionHours = 12;
const maxIdle = { minutes: 30 };
const touchEvery = { minutes: 1 };
/** A user has at most this number of sessions that have not ended. A further sign-in ends the oldest. */
export const maxSessions = 10;
const maxDeviceLength = 200;
/** The maximum difference between the clocks of two processes; much more than occurs. */
export const maxClockDifference = { minutes: 1 };

/** The session of a signed-in staff user (core/access/README.md 4). An ended session is deleted. */
export class Session {
  /** 128 random bits in the form of a UUID, of which a UUID by the standard has only 122. */
  id: string;
  organizationId: number;
  staffUserId: number;
  createdAt: Temporal.Instant;
  /** At most a minute late. */
  lastActiveAt: Temporal.Instant;
  /** What the browser called itself at the sign-in; "" if it is not known. It is a claim of the browser. */
  device: string;
  /** The address of the sign-in, as the audit has it; "" if it is not known. */
  ipAddress: string;
  /** When the user last proved who they are: the sign-in, or a proof in the session (core/access/README.md 14). */
  provedAt: Temporal.Instant;
  /** Whether the user gave a second factor. A session without it ends when the user has one. */
  withFactor: boolean;
  /** The subject at the identity provider that began the session (core/access/README.md 15); null for other sessions. */
  ssoSubject: string | null;
  /** The id of the session at that provider; null if it has none. */
  ssoSid: string | null;

  constructor(
    user: { id: number; organizationId: number },
    now: Temporal.Instant,
    { device = "", ipAddress = "", withFactor = false, sso }: {
      device?: string | undefined;
      ipAddress?: string;
      withFactor?: boolean;
      sso?: { subject: string; sid: string | null } | undefined;
    } = {},
  ) {
    this.id = randomId();
    this.organizationId = user.organizationId;
    this.staffUserId = user.id;
    this.createdAt = now;
    this.lastActiveAt = now;
    this.device = deviceText(device);
    this.ipAddress = ipAddress;
    this.provedAt = now;
    this.withFactor = withFactor;
    this.ssoSubject = sso?.subject ?? null;
    this.ssoSid = sso?.sid ?? null;
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

  /** Returns the last start and the last activity of a session that has ended by `now`. */
  static lastOfEnded(now: Temporal.Instant) {
    return {
      createdAt: now.subtract({ hours: maxSessionHours }),
      lastActiveAt: now.subtract(maxIdle),
    };
  }

  /**
   * Returns when the user last proved who they are. A proof in the future counts as none: if the clock was set back, it
   * would be fresh too long.
   */
  provedUntil(now: Temporal.Instant): Temporal.Instant {
    return isBefore(this.provedAt, now.add(maxClockDifference)) ? this.provedAt : this.createdAt;
  }

  /** Returns whether activity now must be written. Activity is written once a minute. */
  isTouchDueAt(now: Temporal.Instant): boolean {
    return !isBefore(now, this.lastActiveAt.add(touchEvery));
  }
}

function randomId(): string {
  const hex = crypto.getRandomValues(new Uint8Array(16)).toHex();
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0;
}

/** Returns the first 200 characters of a `User-Agent` header without control characters. */
function deviceText(userAgent: string): string {
  const text = userAgent.toWellFormed().replaceAll(/\p{Cc}+/gu, " ").trim();
  return [...text].slice(0, maxDeviceLength).join("");
}
