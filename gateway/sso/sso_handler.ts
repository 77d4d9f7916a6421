import { type Application, DomainError, pendingMinutes, type StaffCaller } from "../../core/mod.ts";
import {
  commonHeaders,
  type ConnectionInfo,
  createStaffSessions,
  maxBodyBytes,
  originFor,
  requestIdOf,
  type StaffSessions,
  type StaffSurfaceOptions,
} from "../../rest-adapter/http/mod.ts";

type SsoUseCases =
  & Parameters<typeof createStaffSessions>[0]
  & Pick<Application, "startSso" | "endByBackChannel" | "endByFrontChannel">;

type Connection = Pick<ConnectionInfo, "ipAddress" | "requestId">;

const callbackPath = /^\/sso\/\d+\/callback$/;
const provePath = "/sso/prove";
const logoutEnd = "/logout";
const cookieName = "sso";
/** The name of the cookie with the path of the last sign-in, which the sign-in page reads (gateway/sso/README.md 6). */
const pathCookieName = "sso_path";
/** Browsers keep no cookie longer. */
const pathCookieSeconds = 400 * 24 * 3600;

/** The page of a provider shows the front-channel logout in a frame. It has no content (gateway/sso/README.md 7). */
const framePolicy = "default-src 'none'; frame-ancestors https:";

/** Why a sign-in failed, for the sign-in page: `/?sso=…`. */
const reasons: Partial<Record<DomainError["code"], string>> = {
  SERVICE_UNAVAILABLE: "away",
  FORBIDDEN: "group",
  CONFLICT: "taken",
};

/** Creates the handler of `/sso/…`: sign-ins by the provider, and its logouts (gateway/sso/README.md). Never throws. */
export function createSsoHandler(
  application: SsoUseCases,
  { publicUrl, sessionTokens, onDefect = () => {} }: StaffSurfaceOptions,
) {
  const sessions = createStaffSessions(application, { publicUrl, sessionTokens });
  const secure = publicUrl?.toLowerCase().startsWith("https://") ? "; Secure" : "";
  const cookieOf = (value: string, maxAgeSeconds: number) =>
    `${cookieName}=${value}; Max-Age=${maxAgeSeconds}; Path=/sso; HttpOnly; SameSite=Lax${secure}`;
  const pathCookieOf = (path: string, maxAgeSeconds: number) =>
    `${pathCookieName}=${path}; Max-Age=${maxAgeSeconds}; Path=/; SameSite=Lax${secure}`;

  async function answer(request: Request, { ipAddress }: Connection): Promise<Response> {
    const url = new URL(request.url);
    const { pathname: path, searchParams } = url;
    const isLogout = path.endsWith(logoutEnd);
    const provider = isLogout ? path.slice(0, -logoutEnd.length) : path;
    if (isLogout && request.method === "POST") {
      const token = await logoutTokenOf(request);
      await application.endByBackChannel({ path: provider, token });
      return new Response(null);
    }
    if (request.method !== "GET") {
      return new Response(null, {
        status: 405,
        headers: { Allow: isLogout ? "GET, POST" : "GET" },
      });
    }
    if (isLogout) {
      const [issuer, sid] = [searchParams.get("iss") ?? "", searchParams.get("sid") ?? ""];
      await application.endByFrontChannel({ path: provider, issuer, sid });
      return new Response(null, { headers: { "Content-Security-Policy": framePolicy } });
    }
    const origin = publicUrl && originFor(publicUrl, request);
    // Without PUBLIC_URL a caller's Host header would decide where the provider sends the code.
    if (!origin) throw new DomainError("CONFLICT", "Set PUBLIC_URL for single sign-on");
    if (callbackPath.test(path)) {
      return await finish(request, { ipAddress, url: `${origin}${path}${url.search}` });
    }
    const isProof = path === provePath;
    const caller = isProof ? await callerOf(sessions, { request, ipAddress }) : undefined;
    if (isProof && !caller) throw new DomainError("UNAUTHENTICATED", "Sign in");
    const { address, pending } = await application.startSso({
      path,
      origin,
      link: searchParams.get("link") ?? undefined,
      caller,
    });
    const kept = encodeURIComponent(`${path} ${pending}`);
    return redirect(address, [cookieOf(kept, pendingMinutes * 60)]);
  }

  async function finish(
    request: Request,
    { ipAddress, url }: { ipAddress: string; url: string },
  ): Promise<Response> {
    const kept = cookieIn(request, cookieName) ?? "";
    const [, path = "", pending] = /^(\S+) (.+)$/s.exec(kept) ?? [];
    if (pending === undefined) throw new DomainError("INVALID_CREDENTIALS", "Sign in again");
    const caller = await callerOf(sessions, { request, ipAddress });
    const begun = await sessions.begin(
      { url, pending, caller },
      { request, ipAddress },
      "finishSso",
    );
    // A proof begins no session.
    if (!begun) return redirect("/?sso=proved", [cookieOf("", 0)]);
    const known = pathCookieOf(path, pathCookieSeconds);
    return redirect("/", [...begun.setCookies, known, cookieOf("", 0)]);
  }

  return async (request: Request, connection: Connection): Promise<Response> => {
    const requestId = connection.requestId ?? requestIdOf(request.headers);
    const { pathname: path } = new URL(request.url);
    let response: Response;
    try {
      response = await answer(request, connection);
    } catch (error) {
      if (!(error instanceof DomainError) && !request.signal.aborted) {
        // The path has the address of the organization's sign-in.
        onDefect(error, { requestId, method: request.method, path: "/sso" });
      }
      const code = error instanceof DomainError ? error.code : "SERVICE_UNAVAILABLE";
      const reason = reasons[code] ?? "refused";
      const forgotten = code === "CONFLICT" && cookieIn(request, pathCookieName) === path;
      response = path.endsWith(logoutEnd)
        ? new Response(null, { status: code === "SERVICE_UNAVAILABLE" ? 503 : 400 })
        : redirect(`/?sso=${reason}`, [
          cookieOf("", 0),
          ...(forgotten ? [pathCookieOf("", 0)] : []),
        ]);
    }
    const headers = {
      ...commonHeaders({ requestId }),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
    };
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    return response;
  };
}

async function callerOf(
  sessions: StaffSessions,
  origin: { request: Request; ipAddress: string },
): Promise<StaffCaller | undefined> {
  try {
    return await sessions.authenticate(origin);
  } catch (error) {
    if (error instanceof DomainError && error.code === "UNAUTHENTICATED") return undefined;
    throw error;
  }
}

function redirect(location: string, cookies: string[]): Response {
  const response = new Response(null, { status: 303, headers: { Location: location } });
  for (const cookie of cookies) response.headers.append("Set-Cookie", cookie);
  return response;
}

function cookieIn({ headers }: Request, name: string): string | undefined {
  for (const pair of (headers.get("Cookie") ?? "").split(";")) {
    const text = pair.trim();
    if (text.startsWith(`${name}=`)) {
      try {
        return decodeURIComponent(text.slice(name.length + 1)) || undefined;
      } catch {
        return undefined;
      }
    }
  }
  return undefined;
}

async function logoutTokenOf(request: Request): Promise<string> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await request.text();
  const isForm = type.startsWith("application/x-www-form-urlencoded");
  const token = isForm && body.length <= maxBodyBytes
    ? new URLSearchParams(body).get("logout_token")
    : null;
  if (!token) throw new DomainError("INVALID_CREDENTIALS", "Send a logout_token");
  return token;
}
