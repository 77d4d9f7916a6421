import { once } from "node:events";
import { connect } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answer, type Api, startApi, type Tenant } from "../support/api.ts";
import { createSelfSigned } from "../support/certificates.ts";
import { startService } from "../support/running_service.ts";
import { signInStaff, type StaffSession } from "../support/staff_session.ts";
import {
  receiverEnvironment,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/webhook_receiver.ts";

let opened: AsyncDisposableStack;
let api: Api;
let environment: Record<string, string>;
let receiver: WebhookReceiver;
let tenant: Tenant;
let staff: StaffSession;
/** Of another organization. */
let stranger: StaffSession;
let client: Client;

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  ({ environment } = opened.use(await receiverEnvironment()));
  receiver = opened.use(await startWebhookReceiver());
  api = opened.use(await startApi({ environment }));
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  opened.defer(() => client.end());
  tenant = await api.organization({ timeZone: "Asia/Tokyo", slotCapacity: 1000 });
  staff = await signInStaff(api, tenant.organizationId);
  stranger = await signInStaff(api, (await api.organization()).organizationId);
});
afterAll(() => opened.disposeAsync());

const localDateTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const input = (more: object = {}) => ({
  url: receiver.url,
  events: ["APPOINTMENT_CREATED"],
  ...more,
});
const shown = (more: object = {}) => ({
  id: expect.any(Number),
  url: receiver.url,
  events: ["APPOINTMENT_CREATED"],
  isActive: true,
  includeTest: false,
  createdAt: localDateTime,
  lastTriggeredAt: null,
  healthStatus: "HEALTHY",
  ...more,
});

async function newWebhook(more: object = {}): Promise<{ id: number; secret: string }> {
  const { status, body } = await staff.post("/webhooks", input(more));
  expect(status).toBe(201);
  return body;
}

function expectRefusal(answer: Answer, status: number, code: string, fields?: string[]): void {
  const details = answer.body.error.details?.map(({ field }: { field: string }) => field);
  expect({ status: answer.status, code: answer.body.error.code, fields: details })
    .toEqual({ status, code, fields });
}

/** A delivery of the webhook that has FAILED for good; the id of its last entry. */
async function failForGood(id: number): Promise<number> {
  receiver.answer = (response) => response.writeHead(500).end();
  await tenant.post({
    departmentId: tenant.departmentId,
    dateTime: "2027-03-01T10:00",
    name: "Ada",
  });
  const entries = async () => (await staff.get(`/webhooks/${id}/logs`)).body.content;
  await expect.poll(async () => (await entries()).length, { timeout: 60_000, interval: 20 }).toBe(
    2,
  );
  await client.query(
    "update webhook_attempts set attempt = 5, due_at = now() where webhook_id = $1 and status = 'PENDING'",
    [id],
  );
  await expect.poll(async () => (await entries())[0].status, { timeout: 60_000, interval: 50 })
    .toBe("FAILED");
  receiver.answer = (response) => response.writeHead(204).end();
  return (await entries())[0].id;
}

describe("POST /webhooks", () => {
  test("201 is the webhook with its secret, which is shown this once", async () => {
    const { status, body } = await staff.post("/webhooks", input());
    expect(status).toBe(201);
    expect(body).toEqual(shown({ secret: expect.stringMatching(/^whsec_[0-9A-Za-z]{44}$/) }));
    const { text } = await staff.get("/webhooks");
    expect(text).toContain(`"id":${body.id},`);
    expect(text).not.toContain("whsec_");
  });

  test("keeps the secret encrypted", async () => {
    const { id, secret } = await newWebhook();
    const { rows: [row] } = await client.query("select * from webhooks where id = $1", [id]);
    expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
    expect(row.sealed_secret).toMatch(/^[A-Za-z0-9+/]{80,}=*$/);
  });

  test("400 names all fields at fault", async () => {
    const answer = await staff.post("/webhooks", { url: "http://example.org", events: ["SOME"] });
    expectRefusal(answer, 400, "VALIDATION_ERROR", ["url", "events"]);
    expectRefusal(await staff.post("/webhooks", "{"), 400, "VALIDATION_ERROR", ["body"]);
  });

  test("a secret of the caller's choosing is not taken", async () => {
    const { secret } = await newWebhook({ secret: `whsec_${"a".repeat(44)}` });
    expect(secret).not.toBe(`whsec_${"a".repeat(44)}`);
  });
});

test("without WEBHOOK_ALLOW_PRIVATE_NETWORK no URL of a private address is saved, and with it none that is not https", async () => {
  const { WEBHOOK_ALLOW_PRIVATE_NETWORK: _, ...strict } = environment;
  await using service = await startService(api.databaseUrl, strict);
  const headers = { Cookie: staff.cookie, "Content-Type": "application/json" };
  const urls = [
    "127.0.0.1",
    "[::1]",
    "10.0.0.7",
    "0x7f.1",
    "2130706433",
    "169.254.169.254",
    "localhost",
  ];
  const { id } = await newWebhook();
  for (const host of urls) {
    for (const [method, path] of [["POST", "/webhooks"], ["PATCH", `/webhooks/${id}`]] as const) {
      const body = JSON.stringify(input({ url: `https://${host}/hook` }));
      const response = await fetch(`${service.url}/api/staff${path}`, { method, headers, body });
      const { error } = await response.json() as Answer["body"];
      expect({ host, status: response.status, field: error.details[0].field })
        .toEqual({ host, status: 400, field: "url" });
    }
  }
  // What was saved elsewhere is refused again when it is sent to.
  const path = `${service.url}/api/staff/webhooks/${id}/test`;
  const result = await (await fetch(path, { method: "POST", headers: { Cookie: staff.cookie } }))
    .json();
  expect(result).toMatchObject({ success: false, statusCode: null });
  expect(result).toHaveProperty("error", "Address not allowed: it is not public");
  const plain = await staff.post(
    "/webhooks",
    input({ url: receiver.url.replace("https", "http") }),
  );
  expectRefusal(plain, 400, "VALIDATION_ERROR", ["url"]);
});

describe("GET /webhooks", () => {
  test("200 lists the organization's by id, with local times", async () => {
    const { id } = await newWebhook();
    const { status, body } = await staff.get("/webhooks");
    expect(status).toBe(200);
    const ids = body.map((webhook: { id: number }) => webhook.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    const found = body.find((webhook: { id: number }) => webhook.id === id);
    expect(found).toEqual(shown({ id }));
    const nineHoursMs = 9 * 3_600_000;
    expect(Math.abs(Date.parse(`${found.createdAt}Z`) - nineHoursMs - Date.now()))
      .toBeLessThan(60_000);
    expect((await stranger.get("/webhooks")).body).toEqual([]);
  });
});

describe("PATCH /webhooks/{id}", () => {
  test("200 is the webhook with what was given changed, and nothing else", async () => {
    const { id } = await newWebhook();
    const events = ["APPOINTMENT_CANCELLED", "APPOINTMENT_NO_SHOW"];
    for (
      const [change, is] of [
        [{ isActive: false }, { isActive: false }],
        [{ events }, { isActive: false, events }],
        [{ url: "https://other.example/x" }, {
          isActive: false,
          events,
          url: "https://other.example/x",
        }],
        [{ isActive: true, url: null }, { events, url: "https://other.example/x" }],
        [{}, { events, url: "https://other.example/x" }],
      ]
    ) {
      const { status, body } = await staff.patch(`/webhooks/${id}`, change);
      expect(status).toBe(200);
      expect(body).toEqual(shown({ id, ...is }));
    }
  });

  test("400 names all fields at fault, and nothing has changed", async () => {
    const { id } = await newWebhook();
    const answer = await staff.patch(`/webhooks/${id}`, { url: "x", events: [], isActive: "no" });
    expectRefusal(answer, 400, "VALIDATION_ERROR", ["url", "events", "isActive"]);
    expect((await staff.patch(`/webhooks/${id}`, {})).body).toEqual(shown({ id }));
  });
});

test("DELETE /webhooks/{id}: 204 without a body, and then it is unknown", async () => {
  const { id } = await newWebhook();
  const { status, text } = await staff.delete(`/webhooks/${id}`);
  expect({ status, text }).toEqual({ status: 204, text: "" });
  expectRefusal(await staff.delete(`/webhooks/${id}`), 404, "WEBHOOK_NOT_FOUND");
  expect((await staff.get("/webhooks")).text).not.toContain(`"id":${id},`);
});

describe("POST /webhooks/{id}/test", () => {
  test("200 tells of a receiver that took it, and of nothing that it said", async () => {
    const { id } = await newWebhook();
    receiver.answer = (response) => response.writeHead(201).end("words of the receiver");
    const { status, body, text } = await staff.post(`/webhooks/${id}/test`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      statusCode: 201,
      responseTimeMs: expect.any(Number),
      error: null,
      deliveryId: uuid,
    });
    const request = receiver.received.at(-1)!;
    expect(request.headers["X-Service-Delivery"]).toBe(body.deliveryId);
    expect(JSON.parse(request.body.toString())).toMatchObject({ type: "webhook.test" });
    const log = await staff.get(`/webhooks/${id}/logs`);
    expect(log.body.content).toMatchObject([
      { eventType: "webhook.test", status: "DELIVERED", deliveryId: body.deliveryId, attempt: 1 },
    ]);
    expect(text + log.text).not.toContain("words of the receiver");
  });

  test("200 tells of each way in which it fails, once, without effect on the health", async () => {
    await using stranger = await startWebhookReceiver({
      as: createSelfSigned({ names: ["127.0.0.1"] }),
    });
    await using hung = await startWebhookReceiver();
    hung.answer = () => {};
    // Nobody listens at the near end of a connection, and nobody else is given its port while it is there.
    const connection = connect(Number(new URL(receiver.url).port), "127.0.0.1");
    using _ = { [Symbol.dispose]: () => void connection.destroy() };
    await once(connection, "connect");
    const port = connection.localPort;
    receiver.answer = (response, { path }) =>
      path === "/moved"
        ? response.writeHead(302, { Location: receiver.url }).end()
        : response.writeHead(418).end("words of the receiver");
    const ways: [url: string, statusCode: number | null, error: string][] = [
      [receiver.url, 418, "Answered 418"],
      [receiver.url.replace("/hook", "/moved"), 302, "Answered 302; redirects are not followed"],
      [`https://127.0.0.1:${port}/`, null, "Connection refused"],
      [stranger.url, null, "TLS certificate is not valid: it is self-signed"],
      ["https://nobody.invalid/", null, "The host name does not resolve"],
      [hung.url, null, "No answer within 5 s"],
    ];
    await Promise.all(ways.map(async ([url, statusCode, error]) => {
      const { id } = await newWebhook({ url });
      const sentAt = performance.now();
      const { status, body, text } = await staff.post(`/webhooks/${id}/test`);
      const tookMs = performance.now() - sentAt;
      expect(status).toBe(200);
      expect(body).toEqual({
        success: false,
        statusCode,
        error,
        responseTimeMs: expect.any(Number),
        deliveryId: uuid,
      });
      expect(text).not.toContain("words of the receiver");
      expect(body.responseTimeMs).toBeLessThanOrEqual(Math.ceil(tookMs));
      const [entry, ...more] = (await staff.get(`/webhooks/${id}/logs`)).body.content;
      expect(more).toEqual([]);
      expect(entry).toMatchObject({ status: "FAILED", error, nextRetryAt: null });
      const after = await staff.patch(`/webhooks/${id}`, {});
      expect(after.body).toEqual(shown({ id, url, lastTriggeredAt: localDateTime }));
    }));
    expect(receiver.received.filter(({ path }) => path === "/moved")).toHaveLength(1);
  });
});

describe("GET /webhooks/{id}/logs", () => {
  test("200 is a page of the attempts, newest first", async () => {
    const { id } = await newWebhook();
    receiver.answer = (response) => response.writeHead(204).end();
    for (let i = 0; i < 3; i += 1) await staff.post(`/webhooks/${id}/test`);
    const { status, body } = await staff.get(`/webhooks/${id}/logs?size=2`);
    expect(status).toBe(200);
    expect(body).toEqual({
      content: [expect.anything(), expect.anything()],
      pageable: { pageNumber: 0, pageSize: 2, offset: 0 },
      totalElements: 3,
      totalPages: 2,
      last: false,
      first: true,
      numberOfElements: 2,
    });
    expect(body.content[0]).toEqual({
      id: expect.any(Number),
      webhookId: id,
      eventId: uuid,
      deliveryId: uuid,
      eventType: "webhook.test",
      attempt: 1,
      status: "DELIVERED",
      statusCode: 204,
      responseTimeMs: expect.any(Number),
      error: null,
      createdAt: localDateTime,
      nextRetryAt: null,
    });
    const next = (await staff.get(`/webhooks/${id}/logs?size=2&page=1`)).body;
    expect(next).toMatchObject({ last: true, first: false, numberOfElements: 1 });
    const ids = [...body.content, ...next.content].map((entry) => entry.id);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    const oldest = (await staff.get(`/webhooks/${id}/logs?sort=createdAt,asc&size=500`)).body;
    expect(oldest.pageable.pageSize).toBe(100);
    expect(oldest.content.map((entry: { id: number }) => entry.id)).toEqual(ids.toReversed());
    expect((await staff.get(`/webhooks/${id}/logs?status=FAILED`)).body.content).toEqual([]);
  });

  test("400 names all parameters at fault", async () => {
    const { id } = await newWebhook();
    const answer = await staff.get(`/webhooks/${id}/logs?page=-1&size=0&status=x&sort=name,asc`);
    expectRefusal(answer, 400, "VALIDATION_ERROR", ["page", "size", "status", "sort"]);
  });
});

describe("POST /webhooks/logs/{logId}/retry", () => {
  test("202 is the new entry, which is delivered with the same bytes; then and meanwhile it is 409", async () => {
    const { id } = await newWebhook();
    const failed = await failForGood(id);
    const [before] = receiver.received.slice(-1);
    const waiting: (() => void)[] = [];
    receiver.answer = (response) => void waiting.push(() => response.writeHead(204).end());
    const { status, body } = await staff.post(`/webhooks/logs/${failed}/retry`);
    expect(status).toBe(202);
    expect(body).toEqual({
      id: expect.any(Number),
      webhookId: id,
      eventId: before!.headers["webhook-id"],
      deliveryId: uuid,
      eventType: "appointment.created",
      attempt: 1,
      status: "PENDING",
      statusCode: null,
      responseTimeMs: null,
      error: null,
      createdAt: localDateTime,
      nextRetryAt: null,
    });
    const retried = () =>
      receiver.received.find(({ headers }) => headers["X-Service-Delivery"] === body.deliveryId);
    await expect.poll(retried, { timeout: 60_000, interval: 20 }).toBeDefined();
    expect(retried()!.body.equals(before!.body)).toBe(true);
    expect(retried()!.headers["webhook-id"]).toBe(before!.headers["webhook-id"]);
    expect(body.deliveryId).not.toBe(before!.headers["X-Service-Delivery"]);
    expectRefusal(await staff.post(`/webhooks/logs/${failed}/retry`), 409, "CONFLICT");
    receiver.answer = (response) => response.writeHead(204).end();
    for (const answer of waiting) answer();
    await expect.poll(async () => (await staff.get(`/webhooks/${id}/logs`)).body.content[0].status)
      .toBe("DELIVERED");
    for (const one of [failed, body.id]) {
      expectRefusal(await staff.post(`/webhooks/logs/${one}/retry`), 409, "CONFLICT");
    }
  });
});

describe("nobody else may", () => {
  let target: Promise<{ id: number; logId: number }> | undefined;
  /** A webhook with a delivery that could be retried, the same for all tests. */
  const findTarget = () =>
    target ??= newWebhook().then(async ({ id }) => ({ id, logId: await failForGood(id) }));
  const calls = async (): Promise<[method: string, path: string, body?: unknown][]> => {
    const { id, logId } = await findTarget();
    return [
      ["GET", "/webhooks"],
      ["POST", "/webhooks", input()],
      ["PATCH", `/webhooks/${id}`, {}],
      ["POST", `/webhooks/${id}/test`],
      ["GET", `/webhooks/${id}/logs`],
      ["POST", `/webhooks/logs/${logId}/retry`],
      ["DELETE", `/webhooks/${id}`],
    ];
  };
  const send = (
    [method, path, body]: [string, string, unknown?],
    call: { key?: string; headers?: Record<string, string> },
  ) => api.call(method, `/api/staff${path}`, { ...call, body });

  test("401 without a session, with a made-up one, and with an API key", async () => {
    for (const call of await calls()) {
      for (
        const sent of [
          {},
          { headers: { Cookie: "session=made-up" } },
          { headers: { Cookie: `session=${tenant.key}` } },
          { key: tenant.key },
          { headers: { Authorization: `Bearer ${tenant.key}` } },
        ]
      ) expectRefusal(await send(call, sent), 401, "UNAUTHENTICATED");
    }
  });

  test("403 for STAFF, and for ADMIN and OWNER from another site's page", async () => {
    const frontDesk = await signInStaff(api, tenant.organizationId, "STAFF");
    const owner = await signInStaff(api, tenant.organizationId, "OWNER");
    for (const call of await calls()) {
      const desk = await send(call, { headers: { Cookie: frontDesk.cookie } });
      expectRefusal(desk, 403, "FORBIDDEN");
      if (call[0] === "GET") continue;
      for (
        const foreign of [{ "Sec-Fetch-Site": "cross-site" }, { Origin: "https://evil.example" }]
      ) {
        for (const { cookie } of [staff, owner]) {
          const answer = await send(call, { headers: { Cookie: cookie, ...foreign } });
          expectRefusal(answer, 403, "FORBIDDEN");
        }
      }
    }
  });

  test("404 for another organization, word for word as for an unknown id", async () => {
    for (const call of (await calls()).slice(2)) {
      const headers = { Cookie: stranger.cookie };
      const foreign = await send(call, { headers });
      const code = call[1].includes("/logs/") ? "WEBHOOK_LOG_NOT_FOUND" : "WEBHOOK_NOT_FOUND";
      expectRefusal(foreign, 404, code);
      for (const none of ["987654321", "0", "-1", "x", "999999999999999"]) {
        const [method, path, body] = call;
        const unknown = [method, path.replace(/\/\d+/, `/${none}`), body] as typeof call;
        expect((await send(unknown, { headers: { Cookie: staff.cookie } })).text).toBe(
          foreign.text,
        );
      }
    }
  });

  test("and whatever they tried, it is all still there", async () => {
    const { id, logId } = await findTarget();
    expect((await staff.get(`/webhooks/${id}/logs`)).body.totalElements).toBe(2);
    expect((await staff.post(`/webhooks/logs/${logId}/retry`)).status).toBe(202);
  });
});
