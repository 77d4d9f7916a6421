import { createTRPCClient, httpBatchLink, httpLink, type TRPCLink } from "@trpc/client";
import { createApplication, type StaffUser } from "../../../core/mod.ts";
import {
  type AppRouter,
  createTrpcHandler,
  type TrpcHandlerOptions,
} from "../../../gateway/trpc/mod.ts";
import { scopeKey } from "../../support/in_memory/rows.ts";
import { createInMemoryPorts } from "../../support/in_memory/ports.ts";
import { seedOrganization } from "../../support/in_memory/seed_organization.ts";
import { staffOf } from "../../support/staff_callers.ts";
import { unsignedTokens } from "../../support/unsigned_tokens.ts";

export type Role = StaffUser["role"];

export const roles: readonly Role[] = ["VIEWER", "STAFF", "ADMIN", "OWNER"];
const start = Temporal.Instant.from("2026-03-01T08:00:00Z");
export const password = "a password of the staff";
const url = "http://api.test/trpc";

/** The answer to one call. */
export interface Answer {
  response: Response;
  data?: unknown;
  error?: { message: string; code: number; data: Record<string, unknown> };
}

/** Sends a request unchanged to a path under `/trpc`. */
type Send = (path: string, init?: RequestInit, ipAddress?: string) => Promise<Response>;

/** Headers and address of a request, in addition to those of its client. */
interface Sending {
  headers?: Record<string, string>;
  ipAddress?: string;
}

/** Opens the procedures over memory, with an organization in Oslo and another organization. */
export async function openTrpc(options: Partial<TrpcHandlerOptions> = {}) {
  let at = start;
  const ports = createInMemoryPorts({ now: () => at });
  const application = createApplication(ports);
  const defects: { error: unknown; about: object }[] = [];
  const handle = createTrpcHandler(application, {
    sessionTokens: unsignedTokens,
    onDefect: (error, about) => defects.push({ error, about }),
    ...options,
  });
  const own = await seedTenant(application);
  const other = await seedTenant(application);

  const send: Send = (path, init = {}, ipAddress = "203.0.113.7") =>
    handle(new Request(`${url}${path}`, init), { ipAddress });

  async function newUser(role: Role, { isOneTime = false } = {}) {
    const email = `${crypto.randomUUID()}@clinic.example`;
    const wanted = { email, name: `Ada the ${role}`, role, ...(!isOneTime && { password }) };
    const made = await application.createStaffUser(own.organizationId, wanted);
    return { id: made.user.id, email, password: made.password };
  }

  /** Opens a browser and signs in a new user with this role. */
  async function signedInAs(role: Role, options?: { isOneTime?: boolean }) {
    const browser = openBrowser(send);
    const { email, password } = await newUser(role, options);
    await browser.client.session.signIn.mutate({ email, password });
    return browser;
  }

  return {
    ports,
    application,
    defects,
    /** The surface itself, for requests that need more than an address. */
    handle,
    own,
    other,
    send,
    newUser,
    newBrowser: () => openBrowser(send),
    signedInAs,
    /** Advances the clock. */
    pass: (time: Temporal.DurationLike) => void (at = at.add(time)),
    balanceOf: (organizationId: number) =>
      ports.memory.balances.get(scopeKey({ organizationId, environment: "LIVE" })),
  };
}

/** The procedures that `openTrpc` opens. */
export type TrpcApi = Awaited<ReturnType<typeof openTrpc>>;

/** Makes an organization, and functions that add rows to it without a surface. */
async function seedTenant(application: ReturnType<typeof createApplication>) {
  const seeded = await seedOrganization(application, {
    organization: { timeZone: "Europe/Oslo" },
    departments: [
      { name: "Dental Care", slotCapacity: 2 },
      { name: "Physiotherapy", showAdminsInBooking: true, workers: ["Grace", "Edsger"] },
    ],
    keys: { full: {} },
  });
  const { organizationId } = seeded;
  await application.createReportingToken(organizationId, { name: "Warehouse" });
  await application.staff.createScreen(staffOf(organizationId), {
    kind: "DISPLAY",
    name: "Entrance",
  });
  const caller = staffOf(organizationId, { role: "OWNER", timeZone: "Europe/Oslo" });
  const [dental, byWorker] = seeded.departments as [
    (typeof seeded.departments)[0],
    (typeof seeded.departments)[0],
  ];
  const newBooking = {
    departmentId: dental.id,
    dateTime: "2026-03-05T14:30:00",
    name: "Ada Lovelace",
  };
  return {
    ...seeded,
    caller,
    dental,
    byWorker,
    newBooking,
    book: (more: object = {}) =>
      application.staff.createAppointment(caller, { ...newBooking, ...more }),
    newKey: () =>
      application.staff.createApiKey(caller, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS"],
      }),
    newWebhook: () =>
      application.staff.createWebhook(caller, {
        url: "https://example.org/hook",
        events: ["APPOINTMENT_CREATED"],
      }),
  };
}

function openBrowser(send: Send) {
  const browser = {
    /** The `Cookie` header that it sends; "" for none. */
    cookie: "",
    /** Headers and address of all its requests. */
    sending: {} as Sending,
    /** The number of its requests. */
    requests: 0,
    async fetch(target: string, init: RequestInit = {}): Promise<Response> {
      browser.requests += 1;
      const headers = new Headers(init.headers);
      if (browser.cookie) headers.set("Cookie", browser.cookie);
      for (const [name, value] of Object.entries(browser.sending.headers ?? {})) {
        headers.set(name, value);
      }
      const { ipAddress } = browser.sending;
      const response = await send(target.slice(url.length), { ...init, headers }, ipAddress);
      for (const line of response.headers.getSetCookie()) {
        browser.cookie = line.includes("Max-Age=0") ? "" : line.split(";")[0]!;
      }
      return response;
    },
    /** Calls a procedure without regard to its types. */
    async call(type: "query" | "mutation", name: string, input?: unknown): Promise<Answer> {
      const json = input === undefined ? undefined : JSON.stringify(input);
      const query = json === undefined ? "" : `?input=${encodeURIComponent(json)}`;
      const response = type === "query"
        ? await browser.fetch(`${url}/${name}${query}`)
        : await browser.fetch(`${url}/${name}`, {
          method: "POST",
          ...(json !== undefined && { body: json }),
          headers: { "Content-Type": "application/json" },
        });
      return answerOf(response);
    },
  };
  // The client has its own types of body and headers. fetch accepts both.
  const clientFetch = (target: unknown, init: unknown) =>
    browser.fetch(String(target), init as RequestInit);
  const linked = (link: TRPCLink<AppRouter>) => createTRPCClient<AppRouter>({ links: [link] });
  return Object.assign(browser, {
    client: linked(httpLink({ url, fetch: clientFetch })),
    /** Calls made at once go in one request. */
    batching: linked(httpBatchLink({ url, fetch: clientFetch })),
  });
}

/** A browser as `openTrpc` gives it. */
export type Browser = ReturnType<typeof openBrowser>;

/** What a response that answers one call says. */
export async function answerOf(response: Response): Promise<Answer> {
  const body = await response.json() as { result?: { data?: unknown }; error?: Answer["error"] };
  return {
    response,
    ...(body.result && { data: body.result.data }),
    ...(body.error && { error: body.error }),
  };
}

/** Status and code of a refusal, and the invalid fields if it names any. */
export function refusalOf({ response, error }: Answer) {
  const details = error?.data["details"] as { field: string; message: string }[] | undefined;
  return {
    status: response.status,
    code: error?.data["appCode"],
    ...(details && { fields: details.map(({ field }) => field) }),
  };
}

/** A limiter that always answers the same. */
export function staffLimitsAt(remaining: number) {
  const state = { limit: 1200, remaining, resetSeconds: 12, isAllowed: remaining > 0 };
  return { count: async () => state };
}
