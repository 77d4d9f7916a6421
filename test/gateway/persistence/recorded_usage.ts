import fc from "fast-check";
import type { Pool } from "pg";
import type { ReadUsageEntry, UsageEntry } from "../../../core/mod.ts";
import { Connections } from "../../../gateway/persistence/database/connections.ts";
import { BufferedUsageLog } from "../../../gateway/persistence/usage/usage_log.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization, type TestService } from "../../support/seeded.ts";

/** A database in which calls are recorded as the service records them. */
export interface UsageDatabase extends AsyncDisposable {
  url: string;
  pool: Pool;
  service: TestService;
  /** An organization with two LIVE keys and a TEST key. */
  tenant(timeZone?: string): Promise<UsageTenant>;
  /** Writes entries through the real log; they are there when it resolves. */
  record(entries: readonly UsageEntry[]): Promise<void>;
  /** What the log holds of an organization, newest first, read past the service. */
  rowsOf(organizationId: number): Promise<LoggedCall[]>;
}

export interface UsageTenant {
  organizationId: number;
  departmentId: number;
  timeZone: string;
  keys: { id: number; environment: "LIVE" | "TEST" }[];
}

/** An entry with all that one may search it by. */
export interface LoggedCall extends ReadUsageEntry {
  timestamp: Temporal.Instant;
  apiKeyId: number;
  routeTemplate: string;
}

/** Opens a database of its own. */
export async function openUsageDatabase(): Promise<UsageDatabase> {
  const url = await freshDatabase();
  const service = await openService(url);
  const pool = new Connections(url).openPool({ applicationName: "test", max: 6 });
  return {
    url,
    pool,
    service,
    tenant: (timeZone = "UTC") => seedTenant(service, timeZone),
    async record(entries) {
      const log = new BufferedUsageLog(pool);
      for (const entry of entries) log.record(entry);
      await log.close();
    },
    rowsOf: (organizationId) => rowsOf(pool, organizationId),
    async [Symbol.asyncDispose]() {
      await pool.end();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function seedTenant(service: TestService, timeZone: string): Promise<UsageTenant> {
  const seeded = await seedOrganization(service, { timeZone, slotCapacity: 10_000 });
  const keys: UsageTenant["keys"] = [];
  for (const [name, environment] of [["web", "LIVE"], ["app", "LIVE"], ["dev", "TEST"]] as const) {
    const wanted = { name, environment, scopes: ["READ_APPOINTMENTS"] };
    const apiKey = await service.application.createApiKey(seeded.organizationId, wanted);
    keys.push({ id: apiKey.id, environment });
  }
  return { ...seeded, keys };
}

async function rowsOf(pool: Pool, organizationId: number): Promise<LoggedCall[]> {
  const { rows } = await pool.query(
    `select e.*, k.name from usage_entries e join api_keys k on k.id = api_key_id
      where e.organization_id = $1`,
    [organizationId],
  );
  return rows.map((row): LoggedCall => ({
    id: Number(row.id),
    apiKeyName: row.name,
    endpoint: row.endpoint,
    method: row.method,
    statusCode: row.status_code,
    creditsConsumed: row.credits_consumed,
    responseTimeMs: row.response_time_ms,
    timestampMs: row.timestamp.getTime(),
    timestamp: Temporal.Instant.fromEpochMilliseconds(row.timestamp.getTime()),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    requestId: row.request_id,
    error: row.error,
    apiKeyId: row.api_key_id,
    routeTemplate: row.route_template,
  })).sort((a, b) => b.timestampMs - a.timestampMs || b.id - a.id);
}

const route = fc.oneof(
  fc.constantFrom(
    { routeTemplate: "POST /api/v1/appointments", endpoint: "/api/v1/appointments" },
    { routeTemplate: "GET /api/v1/appointments", endpoint: "/api/v1/appointments" },
    { routeTemplate: "GET /api/v1/departments", endpoint: "/api/v1/departments" },
  ),
  fc.record({
    routeTemplate: fc.constantFrom(
      "GET /api/v1/appointments/{id}",
      "DELETE /api/v1/appointments/{id}",
    ),
    endpoint: fc.integer({ min: 1, max: 4 }).map((id) => `/api/v1/appointments/${id}`),
  }),
);

/** A call before it is known whose it is. */
export interface Call extends
  Pick<
    UsageEntry,
    | "timestamp"
    | "routeTemplate"
    | "endpoint"
    | "statusCode"
    | "creditsConsumed"
    | "responseTimeMs"
  > {
  /** The place of the key among the tenant's. */
  key: number;
}

/** Calls at any of some times. */
export function callsAt(timestamp: fc.Arbitrary<Temporal.Instant>): fc.Arbitrary<Call> {
  return fc.record({
    key: fc.nat(2),
    route,
    timestamp,
    statusCode: fc.constantFrom(200, 200, 200, 201, 399, 400, 404, 503),
    creditsConsumed: fc.constantFrom(0, 0, 1),
    responseTimeMs: fc.oneof(
      fc.integer({ min: 0, max: 70 }),
      fc.integer({ min: 0, max: 600 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    ),
  }).map(({ route, ...call }) => Object.assign(call, route));
}

/** Calls as entries of a tenant's log. */
export function entriesOf(
  { organizationId, keys }: UsageTenant,
  calls: readonly Call[],
): UsageEntry[] {
  return calls.map(({ key, ...call }) => {
    const { id: apiKeyId, environment } = keys[key]!;
    const method = call.routeTemplate.split(" ")[0]!;
    const caller = { ipAddress: "192.0.2.1", userAgent: "test" };
    return Object.assign(call, { organizationId, apiKeyId, environment, method, ...caller });
  });
}

/** Times around an instant: within the hours next to it, on quarters of an hour, and over weeks. */
export function timesAround(instant: string): fc.Arbitrary<Temporal.Instant> {
  const center = Date.parse(instant);
  const minuteMs = 60_000;
  const within = (minutes: number) =>
    fc.integer({ min: -minutes * minuteMs, max: minutes * minuteMs });
  const onQuarters = fc.tuple(
    fc.integer({ min: -4 * 24 * 9, max: 4 * 24 * 9 }),
    fc.constantFrom(-1, 0, 1),
  ).map(([quarters, ms]) => quarters * 15 * minuteMs + ms);
  return fc.oneof(within(180), onQuarters, within(60 * 24 * 3), within(60 * 24 * 33))
    .map((ms) => Temporal.Instant.fromEpochMilliseconds(center + ms));
}
