import { createApplication, type LimitState } from "../../core/mod.ts";
import {
  createOpenApiDocument,
  createRestHandler,
  type RestHandlerOptions,
} from "../../rest-adapter/mod.ts";
import { scopeKey } from "../support/in_memory/rows.ts";
import { createInMemoryPorts } from "../support/in_memory/ports.ts";
import { seedOrganization } from "../support/in_memory/seed_organization.ts";
import { staffOf } from "../support/staff_callers.ts";
import { createResponseCheck } from "../support/openapi_check.ts";
import { unsignedTokens } from "../support/unsigned_tokens.ts";

const start = Temporal.Instant.from("2026-03-01T08:00:00Z");
const checkResponse = createResponseCheck(createOpenApiDocument());

/** What a call sends. `key` names a seeded key; null sends no key. `json` becomes the body. */
export interface CallOptions {
  key?: "full" | "reader" | "writer" | "test" | null;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream;
  /** The address of the caller. */
  ipAddress?: string;
}

/**
 * Opens the whole adapter in this process over memory. Its organization is in Europe/Oslo and has two departments: the
 * first without restrictions, the second booked by worker. Every answer is checked against the OpenAPI document.
 */
export async function openApi(options: Partial<RestHandlerOptions> = {}) {
  const defects: { error: unknown; about: object }[] = [];
  let at = start;
  const now = () => at;
  const ports = createInMemoryPorts({ now, staffLimits: limitsAt({ limit: 1200 }) });
  const entries = ports.memory.usageEntries;
  const application = createApplication(ports);
  const { organizationId, departments, keys } = await seedOrganization(application, {
    organization: { timeZone: "Europe/Oslo" },
    departments: [
      { name: "Dental Care", slotCapacity: 2 },
      { name: "Physiotherapy", showAdminsInBooking: true, workers: ["Grace", "Edsger"] },
    ],
    keys: {
      full: {},
      reader: { scopes: ["READ_APPOINTMENTS"] },
      writer: { scopes: ["WRITE_APPOINTMENTS"] },
      test: { environment: "TEST" },
    },
  });
  const onDefect = (error: unknown, about: object) => defects.push({ error, about });
  const handle = createRestHandler(application, {
    onDefect,
    sessionTokens: unsignedTokens,
    ...options,
  });
  const [dental, byWorker] = departments as [typeof departments[0], typeof departments[0]];

  async function send(method: string, path: string, sent: CallOptions = {}): Promise<Response> {
    const headers = new Headers(sent.headers);
    if (sent.key !== null && !headers.has("X-API-Key")) {
      headers.set("X-API-Key", keys[sent.key ?? "full"].key);
    }
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
    if (sent.json !== undefined && !headers.has("Content-Type")) {
      headers.set("Content-Type", "application/json");
    }
    const url = `http://api.test${path}`;
    // Node requires `duplex` for a stream and ignores it otherwise.
    const init = { method, headers, ...(body !== undefined && { body }), duplex: "half" as const };
    const { ipAddress = "203.0.113.7" } = sent;
    const response = await handle(new Request(url, init), { ipAddress });
    if (path.startsWith("/api/")) await checkResponse(method, url, response);
    return response;
  }

  return {
    application,
    organizationId,
    ports,
    entries,
    defects,
    keys,
    dental,
    byWorker,
    send,
    /** The adapter itself, for answers that must not be read to the end. */
    handle,
    /** Advances the clock. */
    pass: (time: Temporal.DurationLike) => void (at = at.add(time)),
    /** Returns a body that books in the first department. */
    bookingBody: (more: object = {}) => ({
      departmentId: dental.id,
      dateTime: "2026-03-05T14:30:00",
      name: "Ada Lovelace",
      ...more,
    }),
    book: (more: object = {}, sent: CallOptions = {}) =>
      send("POST", "/api/v1/appointments", {
        json: { departmentId: dental.id, dateTime: "2026-03-05T14:30", name: "Ada", ...more },
        ...sent,
      }),
    hold: (json: object = {}, sent: CallOptions = {}) =>
      send("POST", "/api/v1/holds", {
        json: { departmentId: dental.id, dateTime: "2026-03-05T15:00", ...json },
        ...sent,
      }),
    join: (json: object = {}) =>
      send("POST", "/api/v1/waitlist", {
        json: {
          departmentId: dental.id,
          fromDate: "2026-03-05",
          toDate: "2026-03-06",
          ...json,
        },
      }),
    /** Lets a person come to the office. */
    arrive: (input: object = { departmentId: dental.id }) =>
      application.staff.arrive(staffOf(organizationId, { timeZone: "Europe/Oslo" }), input),
    setBalance: (credits: number) =>
      ports.memory.balances.set(scopeKey({ organizationId, environment: "LIVE" }), credits),
  };
}

/** Makes a limiter for keys or staff that always returns the same state. */
export function limitsAt(
  state: Partial<LimitState>,
): { count(counted: unknown): Promise<LimitState> } {
  const full = { limit: 1000, remaining: 998, resetSeconds: 3412, isAllowed: true, ...state };
  return { count: async () => full };
}

/** Returns the `error` of a refusal. */
export async function errorOf(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; message: string; details?: { field: string; message: string }[] };
  };
  return error;
}

/** Returns the status, code and invalid fields of a refusal. */
export async function refusalOf(response: Response) {
  const { code, details } = await errorOf(response);
  const fields = details?.map(({ field }) => field);
  return { status: response.status, code, ...(fields && { fields }) };
}
