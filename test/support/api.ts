import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment, Scope } from "../../core/mod.ts";
import { freshDatabase } from "./fresh_database.ts";
import { createResponseCheck, type ResponseCheck } from "./openapi_check.ts";
import { type RunningService, startService } from "./running_service.ts";
import { openService, seedOrganization, type TestService } from "./seeded.ts";

/** An answer as a caller sees it. */
export interface Answer {
  status: number;
  headers: Headers;
  /** Undefined if there is no body or it is not JSON. */
  // Tests read answers of every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  text: string;
}

/** What a call sends. `key: null` sends no key. */
export interface Call {
  key?: string | null;
  /** A string is sent unchanged, any other value as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** The index of the process that is called. */
  process?: number;
}

/** The service under test: real processes on a real database, called over HTTP alone. */
export interface Api extends AsyncDisposable {
  services: RunningService[];
  /**
   * Starts a process again after it has ended, the first one by default, at the same address. `root` is the folder of
   * another version.
   */
  startAgain(process?: number, root?: string): Promise<void>;
  databaseUrl: string;
  /** The use cases on the same database, for data that callers cannot make. */
  seeding: TestService;
  /** Calls a path and checks the answer against /openapi.json. */
  call(method: string, path: string, call?: Call): Promise<Answer>;
  /** An organization with a department and keys, and calls made with its LIVE key. */
  organization(settings?: Parameters<typeof seedOrganization>[1]): Promise<Tenant>;
}

/** An organization of the service under test. */
export interface Tenant {
  organizationId: number;
  departmentId: number;
  key: string;
  testKey: string;
  newKey(environment?: Environment, scopes?: Scope[]): Promise<string>;
  get(path: string, call?: Call): Promise<Answer>;
  post(body: unknown, call?: Call): Promise<Answer>;
  delete(path: string, call?: Call): Promise<Answer>;
  balance(environment?: Environment): Promise<number>;
}

/** Starts the service in one or more processes that share only the database. */
export async function startApi(
  { processes = 1, environment = {}, through = (url) => url, root, database = freshDatabase }: {
    processes?: number;
    /** The folder of another version, for all processes. */
    root?: string | undefined;
    /** Makes the database; a migrated one by default. */
    database?: (() => Promise<string>) | undefined;
    /** Further variables of the service. */
    environment?: Record<string, string>;
    /** Replaces the URL by which the service reaches the database. */
    through?: (databaseUrl: string) => string | Promise<string>;
  } = {},
): Promise<Api> {
  const databaseUrl = await database();
  const serviceUrl = await through(databaseUrl);
  const dataDir = await mkdtemp(join(tmpdir(), "appointments-api-"));
  const start = (more: Record<string, string> = {}, from = root) =>
    startService(serviceUrl, { DATA_DIR: dataDir, ...environment, ...more }, from);
  const services = await Promise.all(Array.from({ length: processes }, () => start()));
  const seeding = await openService(databaseUrl, { poolSize: 2 });
  const document = await fetch(`${services[0]!.url}/openapi.json`);
  const check = createResponseCheck(await document.json() as object);
  const call: Api["call"] = (method, path, options = {}) =>
    send(check, `${services[options.process ?? 0]!.url}${path}`, { ...options, method });
  return {
    services,
    async startAgain(process = 0, from = root) {
      services[process] = await start({ PORT: new URL(services[process]!.url).port }, from);
    },
    databaseUrl,
    seeding,
    call,
    organization: async (settings) => tenantOf({ call, seeding }, await seed(seeding, settings)),
    async [Symbol.asyncDispose]() {
      await Promise.all(services.map((service) => service.stop()));
      await seeding[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function send(
  check: ResponseCheck,
  url: string,
  { method, key, body, headers }: Call & { method: string },
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(key !== undefined && key !== null && { "X-API-Key": key }),
      ...(body !== undefined && { "Content-Type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  await check(method, url, response);
  const text = await response.text();
  const isJson = response.headers.get("Content-Type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== "" ? JSON.parse(text) : undefined,
    text,
  };
}

async function seed(seeding: TestService, settings: Parameters<typeof seedOrganization>[1]) {
  const { application } = seeding;
  const seeded = await seedOrganization(seeding, settings);
  const newKey = async (
    environment: Environment = "LIVE",
    scopes: Scope[] = ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
  ) => {
    const input = { name: randomUUID(), environment, scopes, rateLimitPerHour: 1_000_000 };
    return (await application.createApiKey(seeded.organizationId, input)).key;
  };
  return { ...seeded, newKey, key: await newKey(), testKey: await newKey("TEST") };
}

function tenantOf(
  { call, seeding }: Pick<Api, "call" | "seeding">,
  seeded: Awaited<ReturnType<typeof seed>>,
): Tenant {
  const withKey = (options: Call = {}) => ({ key: seeded.key, ...options });
  return {
    ...seeded,
    get: (path, options) => call("GET", `/api/v1${path}`, withKey(options)),
    post: (body, options) => call("POST", "/api/v1/appointments", withKey({ body, ...options })),
    delete: (path, options) => call("DELETE", `/api/v1${path}`, withKey(options)),
    balance: async (environment = "LIVE") =>
      (await seeding.application.getBalances(seeded.organizationId))[environment],
  };
}
