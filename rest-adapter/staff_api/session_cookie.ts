/** Signs and reads what stands in the cookie; the host brings it (decisions 7). */
export interface SessionTokens {
  sign(session: { sessionId: string; expiresAt: Temporal.Instant }): Promise<string>;
  /** The session's id, or undefined for whatever was not signed here or has expired; never throws. */
  verify(token: string): Promise<string | undefined>;
}

/** The cookie of a session, as it stands in the headers. */
export interface SessionCookie {
  /** The token that a request carries; "" is none. */
  read(request: Request): string | undefined;
  /** The `Set-Cookie` that gives a token to the browser for that many seconds. */
  give(token: string, maxAgeSeconds: number): string;
  /** The `Set-Cookie` that takes it away. */
  take(): string;
}

/** `__Host-` binds it to this host and to https, so it is used exactly where PUBLIC_URL is https. */
export function sessionCookieName(publicUrl: string | undefined): string {
  return isSecure(publicUrl) ? "__Host-session" : "session";
}

/** The session's cookie for a service that is reached at `publicUrl`. */
export function createSessionCookie(publicUrl: string | undefined): SessionCookie {
  const name = sessionCookieName(publicUrl);
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure(publicUrl) ? "; Secure" : ""}`;
  return {
    read(request) {
      const pairs = (request.headers.get("Cookie") ?? "").split(";").map((pair) => pair.trim());
      return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) || undefined;
    },
    give: (token, maxAgeSeconds) => `${name}=${token}; Max-Age=${maxAgeSeconds}; ${attributes}`,
    take: () => `${name}=; Max-Age=0; ${attributes}`,
  };
}

function isSecure(publicUrl: string | undefined): boolean {
  return publicUrl?.toLowerCase().startsWith("https://") ?? false;
}
