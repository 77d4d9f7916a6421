/** The ids that paths and bodies name. */
export interface Ids {
  appointmentId: number;
  departmentId: number;
  holdId: number;
  /** Of the waiting list. */
  entryId: number;
  visitId: number;
  apiKeyId: number;
  webhookId: number;
  /** A FAILED delivery that can be retried. */
  logId: number;
}

/** An endpoint with a call that succeeds, made with every scope or in the session of an ADMIN. */
export interface Endpoint {
  method: string;
  /** With the names of ids in braces: `/api/v1/appointments/{appointmentId}`. */
  path: string;
  /** May name an id too, if the path names none. */
  query?: string;
  /** The JSON of the call. Endpoints without it need no body. */
  json?: (ids: Ids) => object;
  status: number;
  /** The code of the answer to an unknown id in the path. */
  unknown?: string;
}

/** An endpoint of the public API with the scopes any of which opens it. */
export interface PublicEndpoint extends Endpoint {
  scopes: readonly ("READ_APPOINTMENTS" | "WRITE_APPOINTMENTS")[];
}

/** An endpoint of the staff API with the lowest role that may call it. */
export interface StaffEndpoint extends Endpoint {
  role: "STAFF" | "ADMIN";
}

const read = ["READ_APPOINTMENTS"] as const;
const write = ["WRITE_APPOINTMENTS"] as const;
const any = [...read, ...write];
const appointment = { path: "/appointments/{appointmentId}", unknown: "APPOINTMENT_NOT_FOUND" };
const department = { path: "/departments/{departmentId}", unknown: "DEPARTMENT_NOT_FOUND" };
const hold = { path: "/holds/{holdId}", unknown: "HOLD_NOT_FOUND" };
const entry = { path: "/waitlist/{entryId}", unknown: "WAITLIST_ENTRY_NOT_FOUND" };
const booking = ({ departmentId }: Ids) => ({
  departmentId,
  dateTime: "2038-03-02T10:00",
  name: "Ada",
});

/** Every endpoint of the public API that the interface names. */
export const interfaceEndpoints: readonly PublicEndpoint[] = [
  { method: "POST", path: "/appointments", json: booking, status: 201, scopes: write },
  { method: "GET", path: "/appointments", status: 200, scopes: read },
  { method: "GET", ...appointment, status: 200, scopes: read },
  { method: "DELETE", ...appointment, status: 200, scopes: write },
  { method: "GET", path: "/departments", status: 200, scopes: any },
  { method: "GET", ...department, status: 200, scopes: any },
  {
    ...department,
    method: "GET",
    path: `${department.path}/availability`,
    query: "?dateTime=2038-03-02T10:00",
    status: 200,
    scopes: any,
  },
].map((one) => Object.assign(one, { path: `/api/v1${one.path}` }));

/** The endpoints of the public API beyond the interface. */
const extensionEndpoints: readonly PublicEndpoint[] = [
  {
    ...department,
    method: "GET",
    path: `${department.path}/slots`,
    query: "?startDate=2038-03-02&endDate=2038-03-03",
    status: 200,
    scopes: any,
  },
  {
    method: "GET",
    path: "/slots",
    query: "?departmentIds={departmentId}",
    status: 200,
    scopes: any,
  },
  { ...department, method: "GET", path: `${department.path}/workers`, status: 200, scopes: any },
  {
    ...appointment,
    method: "POST",
    path: `${appointment.path}/reschedule`,
    json: () => ({ dateTime: "2038-03-02T11:00" }),
    status: 200,
    scopes: write,
  },
  {
    ...appointment,
    method: "GET",
    path: `${appointment.path}/calendar.ics`,
    status: 200,
    scopes: read,
  },
  {
    ...appointment,
    method: "PATCH",
    json: () => ({ email: "ada@example.org" }),
    status: 200,
    scopes: write,
  },
  {
    method: "POST",
    path: "/holds",
    json: ({ departmentId }: Ids) => ({ departmentId, dateTime: "2038-03-02T10:00" }),
    status: 201,
    scopes: write,
  },
  { ...hold, method: "GET", status: 200, scopes: read },
  { ...hold, method: "DELETE", status: 204, scopes: write },
  {
    method: "POST",
    path: "/waitlist",
    json: ({ departmentId }: Ids) => ({
      departmentId,
      fromDate: "2038-03-02",
      toDate: "2038-03-03",
    }),
    status: 201,
    scopes: write,
  },
  { method: "GET", path: "/waitlist", status: 200, scopes: read },
  { ...entry, method: "GET", status: 200, scopes: read },
  { ...entry, method: "DELETE", status: 204, scopes: write },
  { ...appointment, method: "GET", path: `${appointment.path}/visits`, status: 200, scopes: read },
  {
    method: "GET",
    path: "/visits/{visitId}",
    unknown: "VISIT_NOT_FOUND",
    status: 200,
    scopes: read,
  },
  { method: "GET", path: "/events", status: 200, scopes: read },
  { method: "GET", path: "/key", status: 200, scopes: any },
].map((one) => Object.assign(one, { path: `/api/v1${one.path}` }));

/** The endpoints that only a TEST key may call. */
export const testEndpoints: readonly PublicEndpoint[] = ["complete", "miss", "cancel"].map((
  act,
) => ({
  unknown: appointment.unknown,
  method: "POST",
  path: `/api/v1/test${appointment.path}/${act}`,
  status: 200,
  scopes: write,
}));

/** Every endpoint of the public API that keys of both environments may call. */
export const publicEndpoints: readonly PublicEndpoint[] = [
  ...interfaceEndpoints,
  ...extensionEndpoints,
];

const newKey = { name: "Kiosk", environment: "LIVE", scopes: ["READ_APPOINTMENTS"] };
const newWebhook = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };
const apiKey = { path: "/api-keys/{apiKeyId}", unknown: "API_KEY_NOT_FOUND" };
const webhook = { path: "/webhooks/{webhookId}", unknown: "WEBHOOK_NOT_FOUND" };
const days = "?startDate=2026-03-01&endDate=2026-03-01";

const adminEndpoints: Endpoint[] = [
  { method: "GET", path: "/api-keys", status: 200 },
  { method: "POST", path: "/api-keys", json: () => newKey, status: 201 },
  { method: "DELETE", ...apiKey, status: 200 },
  { ...apiKey, method: "POST", path: `${apiKey.path}/rotate`, status: 201 },
  { method: "GET", path: "/webhooks", status: 200 },
  { method: "POST", path: "/webhooks", json: () => newWebhook, status: 201 },
  { method: "PATCH", ...webhook, json: () => ({ isActive: true }), status: 200 },
  { method: "DELETE", ...webhook, status: 204 },
  { ...webhook, method: "POST", path: `${webhook.path}/test`, status: 200 },
  { ...webhook, method: "GET", path: `${webhook.path}/logs`, status: 200 },
  {
    method: "POST",
    path: "/webhooks/logs/{logId}/retry",
    unknown: "WEBHOOK_LOG_NOT_FOUND",
    status: 202,
  },
  { method: "GET", path: "/api-usage/stats", status: 200 },
  { method: "GET", path: "/api-usage/logs", status: 200 },
  { method: "GET", path: "/api-usage/export/csv", query: days, status: 200 },
  { method: "GET", path: "/appointments/export/csv", status: 200 },
];

/** Every endpoint of the staff API that needs a session. */
export const staffEndpoints: readonly StaffEndpoint[] = [
  { method: "GET", path: "/session", status: 200, role: "STAFF" as const },
  { method: "DELETE", path: "/session", status: 204, role: "STAFF" as const },
  ...adminEndpoints.map((one) => Object.assign(one, { role: "ADMIN" as const })),
].map((one) => Object.assign(one, { path: `/api/staff${one.path}` }));

/** Signing in, the one endpoint of the staff API that needs no session. */
export const signInEndpoint = { method: "POST", path: "/api/staff/session" };

/** Returns the path of a call with these ids, and with the query unless `id` replaces the id. */
export function pathOf({ path, query = "" }: Endpoint, ids: Ids, id?: string | number): string {
  const whole = path + query;
  return whole.replace(/\{(\w+)\}/, (_, name) => String(id ?? ids[name as keyof Ids]));
}

/** Returns an endpoint in the words of test names: `GET /api/v1/appointments/{appointmentId}`. */
export function nameOf({ method, path }: Pick<Endpoint, "method" | "path">): string {
  return `${method} ${path}`;
}
