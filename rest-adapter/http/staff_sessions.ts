import {
  type Application,
  DomainError,
  type KnownBrowser,
  type LimitState,
  type StaffCaller,
  withUser,
} from "../../core/mod.ts";
import type { OnDefect } from "./defects.ts";
import { createCookies, isForeignChange, type SessionTokens } from "./session_cookie.ts";

/** Marks a request that a page makes by itself; it does not count as activity (rest-adapter/README.md 8.1). */
export const backgroundHeader = "X-Background-Request";

/** Options that all surfaces for staff share. */
export interface StaffSurfaceOptions {
  /** Signs and verifies the token in the session cookie. */
  sessionTokens: SessionTokens;
  /**
   * The address at which people reach the service. If it is https, the session cookie is Secure. Only its pages may
   * change something; without it, those of the host that was called.
   */
  publicUrl?: string | undefined;
  /** Receives each error that was answered INTERNAL_ERROR; the answer itself contains nothing about it. */
  onDefect?: OnDefect;
}

/** Options of the sessions of staff. */
export interface StaffSessionsOptions {
  publicUrl: string | undefined;
  sessionTokens: SessionTokens;
}

/** A request and the address that it comes from. */
export interface Origin {
  request: Request;
  ipAddress: string;
}

/** What the checks have found out about the caller so far. */
export interface CallerState {
  caller?: StaffCaller;
  limit?: LimitState | undefined;
}

/** The answer of an identity provider, and what the browser brings back with it. */
type SsoAnswer = Parameters<Application["finishSso"]>[1];

/** A session that has begun, and the cookies for its browser. */
interface BegunSession {
  caller: StaffCaller;
  setCookies: string[];
}

/** The sessions of staff, with one cookie and one set of rules for all surfaces (rest-adapter/README.md 8.1). */
export interface StaffSessions {
  /** Returns whether the request has a session cookie, valid or not. */
  isClaimedBy(request: Request): boolean;
  /** Throws FORBIDDEN if the request is a change that another site's page makes. */
  refuseForeignChange(request: Request): void;
  /**
   * Returns the caller. Throws UNAUTHENTICATED if the request has no valid session. `isActivity` says whether it prolongs an
   * idle session; if left out, the request says so.
   */
  authenticate(origin: Origin, options?: { isActivity?: boolean }): Promise<StaffCaller>;
  /**
   * Counts a call against the caller's limit as `weight` requests (default 1) and writes the result to `state`.
   * Throws RATE_LIMIT_EXCEEDED.
   */
  count(caller: StaffCaller, state: CallerState, weight?: number): Promise<void>;
  /**
   * Signs in by password or passkey and ends the browser's previous session. The browser is then known to have this
   * user. Throws the errors of the use case.
   */
  begin(
    input: unknown,
    origin: Origin,
    by?: "signIn" | "signInWithPasskey",
  ): Promise<BegunSession>;
  /** Ends a sign-in by the identity provider like `begin`. Returns undefined for a proof, which begins no session. */
  begin(
    input: SsoAnswer,
    origin: Origin,
    by: "finishSso",
  ): Promise<BegunSession | undefined>;
  /** Signs out. Returns the `Set-Cookie` that deletes the cookie. */
  end(caller: StaffCaller): Promise<string>;
}

/** A browser is forgotten after a year without a sign-in. */
const browserSeconds = 365 * 24 * 3600;

type SessionUseCases = Pick<
  Application,
  | "signIn"
  | "signInWithPasskey"
  | "finishSso"
  | "authenticateSession"
  | "signOut"
  | "countStaffRequest"
>;

/** Makes the sessions of a service at `publicUrl`. */
export function createStaffSessions(
  application: SessionUseCases,
  { publicUrl, sessionTokens: tokens }: StaffSessionsOptions,
): StaffSessions {
  const { session: cookie, browser: browserCookie } = createCookies(publicUrl);

  async function sessionIdOf(request: Request): Promise<string | undefined> {
    const token = cookie.read(request);
    return token === undefined ? undefined : await tokens.verify(token);
  }

  async function browserOf(request: Request): Promise<KnownBrowser | undefined> {
    const token = browserCookie.read(request);
    return token === undefined ? undefined : await tokens.browsers?.verify(token);
  }

  async function begin(
    input: unknown,
    { request, ipAddress }: Origin,
    by: "signIn" | "signInWithPasskey" | "finishSso" = "signIn",
  ) {
    const previousSessionId = await sessionIdOf(request);
    const device = request.headers.get("User-Agent") ?? undefined;
    const browser = await browserOf(request);
    const origin = { ipAddress, device, previousSessionId, browser };
    const started = by === "finishSso"
      ? await application.finishSso(origin, input as SsoAnswer)
      : await application[by](origin, input);
    if (!started) return undefined;
    const { session, caller } = started;
    const { createdAt, expiresAt } = session;
    const token = await tokens.sign({ sessionId: session.id, expiresAt });
    const maxAgeSeconds = createdAt.until(expiresAt).total("seconds");
    const setCookies = [cookie.give(token, maxAgeSeconds)];
    const known = withUser(browser, {
      organizationId: caller.organizationId,
      id: caller.staffUserId,
    });
    const browserToken = await tokens.browsers?.sign(known);
    if (browserToken) setCookies.push(browserCookie.give(browserToken, browserSeconds));
    return { caller, setCookies };
  }

  return {
    isClaimedBy: (request) => cookie.read(request) !== undefined,
    refuseForeignChange(request) {
      if (!isForeignChange(request, publicUrl)) return;
      const at = publicUrl === undefined ? "" : `, at ${publicUrl}`;
      throw new DomainError(
        "FORBIDDEN",
        `This request comes from another site's page. Call the service from its own pages${at}.`,
      );
    },
    async authenticate(
      { request, ipAddress },
      { isActivity = request.headers.get(backgroundHeader) !== "true" } = {},
    ) {
      const sessionId = await sessionIdOf(request);
      return await application.authenticateSession(sessionId, { isActivity, ipAddress });
    },
    async count(caller, state, weight = 1) {
      if (weight < 1) return;
      const limit = await application.countStaffRequest(caller, weight);
      state.limit = tighter(limit, state.limit);
      if (limit?.isAllowed === false) throw tooManyRequests(limit);
    },
    // The overloads say when there is no session.
    begin: begin as StaffSessions["begin"],
    async end(caller) {
      await application.signOut(caller);
      return cookie.take();
    },
  };
}

/** Returns the limit state with fewer requests left. The headers of a batch of calls show the tightest state. */
function tighter(one: LimitState | undefined, other: LimitState | undefined) {
  if (!one || !other) return one ?? other;
  if (one.isAllowed !== other.isAllowed) return one.isAllowed ? other : one;
  return one.remaining <= other.remaining ? one : other;
}

function tooManyRequests({ limit, resetSeconds }: LimitState): DomainError {
  return new DomainError(
    "RATE_LIMIT_EXCEEDED",
    `A staff user may make ${limit} requests per minute. Wait for the seconds in Retry-After.`,
    { retryAfterSeconds: Math.max(1, resetSeconds) },
  );
}
