import type { StaffUser } from "../../core/mod.ts";
import type { RestHandlerOptions } from "../../rest-adapter/mod.ts";
import { type Endpoint, type Ids, pathOf } from "../support/endpoints.ts";
import { keepEvents } from "../support/in_memory/webhooks.ts";
import { staffOf } from "../support/staff_callers.ts";
import { type CallOptions, openApi } from "./support.ts";

type Role = StaffUser["role"];

/** A browser. It keeps its session cookie and calls paths under `/api/staff`. */
export interface Browser {
  /** The `Cookie` header that it sends; "" for none. */
  cookie: string;
  send(method: string, path: string, sent?: CallOptions): Promise<Response>;
}

/** The ids of the first rows of each kind, which `openStaffApi` makes. */
export const firstIds: Ids = {
  appointmentId: 1,
  departmentId: 1,
  holdId: 1,
  entryId: 1,
  visitId: 1,
  apiKeyId: 1,
  webhookId: 1,
  logId: 1,
};

/**
 * Opens an API like `openApi`, with browsers of an OWNER, an ADMIN and a STAFF user of its organization. Webhook 1 has
 * a FAILED delivery (log entry 1) and a PENDING delivery (log entry 2).
 */
export async function openStaffApi(options: Partial<RestHandlerOptions> = {}) {
  const api = await openApi(options);
  const { application, organizationId, ports } = api;

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
    VIEWER: await newUser("VIEWER", { password }),
  };
  const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };
  await application.staff.createWebhook(staffOf(organizationId), input);
  for (const n of [1, 2]) {
    const event = { id: crypto.randomUUID(), appointmentId: n, body: `{"n":${n}}` };
    const about = { type: "appointment.created" as const, createdAt: ports.now() };
    const scope = { organizationId, environment: "LIVE" as const };
    keepEvents(ports.memory, scope, [{ ...event, ...about, webhookIds: [1] }]);
  }
  ports.memory.webhookAttempts[0]!.status = "FAILED";
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

/** Calls an endpoint of the staff API with the call that succeeds, or with another id in the path. */
export function callEndpoint(
  browser: Browser,
  endpoint: Endpoint,
  { id, ...sent }: CallOptions & { id?: string | number } = {},
): Promise<Response> {
  const path = pathOf(endpoint, firstIds, id).replace("/api/staff", "");
  const json = endpoint.json?.(firstIds);
  return browser.send(endpoint.method, path, { ...(json && { json }), ...sent });
}

/**
 * Opens an API like `openStaffApi`, with an ADMIN's browser and three recorded calls: two at 09:00 and one at 10:00 on
 * 1 March 2026 in Europe/Oslo, the zone of the organization.
 */
export async function openUsedApi() {
  const api = await openStaffApi();
  const browser = await api.signedInAs("ADMIN");
  await api.book({}, { headers: { "User-Agent": "booking-client/1.2", "X-Request-Id": "call-1" } });
  await api.send("GET", "/api/v1/appointments/99", { key: "reader", ipAddress: "2001:db8::1" });
  for (const minutes of [29, 29, 2]) {
    api.pass({ minutes });
    await browser.send("GET", "/session");
  }
  await api.send("GET", "/api/v1/appointments?page=x");
  for (const [i, entry] of api.entries.entries()) entry.responseTimeMs = 10 * (i + 1);
  return { api, browser };
}
