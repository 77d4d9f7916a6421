import type { StaffUser } from "../../core/mod.ts";
import type { Answer, Api, Call, Tenant } from "./api.ts";
import { makeStaff, type Staff } from "./staff_session.ts";

type Role = StaffUser["role"];

/** A browser. It keeps its session cookie. */
export interface Browser {
  /** The `Cookie` header that it sends; "" for none. */
  cookie: string;
  /** Calls a path under `/api/staff`. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  signIn(staff: Pick<Staff, "email" | "password">, call?: Call): Promise<Answer>;
}

/** Opens a browser without a session. */
export function openBrowser(api: Pick<Api, "call">): Browser {
  const cookies = new Map<string, string>();
  const browser: Browser = {
    get cookie() {
      return [...cookies.values()].join("; ");
    },
    set cookie(header) {
      cookies.clear();
      for (const pair of header.split("; ")) cookies.set(pair.split("=")[0]!, pair);
    },
    async call(method, path, call = {}) {
      const headers = { ...(browser.cookie && { Cookie: browser.cookie }), ...call.headers };
      const answer = await api.call(method, `/api/staff${path}`, { ...call, headers });
      for (const line of answer.headers.getSetCookie()) {
        const [pair] = line.split(";");
        const [name] = pair!.split("=");
        if (line.includes("Max-Age=0")) cookies.delete(name!);
        else cookies.set(name!, pair!);
      }
      return answer;
    },
    signIn: ({ email, password }, call = {}) =>
      browser.call("POST", "/session", { body: { email, password }, ...call }),
  };
  return browser;
}

/** Opens a browser and signs in a staff user. */
export async function signedIn(api: Pick<Api, "call">, staff: Staff): Promise<Browser> {
  const browser = openBrowser(api);
  const { status, text } = await browser.signIn(staff);
  if (status !== 200) throw new Error(`Signing in was answered ${status}: ${text}`);
  return browser;
}

/** An organization with an OWNER, an ADMIN and a STAFF, each with a browser and signed in. */
export interface Team {
  tenant: Tenant;
  staff: Record<Role, Staff>;
  browsers: Record<Role, Browser>;
  newStaff(role?: Role): Promise<Staff>;
}

/** Makes an organization of the service under test with its staff. */
export async function openTeam(
  api: Api,
  settings?: Parameters<Api["organization"]>[0],
): Promise<Team> {
  const tenant = await api.organization(settings);
  const newStaff = (role: Role = "ADMIN") =>
    makeStaff(api.seeding, tenant.organizationId, { role });
  const [OWNER, ADMIN, STAFF, VIEWER] = [
    await newStaff("OWNER"),
    await newStaff("ADMIN"),
    await newStaff("STAFF"),
    await newStaff("VIEWER"),
  ];
  return {
    tenant,
    staff: { OWNER, ADMIN, STAFF, VIEWER },
    browsers: {
      OWNER: await signedIn(api, OWNER),
      ADMIN: await signedIn(api, ADMIN),
      STAFF: await signedIn(api, STAFF),
      VIEWER: await signedIn(api, VIEWER),
    },
    newStaff,
  };
}

/** The calls of a signed-in staff user, by path under `/api/staff`. */
export interface StaffSession {
  /** The `Cookie` of the session. */
  cookie: string;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  patch(path: string, body: unknown): Promise<Answer>;
}

/** Makes an ADMIN of an organization and signs in. */
export async function signInStaff(api: Api, organizationId: number): Promise<StaffSession> {
  const staff = await makeStaff(api.seeding, organizationId, { role: "ADMIN" });
  const browser = await signedIn(api, staff);
  return {
    cookie: browser.cookie,
    get: (path) => browser.call("GET", path),
    post: (path, body) => browser.call("POST", path, { body }),
    patch: (path, body) => browser.call("PATCH", path, { body }),
  };
}
