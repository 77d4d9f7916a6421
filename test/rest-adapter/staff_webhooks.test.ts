import { describe, expect, test } from "vitest";
import {
  createApplication,
  DomainError,
  type LimitState,
  type Ports,
  type StaffUser,
} from "../../core/mod.ts";
import { createOpenApiDocument, createRestHandler } from "../../rest-adapter/mod.ts";
import { createInMemoryPorts } from "../support/in_memory_ports.ts";
import { keepEvents } from "../support/in_memory_webhooks.ts";
import { createResponseCheck } from "../support/openapi_check.ts";
import { unsignedTokens } from "../support/unsigned_tokens.ts";
import { refusalOf } from "./support.ts";

const document = JSON.parse(JSON.stringify(createOpenApiDocument())) as {
  paths: Record<
    string,
    Record<
      string,
      { responses: Record<string, object>; security: object[]; requestBody?: RequestBody }
    >
  >;
};
interface RequestBody {
  content: { "application/json": { example: unknown } };
}
const checkResponse = createResponseCheck(document);
const now = () => Temporal.Instant.from("2026-03-01T08:00:00Z");
const password = "a long enough password";
const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };

/** What a call sends; `cookie: null` sends no cookie. */
interface CallOptions {
  cookie?: string | null;
  headers?: Record<string, string>;
  json?: unknown;
  body?: string;
}

/**
 * Opens the adapter over memory, in Oslo. An owner is signed in. Webhook 1 has a FAILED delivery (entry 1) and a
 * PENDING delivery (entry 2). Every answer is checked against the OpenAPI document.
 */
async function openStaffApi(options: Partial<Ports> = {}) {
  const full = { limit: 1200, remaining: 1190, resetSeconds: 40, isAllowed: true };
  const staffLimits = { count: async (): Promise<LimitState> => full };
  const ports = Object.assign(createInMemoryPorts({ now }), { staffLimits }, options);
  const application = createApplication(ports);
  const defects: unknown[] = [];
  const handle = createRestHandler(application, {
    sessionTokens: unsignedTokens,
    onDefect: (error) => defects.push(error),
  });

  async function send(method: string, path: string, sent: CallOptions = {}): Promise<Response> {
    const { cookie = owner.cookie, json, body = json && JSON.stringify(json) } = sent;
    const headers = new Headers(sent.headers);
    if (cookie !== null) headers.set("Cookie", cookie);
    if (json !== undefined) headers.set("Content-Type", "application/json");
    const url = `http://api.test${path}`;
    const init = { method, headers, ...(body !== undefined && { body: body as string }) };
    const response = await handle(new Request(url, init), { ipAddress: "203.0.113.7" });
    await checkResponse(method, url, response);
    return response;
  }

  /** Signs in the staff user with an e-mail address. */
  async function signIn(email: string): Promise<string> {
    const json = { email, password };
    const response = await send("POST", "/api/staff/session", { cookie: null, json });
    return response.headers.get("Set-Cookie")!.split(";")[0]!;
  }

  async function newOrganization(name: string) {
    const email = `owner@${name}.example`;
    const { organization } = await application.createOrganization({
      name,
      timeZone: "Europe/Oslo",
      ownerEmail: email,
      ownerPassword: password,
    });
    return { organizationId: organization.id, cookie: await signIn(email) };
  }

  async function newUser(role: StaffUser["role"]): Promise<string> {
    const email = `${role.toLowerCase()}@one.example`;
    await application.createStaffUser(owner.organizationId, { email, name: role, role, password });
    return await signIn(email);
  }

  const owner = { organizationId: 0, cookie: "" };
  Object.assign(owner, await newOrganization("one"));
  await send("POST", "/api/staff/webhooks", { json: input });
  for (const n of [1, 2]) {
    const event = {
      id: crypto.randomUUID(),
      type: "appointment.created" as const,
      appointmentId: n,
      createdAt: now(),
      body: `{"n":${n}}`,
      webhookIds: [1],
    };
    keepEvents(ports.memory, { organizationId: 1, environment: "LIVE" }, [event]);
  }
  ports.memory.webhookAttempts[0]!.status = "FAILED";
  return { ports, application, send, newOrganization, newUser, defects, memory: ports.memory };
}

type StaffApi = Awaited<ReturnType<typeof openStaffApi>>;

const webhooks = "/api/staff/webhooks";
const routes = Object.entries(document.paths)
  .filter(([path]) => path.startsWith(webhooks))
  .flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => ({
      route: `${method.toUpperCase()} ${path}`,
      statuses: Object.keys(operation.responses).map(Number),
      operation,
    }))
  );

type Way = (api: StaffApi) => CallOptions | void | Promise<CallOptions | void>;

const large = { body: `{"url":"${"x".repeat(70_000)}"}` };
const asJson = { headers: { "Content-Type": "application/json" } };
const asText = { headers: { "Content-Type": "text/plain" }, body: "text" };

// Every endpoint can be made to return these statuses in the same way.
const commonWays: Record<number, Way> = {
  401: () => ({ cookie: null }),
  403: async ({ newUser }) => ({ cookie: await newUser("STAFF") }),
  429: ({ ports }) => {
    const state = { limit: 1200, remaining: 0, resetSeconds: 40, isAllowed: false };
    ports.staffLimits = { count: async () => state };
  },
  500: ({ ports }) => void (ports.staffLimits = { count: () => Promise.reject(new Error("x")) }),
  503: ({ ports }) =>
    void (ports.staffLimits = {
      count: () => Promise.reject(new DomainError("SERVICE_UNAVAILABLE", "Try again shortly")),
    }),
};

// The call that returns each other status in the document.
const ownWays: Record<string, Record<number, [path: string, way?: Way]>> = {
  [`GET ${webhooks}`]: { 200: [webhooks] },
  [`POST ${webhooks}`]: {
    201: [webhooks, () => ({ json: input })],
    400: [webhooks, () => ({ json: {} })],
    409: [webhooks, ({ ports }) => {
      ports.organizations.count = async () => 100;
      return { json: input };
    }],
    413: [webhooks, () => ({ ...asJson, ...large })],
  },
  [`PATCH ${webhooks}/{id}`]: {
    200: [`${webhooks}/1`, () => ({ json: { isActive: false } })],
    400: [`${webhooks}/1`, () => ({ json: { isActive: "no" } })],
    404: [`${webhooks}/9`, () => ({ json: {} })],
    413: [`${webhooks}/1`, () => ({ ...asJson, ...large })],
  },
  [`DELETE ${webhooks}/{id}`]: {
    204: [`${webhooks}/1`],
    400: [`${webhooks}/1`, () => asText],
    404: [`${webhooks}/9`],
    413: [`${webhooks}/1`, () => large],
  },
  [`POST ${webhooks}/{id}/test`]: {
    200: [`${webhooks}/1/test`],
    400: [`${webhooks}/1/test`, () => asText],
    404: [`${webhooks}/9/test`],
    413: [`${webhooks}/1/test`, () => large],
  },
  [`GET ${webhooks}/{id}/logs`]: {
    200: [`${webhooks}/1/logs`],
    400: [`${webhooks}/1/logs?size=0`],
    404: [`${webhooks}/9/logs`],
  },
  [`POST ${webhooks}/logs/{id}/retry`]: {
    202: [`${webhooks}/logs/1/retry`],
    400: [`${webhooks}/logs/1/retry`, () => asText],
    404: [`${webhooks}/logs/99/retry`],
    409: [`${webhooks}/logs/2/retry`],
    413: [`${webhooks}/logs/1/retry`, () => large],
  },
};

describe("the webhook part of the OpenAPI document", () => {
  test("has the webhook endpoints of the contract, which all need a session", () => {
    expect(routes.map(({ route }) => route).sort()).toEqual(Object.keys(ownWays).sort());
    for (const { operation } of routes) expect(operation.security).toEqual([{ session: [] }]);
  });

  test.each(routes)("$route: every documented status is returned as described", async (named) => {
    const { route, statuses } = named;
    const ways = ownWays[route]!;
    expect(statuses.toSorted()).toEqual(
      [...Object.keys(ways), ...Object.keys(commonWays)].map(Number).sort(),
    );
    for (const status of statuses) {
      const api = await openStaffApi();
      const [path, way = commonWays[status]] = ways[status] ?? [Object.values(ways)[0]![0]];
      const sent = await way?.(api) ?? {};
      // `send` throws if the response differs from the document.
      const response = await api.send(route.split(" ")[0]!, path, sent);
      expect(response.status).toBe(status);
      expect(response.headers.get("Cache-Control")).toBe("no-store");
    }
  });

  test("has examples of bodies that are accepted", async () => {
    const { send } = await openStaffApi();
    for (const [method, path] of [["post", webhooks], ["patch", `${webhooks}/{id}`]] as const) {
      const { requestBody } = document.paths[path]![method]!;
      const json = requestBody!.content["application/json"].example;
      const response = await send(method.toUpperCase(), path.replace("{id}", "1"), { json });
      expect(response.ok).toBe(true);
    }
  });
});

describe("a webhook call that succeeds", () => {
  const shown = {
    id: 1,
    url: input.url,
    events: input.events,
    isActive: true,
    includeTest: false,
    createdAt: "2026-03-01T09:00:00",
    lastTriggeredAt: null,
    healthStatus: "HEALTHY",
  };

  test("returns the secret only with 201", async () => {
    const { send } = await openStaffApi();
    const made = await (await send("POST", webhooks, { json: input })).json();
    const { secret } = made as { secret: string };
    expect(made).toEqual({ ...shown, id: 2, secret: expect.stringMatching(/^whsec_\w{44}$/) });
    const list = await send("GET", webhooks);
    const changed = await send("PATCH", `${webhooks}/2`, { json: {} });
    const log = await send("GET", `${webhooks}/2/logs`);
    for (const answer of [list, changed, log]) expect(await answer.text()).not.toContain(secret);
  });

  test("returns exactly the webhook for a list and a change", async () => {
    const { send } = await openStaffApi();
    expect(await (await send("GET", webhooks)).json()).toEqual([shown]);
    const json = { isActive: false };
    expect(await (await send("PATCH", `${webhooks}/1`, { json })).json())
      .toEqual({ ...shown, isActive: false });
  });

  test("ignores includeTest over REST", async () => {
    const { send } = await openStaffApi();
    const json = { ...input, includeTest: true };
    const made = await (await send("POST", webhooks, { json })).json();
    expect(made).toMatchObject({ includeTest: false });
    const changed = await (await send("PATCH", `${webhooks}/1`, { json })).json();
    expect(changed).toMatchObject({ includeTest: false });
  });

  test("returns the five fields of a test result, never the receiver's body", async () => {
    const { send } = await openStaffApi({
      sendDelivery: async () => ({
        isDelivered: false,
        statusCode: 503,
        responseTimeMs: 81,
        error: "Answered 503",
      }),
    });
    expect(await (await send("POST", `${webhooks}/1/test`)).json()).toEqual({
      success: false,
      statusCode: 503,
      responseTimeMs: 81,
      error: "Answered 503",
      deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  test("returns the log in the general page shape, newest first", async () => {
    const { send, memory } = await openStaffApi();
    const [first, second] = memory.webhookAttempts;
    const entry = {
      id: 2,
      webhookId: 1,
      eventId: second!.eventId,
      deliveryId: second!.deliveryId,
      eventType: "appointment.created",
      attempt: 1,
      status: "PENDING",
      statusCode: null,
      responseTimeMs: null,
      error: null,
      createdAt: "2026-03-01T09:00:00",
      nextRetryAt: null,
    };
    expect(await (await send("GET", `${webhooks}/1/logs?size=1`)).json()).toEqual({
      content: [entry],
      pageable: { pageNumber: 0, pageSize: 1, offset: 0 },
      totalElements: 2,
      totalPages: 2,
      last: false,
      first: true,
      numberOfElements: 1,
    });
    const rest = await send("GET", `${webhooks}/1/logs?size=1&page=1&sort=id,desc`);
    expect(await rest.json()).toMatchObject({
      content: [{ id: first!.id }],
      pageable: { pageNumber: 1, pageSize: 1, offset: 1 },
      last: true,
      first: false,
    });
    const failed = await (await send("GET", `${webhooks}/1/logs?status=FAILED`)).json();
    expect(failed).toMatchObject({ content: [{ id: first!.id }], totalElements: 1 });
    const past = await (await send("GET", `${webhooks}/1/logs?page=7`)).json();
    expect(past).toMatchObject({ content: [], totalElements: 2, last: true, numberOfElements: 0 });
  });

  test("returns the largest page number that can be requested", async () => {
    const { send } = await openStaffApi();
    const path = `${webhooks}/1/logs?page=${Number.MAX_SAFE_INTEGER}&size=100`;
    expect((await send("GET", path)).status).toBe(200);
  });

  test("returns 202 with the new entry: the same event in a new delivery", async () => {
    const { send, memory } = await openStaffApi();
    const [failed] = memory.webhookAttempts;
    const made = await (await send("POST", `${webhooks}/logs/1/retry`)).json() as {
      deliveryId: string;
    };
    expect(made).toMatchObject({ id: 3, eventId: failed!.eventId, attempt: 1, status: "PENDING" });
    expect(made.deliveryId).not.toBe(failed!.deliveryId);
  });
});

describe("a webhook call that is refused", () => {
  test("with 400 names every invalid field", async () => {
    const { send } = await openStaffApi();
    const made = await send("POST", webhooks, { json: { url: "http://x.org", events: [] } });
    const fields = ["url", "events"];
    expect(await refusalOf(made)).toEqual({ status: 400, code: "VALIDATION_ERROR", fields });
    const json = { url: 1, events: "x", isActive: 0 };
    expect(await refusalOf(await send("PATCH", `${webhooks}/1`, { json })))
      .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: [...fields, "isActive"] });
    const path = `${webhooks}/1/logs?page=-1&size=x&status=SENT&sort=id`;
    expect((await refusalOf(await send("GET", path))).fields)
      .toEqual(["page", "size", "status", "sort"]);
  });

  test.each([
    ["POST", webhooks],
    ["PATCH", `${webhooks}/1`],
  ])(
    "%s %s refuses a body that is not a JSON object or has another content type",
    async (method, path) => {
      const { send } = await openStaffApi();
      const fault = { status: 400, code: "VALIDATION_ERROR", fields: ["body"] };
      for (const body of ["", "{", "[]", "null", '"text"']) {
        expect(await refusalOf(await send(method, path, { ...asJson, body }))).toEqual(fault);
      }
      const headers = { "Content-Type": "text/plain" };
      const body = JSON.stringify(input);
      expect(await refusalOf(await send(method, path, { headers, body }))).toEqual(fault);
    },
  );

  test("with 400 for a forbidden address names the field url", async () => {
    const { send, ports } = await openStaffApi();
    ports.refuseUrl = async () => "Must have a public address";
    for (const [method, path] of [["POST", webhooks], ["PATCH", `${webhooks}/1`]] as const) {
      expect(await refusalOf(await send(method, path, { json: input })))
        .toEqual({ status: 400, code: "VALIDATION_ERROR", fields: ["url"] });
    }
  });

  /** Every endpoint with a call that succeeds. */
  const calls: [method: string, path: string, sent?: CallOptions][] = [
    ["GET", webhooks],
    ["POST", webhooks, { json: input }],
    ["PATCH", `${webhooks}/1`, { json: {} }],
    ["POST", `${webhooks}/1/test`],
    ["GET", `${webhooks}/1/logs`],
    ["POST", `${webhooks}/logs/1/retry`],
    ["DELETE", `${webhooks}/1`],
  ];

  test.each(calls)(
    "%s %s answers 401 without a session, with an API key and with an ended session",
    async (method, path, sent) => {
      const { send, application, newUser, memory } = await openStaffApi();
      const before = structuredClone(memory.webhookAttempts.map(({ status }) => status));
      const { key } = await application.createApiKey(1, {
        name: "Website",
        environment: "LIVE",
        scopes: ["READ_APPOINTMENTS", "WRITE_APPOINTMENTS"],
      });
      const ended = await newUser("ADMIN");
      await send("DELETE", "/api/staff/session", { cookie: ended });
      const refused = { status: 401, code: "UNAUTHENTICATED" };
      const headers = { "X-API-Key": key };
      expect(await refusalOf(await send(method, path, { ...sent, cookie: null }))).toEqual(refused);
      expect(await refusalOf(await send(method, path, { ...sent, cookie: null, headers })))
        .toEqual(refused);
      expect(await refusalOf(await send(method, path, { ...sent, cookie: ended }))).toEqual(
        refused,
      );
      expect(memory.webhooks).toHaveLength(1);
      expect(memory.webhooks[0]!.deletedAt).toBeNull();
      expect(memory.webhookAttempts.map(({ status }) => status)).toEqual(before);
    },
  );

  test.each(calls)(
    "%s %s answers 403 to STAFF and to a one-time password, and allows an ADMIN",
    async (method, path, sent) => {
      const { send, memory, newUser } = await openStaffApi();
      const staff = await newUser("STAFF");
      expect(await refusalOf(await send(method, path, { ...sent, cookie: staff })))
        .toEqual({ status: 403, code: "FORBIDDEN" });
      const admin = await newUser("ADMIN");
      const user = memory.staffUsers.find(({ role }) => role === "ADMIN")!;
      user.mustChangePassword = true;
      expect(await refusalOf(await send(method, path, { ...sent, cookie: admin })))
        .toEqual({ status: 403, code: "PASSWORD_CHANGE_REQUIRED" });
      user.mustChangePassword = false;
      expect((await send(method, path, { ...sent, cookie: admin })).ok).toBe(true);
    },
  );

  test.each(calls.filter(([method]) => method !== "GET"))(
    "%s %s answers 403 to another site's page",
    async (method, path, sent) => {
      const { send } = await openStaffApi();
      for (
        const headers of [
          { "Sec-Fetch-Site": "cross-site" },
          { "Sec-Fetch-Site": "same-site" },
          { Origin: "https://evil.example" },
        ]
      ) {
        expect(await refusalOf(await send(method, path, { ...sent, headers })))
          .toEqual({ status: 403, code: "FORBIDDEN" });
      }
      const headers = { "Sec-Fetch-Site": "same-origin" };
      expect((await send(method, path, { ...sent, headers })).ok).toBe(true);
    },
  );

  test.each(calls.slice(2))(
    "%s %s answers an id of another organization and a malformed id like an unknown id",
    async (method, path, sent) => {
      const { send, newOrganization, memory } = await openStaffApi();
      const { cookie } = await newOrganization("two");
      const ids = ["9", "0", "-1", "1.5", "x", "1e0", "99999999999999999999"];
      const answers = [await send(method, path, { ...sent, cookie })];
      for (const id of ids) {
        answers.push(await send(method, path.replace("/1", `/${id}`), { ...sent }));
      }
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]));
      expect(new Set(texts).size).toBe(1);
      expect(JSON.parse(texts[0]!).error.code)
        .toBe(path.includes("/logs/") ? "WEBHOOK_LOG_NOT_FOUND" : "WEBHOOK_NOT_FOUND");
      expect(memory.webhooks[0]!.deletedAt).toBeNull();
      expect(memory.webhookAttempts).toHaveLength(2);
    },
  );

  test("with 404 treats a deleted webhook as unknown on every endpoint", async () => {
    const { send } = await openStaffApi();
    expect((await send("DELETE", `${webhooks}/1`)).status).toBe(204);
    for (const [method, path, sent] of calls.slice(2)) {
      expect((await send(method, path, sent)).status).toBe(404);
    }
    expect(await (await send("GET", webhooks)).json()).toEqual([]);
  });

  test("reports a fault of the body before an unknown id, and looks up the URL after both", async () => {
    const { send, ports } = await openStaffApi();
    ports.refuseUrl = () => Promise.reject(new Error("was looked up"));
    expect((await send("PATCH", `${webhooks}/9`, { json: { isActive: 1 } })).status).toBe(400);
    expect((await send("PATCH", `${webhooks}/9`, { json: input })).status).toBe(404);
  });

  test("with 405 lists the methods of the path", async () => {
    const { send } = await openStaffApi();
    const allowed = async (path: string) =>
      (await send("PUT", path)).headers.get("Allow")?.split(", ").sort();
    expect(await allowed(webhooks)).toEqual(["GET", "POST"]);
    expect(await allowed(`${webhooks}/1`)).toEqual(["DELETE", "PATCH"]);
    expect(await allowed(`${webhooks}/1/test`)).toEqual(["POST"]);
    expect(await allowed(`${webhooks}/1/logs`)).toEqual(["GET"]);
    expect(await allowed(`${webhooks}/logs/1/retry`)).toEqual(["POST"]);
  });

  test("with 500 contains nothing about the cause", async () => {
    const { send, ports, defects } = await openStaffApi();
    ports.webhooks.list = () => Promise.reject(new Error("select * from webhooks"));
    const broken = await send("GET", webhooks);
    expect(broken.status).toBe(500);
    expect(await broken.text()).not.toContain("select");
    expect(defects).toHaveLength(1);
  });
});
