import type { StaffUser } from "../../core/mod.ts";
import type { RestHandlerOptions } from "../../rest-adapter/mod.ts";
import { type CallOptions, openApi } from "./support.ts";

type Role = StaffUser["role"];

/** A browser. It sends its cookie and calls paths under `/api/staff`. */
export interface Browser {
  /** The `Cookie` header that it sends; "" for none. */
  cookie: string;
  send(method: string, path: string, sent?: CallOptions): Promise<Response>;
}

/** Opens an API like `openApi`, with browsers of an OWNER, an ADMIN and a STAFF user of its organization. */
export async function openStaffApi(options: Partial<RestHandlerOptions> = {}) {
  const api = await openApi(options);
  const { application, organizationId } = api;

  /** Adds a staff user to the organization or to another one. */
  async function newUser(
    role: Role,
    { password, organization = organizationId }: { password?: string; organization?: number } = {},
  ) {
    const email = `${crypto.randomUUID()}@clinic.example`;
    const name = `Ada the ${role}`;
    const wanted = { email, name, role, ...(password !== undefined && { password }) };
    const made = await application.createStaffUser(organization, wanted);
    return { id: made.user.id, email, password: made.password };
  }

  function newBrowser(): Browser {
    const browser: Browser = {
      cookie: "",
      async send(method, path, sent = {}) {
        const headers = { ...(browser.cookie && { Cookie: browser.cookie }), ...sent.headers };
        const response = await api.send(method, `/api/staff${path}`, {
          key: null,
          ...sent,
          headers,
        });
        for (const line of response.headers.getSetCookie()) {
          browser.cookie = line.includes("Max-Age=0") ? "" : line.split(";")[0]!;
        }
        return response;
      },
    };
    return browser;
  }

  /** Opens a browser and signs a user in. */
  async function signedIn(
    { email, password }: { email: string; password: string },
    browser = newBrowser(),
  ) {
    const { status } = await browser.send("POST", "/session", { json: { email, password } });
    if (status !== 200) throw new Error(`Signing in was answered ${status}`);
    return browser;
  }

  const password = "a password of the staff";
  const users = {
    OWNER: await newUser("OWNER", { password }),
    ADMIN: await newUser("ADMIN", { password }),
    STAFF: await newUser("STAFF", { password }),
  };
  return {
    ...api,
    users,
    newUser,
    newBrowser,
    signedIn,
    /** Returns the browser of the organization's user with that role. */
    signedInAs: (role: Role) => signedIn(users[role]),
  };
}

/** The API that `openStaffApi` opens. */
export type StaffApi = Awaited<ReturnType<typeof openStaffApi>>;

/**
 * Opens an API like `openStaffApi`, with an ADMIN's browser and three recorded calls: two at 09:00 and one at 10:00 on
 * 1 March 2026 in Europe/Oslo, the zone of the organization.
 */
export async function openUsedApi() {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  await api.book({}, { headers: { "User-Agent": "booking-client/1.2" } });
  await api.send("GET", "/api/v1/appointments/99", { key: "reader", ipAddress: "2001:db8::1" });
  for (const minutes of [29, 29, 2]) {
    api.pass({ minutes });
    await browser.send("GET", "/session");
  }
  await api.send("GET", "/api/v1/appointments?page=x");
  for (const [i, entry] of api.entries.entries()) entry.responseTimeMs = 10 * (i + 1);
  return { api, browser };
}

/** Every endpoint that needs a session, with the lowest role that may call it. */
export const signedInEndpoints = [
  ["GET", "/session", "STAFF"],
  ["DELETE", "/session", "STAFF"],
  ["GET", "/api-keys", "ADMIN"],
  ["POST", "/api-keys", "ADMIN"],
  ["DELETE", "/api-keys/1", "ADMIN"],
  ["POST", "/api-keys/1/rotate", "ADMIN"],
  ["GET", "/api-usage/stats", "ADMIN"],
  ["GET", "/api-usage/logs", "ADMIN"],
  ["GET", "/api-usage/export/csv?startDate=2026-03-01&endDate=2026-03-01", "ADMIN"],
] as const;
