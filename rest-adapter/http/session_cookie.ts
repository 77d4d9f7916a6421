import type { KnownBrowser } from "../../core/mod.ts";

/** Signs and verifies the token in the cookie of a known browser. The host implements it. */
export interface BrowserTokens {
  sign(browser: KnownBrowser): Promise<string>;
  /** Returns the browser; undefined if the signature is wrong. Never throws. */
  verify(token: string): Promise<KnownBrowser | undefined>;
}

/** Signs and verifies the token in the session cookie. The host implements it. */
export interface SessionTokens {
  /** Without it no browser is known. */
  browsers?: BrowserTokens;
  sign(session: { sessionId: string; expiresAt: Temporal.Instant }): Promise<string>;
  /** Returns the session's id; undefined if the signature is wrong or the token has expired. Never throws. */
  verify(token: string): Promise<string | undefined>;
}

/** Reads and writes a cookie in HTTP headers. */
interface Cookie {
  /** Returns the token of a request; undefined if it is absent or empty, or if there are several different ones. */
  read(request: Request): string | undefined;
  /** Returns the `Set-Cookie` that stores a token in the browser for `maxAgeSeconds`. */
  give(token: string, maxAgeSeconds: number): string;
  /** Returns the `Set-Cookie` that deletes the cookie. */
  take(): string;
}

/** Returns the cookie's name. `__Host-` binds it to this host and to https, so it needs an https PUBLIC_URL. */
export function sessionCookieName(publicUrl: string | undefined): string {
  return isSecure(publicUrl) ? "__Host-session" : "session";
}

/** Makes the cookies of a service at `publicUrl` (rest-adapter/README.md 8.1). */
export function createCookies(publicUrl: string | undefined) {
  return {
    session: createCookie(sessionCookieName(publicUrl), publicUrl),
    browser: createCookie(isSecure(publicUrl) ? "__Host-browser" : "browser", publicUrl),
  };
}

function createCookie(name: string, publicUrl: string | undefined): Cookie {
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? "; Secure" : ""}`;
  return {
    read(request) {
      const tokens = new Set<string>();
      for (const pair of (request.headers.get("Cookie") ?? "").split(";")) {
        const text = pair.trim();
        if (text.startsWith(`${name}=`)) tokens.add(text.slice(name.length + 1));
      }
      const [token, ...others] = tokens;
      return others.length === 0 ? token || undefined : undefined;
    },
    give: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    take: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.toLowerCase().startsWith("https://") ?? false;
}

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Returns whether a request changes something and comes from a page that is not the service's own
 * (rest-adapter/README.md 10.9). Browsers send `Sec-Fetch-Site`, but not over plain http; a sibling domain is another
 * site. `Origin` must be the origin of PUBLIC_URL (`originFor`). Without PUBLIC_URL it must have the host that was called, if the
 * browser says nothing more exact. A request with neither header does not come from a page.
 */
export function isForeignChange(request: Request, publicUrl: string | undefined): boolean {
  if (safeMethods.has(request.method)) return false;
  const site = request.headers.get("Sec-Fetch-Site");
  const origin = request.headers.get("Origin");
  if (site !== null && site !== "same-origin" && site !== "none") return true;
  if (origin === null) return false;
  if (publicUrl !== undefined) return origin !== originFor(publicUrl, request);
  if (site !== null) return false;
  // Compares hosts without schemes: behind a proxy that ends TLS the service is called over http.
  const host = hostOf(origin);
  return host === undefined || host !== hostOf(request.url);
}

/**
 * Returns the origin of the service for a request. With `*` as the first label of PUBLIC_URL it is that of the host that
 * was called, and undefined if that is another name: each organization has a host of its own (rest-adapter/README.md 10.9).
 */
export function originFor(publicUrl: string, request: Request): string | undefined {
  const { protocol, host, origin } = new URL(publicUrl);
  if (!host.startsWith("*.")) return origin;
  const called = hostOf(request.url);
  return called?.endsWith(host.slice(1)) ? `${protocol}//${called}` : undefined;
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host || undefined : undefined;
}
