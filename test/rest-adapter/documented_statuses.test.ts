import { describe, expect, test } from "vitest";
import { DomainError } from "../../core/mod.ts";
import { createOpenApiDocument } from "../../rest-adapter/mod.ts";
import { openStaffApi, type StaffApi } from "./staff_support.ts";
import { type CallOptions, limitsAt } from "./support.ts";

interface Sent extends CallOptions {
  path?: string;
}

/** Prepares the API and returns what to send. */
type Way = (api: StaffApi) => Sent | void | Promise<Sent | void>;

const failing = (fault: Error) => ({ count: () => Promise.reject(fault) });
const away = new DomainError("SERVICE_UNAVAILABLE", "Try again shortly");
const refusing = limitsAt({ isAllowed: false });

// Every endpoint of an API can be made to return these statuses in the same way.
const commonWays: Record<"public" | "staff", Record<number, Way>> = {
  public: {
    401: () => ({ key: null }),
    403: ({ ports }) => ports.memory.apiKeys.forEach((key) => key.scopes = []),
    429: ({ ports }) => void (ports.hourlyLimits = refusing),
    500: ({ ports }) => void (ports.hourlyLimits = failing(new Error("x"))),
    503: ({ ports }) => void (ports.hourlyLimits = failing(away)),
  },
  staff: {
    401: () => ({ headers: { Cookie: "session=unsigned-none" } }),
    403: ({ ports }) => ports.memory.staffUsers.forEach((user) => user.role = "STAFF"),
    429: ({ ports }) => void (ports.staffLimits = refusing),
    500: ({ ports }) => void (ports.staffLimits = failing(new Error("x"))),
    503: ({ ports }) => void (ports.staffLimits = failing(away)),
  },
};

const at = (path: string, sent: CallOptions = {}): Way => () => ({ path, ...sent });
const json = (body: object): Way => () => ({ json: body });
const big = "x".repeat(70_000);
const text = () => ({ body: "x", headers: { "Content-Type": "text/plain" } });
const full = (count: number): Way => ({ ports }) =>
  void (ports.organizations.count = async () => count);
const foreign: Way = () => ({ headers: { "Sec-Fetch-Site": "cross-site" } });
const credentials = { email: "nobody@clinic.example", password: "not the password" };
const verifying = (matchPassword: StaffApi["ports"]["matchPassword"]): Way => ({ ports }) => {
  ports.matchPassword = matchPassword;
  return { json: credentials };
};

const v1 = "/api/v1";
const staff = "/api/staff";
const range = "?startDate=2026-03-01&endDate=2026-03-02";
const when = "?dateTime=2026-03-05T14:30";
const days = "?startDate=2026-03-01&endDate=2026-03-01";
const waits = { departmentId: 1, fromDate: "2026-03-05", toDate: "2026-03-06" };
const newKey = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
const newWebhook = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };
const withoutBody = { 400: text, 413: () => ({ body: big }) };

// For each endpoint: the path of its calls, and how it is made to return each other status in the document.
type OwnWays = [path: string, ways: Record<number, Way>];
const ownWays: Record<string, OwnWays> = {
  "POST /api/v1/appointments": [`${v1}/appointments`, {
    201: ({ bookingBody }) => ({ json: bookingBody({ externalUserId: "u-1" }) }),
    400: json({}),
    402: ({ bookingBody, setBalance }) => {
      setBalance(0);
      return { json: bookingBody() };
    },
    404: ({ bookingBody }) => ({ json: bookingBody({ departmentId: 99 }) }),
    413: json({ name: big }),
  }],
  "GET /api/v1/appointments": [`${v1}/appointments`, {
    200: at(`${v1}/appointments`),
    400: at(`${v1}/appointments?startDate=x`),
  }],
  "GET /api/v1/appointments/{id}": [`${v1}/appointments/1`, {
    200: at(`${v1}/appointments/1?include=contact,metadata`),
    400: at(`${v1}/appointments/1?include=note`),
    404: at(`${v1}/appointments/9`),
  }],
  "GET /api/v1/appointments/{id}/calendar.ics": [`${v1}/appointments/1/calendar.ics`, {
    200: at(`${v1}/appointments/1/calendar.ics`),
    404: at(`${v1}/appointments/9/calendar.ics`),
  }],
  "PATCH /api/v1/appointments/{id}": [`${v1}/appointments/1`, {
    200: at(`${v1}/appointments/1?include=contact,metadata`, {
      json: { phone: "1", email: "ada@example.org", locale: "de", metadata: { a: "b" } },
    }),
    400: json({ email: "ada" }),
    404: at(`${v1}/appointments/9`, { json: {} }),
    409: ({ ports }) => {
      Object.assign(ports.memory.appointments[0]!, { archivedAt: ports.now() });
      return { json: { email: "ada@example.org" } };
    },
    413: json({ name: big }),
  }],
  "DELETE /api/v1/appointments/{id}": [`${v1}/appointments/1`, {
    200: at(`${v1}/appointments/1`),
    400: at(`${v1}/appointments/1?reason=`),
    404: at(`${v1}/appointments/9`),
  }],
  "GET /api/v1/departments": [`${v1}/departments`, { 200: at(`${v1}/departments`) }],
  "GET /api/v1/departments/{id}": [`${v1}/departments/1`, {
    200: at(`${v1}/departments/1`),
    404: at(`${v1}/departments/9`),
  }],
  "GET /api/v1/departments/{id}/availability": [`${v1}/departments/1/availability`, {
    200: at(`${v1}/departments/1/availability${when}`),
    400: at(`${v1}/departments/1/availability`),
    404: at(`${v1}/departments/9/availability${when}`),
  }],
  "POST /api/v1/appointments/{id}/reschedule": [`${v1}/appointments/1/reschedule`, {
    200: json({ dateTime: "2026-03-06T09:00" }),
    400: json({}),
    404: at(`${v1}/appointments/9/reschedule`, { json: { dateTime: "2026-03-06T09:00" } }),
    409: ({ ports }) => {
      Object.assign(ports.memory.appointments[0]!, { archivedAt: ports.now() });
      return { json: { dateTime: "2026-03-06T09:00" } };
    },
    413: json({ name: big }),
  }],
  "POST /api/v1/holds": [`${v1}/holds`, {
    201: json({ departmentId: 1, dateTime: "2026-03-05T14:30", seconds: 60 }),
    400: json({}),
    404: json({ departmentId: 99, dateTime: "2026-03-05T14:30" }),
    409: async ({ hold }) => {
      // A tenth of the 96 places of the day.
      for (let hour = 0; hour < 9; hour += 1) await hold({ dateTime: `2026-03-05T0${hour}:00` });
      return { json: { departmentId: 1, dateTime: "2026-03-05T14:30" } };
    },
    413: json({ name: big }),
  }],
  "GET /api/v1/holds/{id}": [`${v1}/holds/1`, {
    200: async ({ hold }) => void await hold(),
    404: at(`${v1}/holds/9`),
  }],
  "DELETE /api/v1/holds/{id}": [`${v1}/holds/1`, {
    204: async ({ hold }) => void await hold(),
    404: at(`${v1}/holds/9`),
  }],
  "POST /api/v1/waitlist": [`${v1}/waitlist`, {
    201: json(waits),
    400: json({}),
    404: json({ ...waits, departmentId: 99 }),
    409: async ({ join, ports: { memory } }) => {
      await join();
      for (let id = 2; id <= 1000; id += 1) memory.waitlist.push({ ...memory.waitlist[0]!, id });
      return { json: waits };
    },
    413: json({ name: big }),
  }],
  "GET /api/v1/waitlist": [`${v1}/waitlist`, {
    200: at(`${v1}/waitlist`),
    400: at(`${v1}/waitlist?state=x`),
  }],
  "GET /api/v1/waitlist/{id}": [`${v1}/waitlist/1`, {
    200: async ({ join }) => void await join(),
    404: at(`${v1}/waitlist/9`),
  }],
  "DELETE /api/v1/waitlist/{id}": [`${v1}/waitlist/1`, {
    204: async ({ join }) => void await join(),
    404: at(`${v1}/waitlist/9`),
  }],
  "GET /api/v1/departments/{id}/slots": [`${v1}/departments/1/slots${range}`, {
    200: () => {},
    304: () => ({ headers: { "If-None-Match": "*" } }),
    400: at(`${v1}/departments/1/slots`),
    404: at(`${v1}/departments/9/slots${range}`),
  }],
  "GET /api/v1/slots": [`${v1}/slots?departmentIds=1`, {
    200: () => {},
    400: at(`${v1}/slots`),
    404: at(`${v1}/slots?departmentIds=9`),
  }],
  "GET /api/v1/departments/{id}/workers": [`${v1}/departments/1/workers`, {
    200: () => {},
    404: at(`${v1}/departments/9/workers`),
  }],
  "GET /api/v1/visits/{id}": [`${v1}/visits/1`, {
    200: async ({ arrive }) => void await arrive(),
    404: at(`${v1}/visits/9`),
  }],
  "GET /api/v1/appointments/{id}/visits": [`${v1}/appointments/1/visits`, {
    200: at(`${v1}/appointments/1/visits`),
    404: at(`${v1}/appointments/9/visits`),
  }],
  "GET /api/v1/events": [`${v1}/events`, {
    200: () => {},
    400: at(`${v1}/events?after=x`),
  }],
  "GET /api/v1/key": [`${v1}/key`, { 200: () => {} }],
  ...Object.fromEntries(["complete", "miss", "cancel"].map((act): [string, OwnWays] => {
    const acting = (id: number) => `${v1}/test/appointments/${id}/${act}`;
    const inTest: Way = async ({ book }) => {
      await book({}, { key: "test" });
      return { path: acting(2), key: "test" };
    };
    return [`POST ${v1}/test/appointments/{id}/${act}`, [acting(2), {
      200: inTest,
      404: at(acting(9), { key: "test" }),
      409: async (api) => {
        const sent = await inTest(api);
        Object.assign(api.ports.memory.appointments[1]!, { archivedAt: api.ports.now() });
        return sent;
      },
    }]];
  })),
  "POST /api/staff/session": [`${staff}/session`, {
    200: ({ users: { STAFF: { email, password } } }) => ({ json: { email, password } }),
    400: json({}),
    401: json(credentials),
    403: foreign,
    413: json({ name: big }),
    429: ({ ports }) => {
      ports.signInLimits = {
        attempt: async () => ({ isAllowed: false, retryAfterSeconds: 900 }),
        forgive: async () => {},
        countFailure: async () => 1,
      };
      return { json: credentials };
    },
    500: verifying(() => Promise.reject(new Error("x"))),
    503: verifying(() => Promise.reject(away)),
  }],
  "GET /api/staff/session": [`${staff}/session`, { 200: () => {} }],
  "DELETE /api/staff/session": [`${staff}/session`, {
    204: () => {},
    403: foreign,
    ...withoutBody,
  }],
  "GET /api/staff/api-keys": [`${staff}/api-keys`, { 200: () => {} }],
  "POST /api/staff/api-keys": [`${staff}/api-keys`, {
    201: json(newKey),
    400: json({}),
    409: async (api) => ({ ...await full(500)(api), json: newKey }),
    413: json({ name: big }),
  }],
  "DELETE /api/staff/api-keys/{id}": [`${staff}/api-keys/1`, {
    200: () => {},
    404: at(`${staff}/api-keys/99`),
    ...withoutBody,
  }],
  "POST /api/staff/api-keys/{id}/rotate": [`${staff}/api-keys/1/rotate`, {
    201: () => {},
    404: at(`${staff}/api-keys/99/rotate`),
    409: ({ ports }) => ports.memory.apiKeys.forEach((key) => key.revoke(ports.now())),
    ...withoutBody,
  }],
  "GET /api/staff/api-usage/stats": [`${staff}/api-usage/stats`, {
    200: () => {},
    400: at(`${staff}/api-usage/stats?period=year`),
  }],
  "GET /api/staff/api-usage/logs": [`${staff}/api-usage/logs`, {
    200: () => {},
    400: at(`${staff}/api-usage/logs?startDate=x`),
  }],
  "GET /api/staff/api-usage/export/csv": [`${staff}/api-usage/export/csv${days}`, {
    200: () => {},
    400: at(`${staff}/api-usage/export/csv`),
  }],
  "GET /api/staff/appointments/export/csv": [`${staff}/appointments/export/csv`, {
    200: () => {},
    400: at(`${staff}/appointments/export/csv?status=x`),
  }],
  "GET /api/staff/webhooks": [`${staff}/webhooks`, { 200: () => {} }],
  "POST /api/staff/webhooks": [`${staff}/webhooks`, {
    201: json(newWebhook),
    400: json({}),
    409: async (api) => ({ ...await full(100)(api), json: newWebhook }),
    413: json({ url: big }),
  }],
  "PATCH /api/staff/webhooks/{id}": [`${staff}/webhooks/1`, {
    200: json({ isActive: false }),
    400: json({ isActive: "no" }),
    404: at(`${staff}/webhooks/9`, { json: {} }),
    413: json({ url: big }),
  }],
  "DELETE /api/staff/webhooks/{id}": [`${staff}/webhooks/1`, {
    204: () => {},
    404: at(`${staff}/webhooks/9`),
    ...withoutBody,
  }],
  "POST /api/staff/webhooks/{id}/test": [`${staff}/webhooks/1/test`, {
    200: () => {},
    404: at(`${staff}/webhooks/9/test`),
    ...withoutBody,
  }],
  "GET /api/staff/webhooks/{id}/logs": [`${staff}/webhooks/1/logs`, {
    200: () => {},
    400: at(`${staff}/webhooks/1/logs?size=0`),
    404: at(`${staff}/webhooks/9/logs`),
  }],
  "POST /api/staff/webhooks/logs/{id}/retry": [`${staff}/webhooks/logs/1/retry`, {
    202: () => {},
    404: at(`${staff}/webhooks/logs/99/retry`),
    409: ({ ports }) => {
      ports.memory.webhookAttempts[0]!.status = "DELIVERED";
    },
    ...withoutBody,
  }],
};

const { paths } = createOpenApiDocument() as unknown as {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
};
const documented = Object.entries(paths).flatMap(([path, byMethod]) =>
  Object.entries(byMethod).flatMap(([method, { responses }]) =>
    Object.keys(responses).map((status) =>
      [`${method.toUpperCase()} ${path}`, Number(status)] as const
    )
  )
);
const waysTo = (route: string): Record<number, Way> => {
  const isPublic = route.includes(v1);
  const { 403: forbidden, ...common } = commonWays[isPublic ? "public" : "staff"];
  const hasRole = isPublic || !route.endsWith("/session");
  return { ...common, ...(hasRole && { 403: forbidden! }), ...ownWays[route]![1] };
};

describe("every documented status is returned as described", () => {
  test.each(documented)("%s: %i", async (route, status) => {
    const api = await openStaffApi();
    await api.book();
    const { cookie } = await api.signedInAs("ADMIN");
    const { path = ownWays[route]![0], headers, ...sent } = await waysTo(route)[status]!(api) ?? {};
    // `send` throws if the response differs from the document.
    const [method] = route.split(" ") as [string];
    const response = await api.send(method, path, {
      ...sent,
      headers: { Cookie: cookie, ...headers },
    });
    expect(response.status).toBe(status);
  });

  test("and no status is tested that is not documented", () => {
    const tested = Object.keys(ownWays).flatMap((route) =>
      Object.keys(waysTo(route)).map((status) => `${route} ${status}`)
    );
    expect(tested.sort()).toEqual(documented.map((one) => one.join(" ")).sort());
  });
});
