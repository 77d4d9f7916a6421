import {
  type Application,
  DomainError,
  type LimitState,
  type StaffCaller,
} from "../../core/mod.ts";
import type { OnDefect } from "../defects.ts";
import { isForeignChange } from "./foreign_page.ts";
import { createSessionCookie, type SessionTokens } from "./session_cookie.ts";

/** A request with this header is one that a page makes by itself, and no activity (decisions 7). */
export const backgroundHeader = "X-Background-Request";

/** How a surface for staff is set up, whichever it is. */
export interface StaffSurfaceOptions {
  /** What signs and reads the cookie of a session. */
  sessionTokens: SessionTokens;
  /** The address that people reach the service at; under https the session's cookie is Secure. */
  publicUrl?: string;
  /** Told of each error that became an INTERNAL_ERROR; the answer says nothing of it. */
  onDefect?: OnDefect;
}

/** Where a staff surface is reached, and what signs its sessions. */
export interface StaffSessionsOptions {
  publicUrl: string | undefined;
  sessionTokens: SessionTokens;
}

/** A request, and where it comes from. */
export interface Origin {
  request: Request;
  ipAddress: string;
}

/** What becomes known of the caller before a request is answered or refused. */
export interface Standing {
  caller?: StaffCaller;
  limit?: LimitState | undefined;
}

/** The sessions of staff as every surface of theirs has them: one cookie, one set of rules (decisions 7). */
export interface StaffSessions {
  /** Whether the request carries what might be a session. */
  isClaimedBy(request: Request): boolean;
  /** Throws FORBIDDEN for a change that another site's page makes. */
  refuseForeignChange(request: Request): void;
  /** Throws UNAUTHENTICATED where the request has no live session. */
  authenticate(origin: Origin): Promise<StaffCaller>;
  /**
   * Counts a call against the caller's limit, as `weight` requests (1), and notes how it stands. Throws
   * RATE_LIMIT_EXCEEDED.
   */
  count(caller: StaffCaller, standing: Standing, weight?: number): Promise<void>;
  /** Signs in and ends the session that the browser had; throws what the use case throws. */
  begin(input: unknown, origin: Origin): Promise<{ caller: StaffCaller; setCookie: string }>;
  /** Signs out; returns the `Set-Cookie` that takes the cookie away. */
  end(caller: StaffCaller): Promise<string>;
}

type SessionUseCases = Pick<
  Application,
  "signIn" | "authenticateSession" | "signOut" | "countStaffRequest"
>;

/** The sessions of a service that is reached at `publicUrl`. */
export function createStaffSessions(
  application: SessionUseCases,
  { publicUrl, sessionTokens: tokens }: StaffSessionsOptions,
): StaffSessions {
  const cookie = createSessionCookie(publicUrl);

  async function sessionIdOf(request: Request): Promise<string | undefined> {
    const token = cookie.read(request);
    return token === undefined ? undefined : await tokens.verify(token);
  }

  return {
    isClaimedBy: (request) => cookie.read(request) !== undefined,
    refuseForeignChange(request) {
      if (!isForeignChange(request, publicUrl)) return;
      throw new DomainError("FORBIDDEN", "This request comes from another site's page");
    },
    async authenticate({ request, ipAddress }) {
      const isActivity = request.headers.get(backgroundHeader) !== "true";
      const sessionId = await sessionIdOf(request);
      return await application.authenticateSession(sessionId, { isActivity, ipAddress });
    },
    async count(caller, standing, weight = 1) {
      if (weight < 1) return;
      const limit = await application.countStaffRequest(caller, weight);
      standing.limit = tighter(limit, standing.limit);
      if (limit?.isAllowed === false) throw tooManyRequests(limit);
    },
    async begin(input, { request, ipAddress }) {
      const previousSessionId = await sessionIdOf(request);
      const origin = { ipAddress, previousSessionId };
      const { session, caller } = await application.signIn(input, origin);
      const { createdAt, expiresAt } = session;
      const token = await tokens.sign({ sessionId: session.id, expiresAt });
      const maxAgeSeconds = createdAt.until(expiresAt).total("seconds");
      return { caller, setCookie: cookie.give(token, maxAgeSeconds) };
    },
    async end(caller) {
      await application.signOut(caller);
      return cookie.take();
    },
  };
}

/** Of several calls in one request, the one that has used up most is what its headers tell of. */
function tighter(one: LimitState | undefined, other: LimitState | undefined) {
  if (!one || !other) return one ?? other;
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
}

function tooManyRequests({ limit, resetSeconds }: LimitState): DomainError {
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `A staff user is limited to ${limit} requests a minute; wait as Retry-After says`,
    { retryAfterSeconds: Math.max(1, resetSeconds) },
  );
}
