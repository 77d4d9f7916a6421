import { once } from "node:events";
import { connect } from "node:net";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Answer, type Api, startApi, type Tenant } from "../support/api.ts";
import { createSelfSigned } from "../support/certificates.ts";
import { startService } from "../support/running_service.ts";
import { signInStaff, type StaffSession } from "../support/staff_browser.ts";
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
let client: Client;
const soon = { timeout: 60_000, interval: 20 };

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  ({ environment } = opened.use(await receiverEnvironment()));
  receiver = opened.use(await startWebhookReceiver());
  api = opened.use(await startApi({ environment }));
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  opened.defer(() => client.end());
  tenant = await api.organization({ slotCapacity: 1000 });
  staff = await signInStaff(api, tenant.organizationId);
});
afterAll(() => opened.disposeAsync());

const input = (more: object = {}) => ({
  url: receiver.url,
  events: ["APPOINTMENT_CREATED"],
  ...more,
});

async function newWebhook(more: object = {}): Promise<{ id: number; secret: string }> {
  const { status, body } = await staff.post("/webhooks", input(more));
  expect(status).toBe(201);
  return body;
}

const entriesOf = async (id: number) => (await staff.get(`/webhooks/${id}/logs`)).body.content;

test("the secret of a webhook is stored encrypted", async () => {
  const { id, secret } = await newWebhook();
  const { rows: [row] } = await client.query("select * from webhooks where id = $1", [id]);
  expect(JSON.stringify(row)).not.toContain(secret.slice("whsec_".length));
  expect(row.sealed_secret).toMatch(/^[A-Za-z0-9+/]{80,}=*$/);
});

// gateway/webhooks tests every form of address.
test("without WEBHOOK_ALLOW_PRIVATE_NETWORK a private URL is neither saved nor sent to", async () => {
  const { WEBHOOK_ALLOW_PRIVATE_NETWORK: _, ...strict } = environment;
  await using service = await startService(api.databaseUrl, strict);
  const headers = { Cookie: staff.cookie, "Content-Type": "application/json" };
  const { id } = await newWebhook();
  for (const [method, path] of [["POST", "/webhooks"], ["PATCH", `/webhooks/${id}`]] as const) {
    const body = JSON.stringify(input({ url: "https://127.0.0.1/hook" }));
    const response = await fetch(`${service.url}/api/staff${path}`, { method, headers, body });
    const { error } = await response.json() as Answer["body"];
    expect([response.status, error.details[0].field]).toEqual([400, "url"]);
  }
  const path = `${service.url}/api/staff/webhooks/${id}/test`;
  const response = await fetch(path, { method: "POST", headers: { Cookie: staff.cookie } });
  expect(await response.json()).toMatchObject({
    success: false,
    statusCode: null,
    error: "Address not allowed: it is not public",
  });
});

test("a test of a webhook returns every kind of failure, and nothing that the receiver said", async () => {
  await using stranger = await startWebhookReceiver({
    as: createSelfSigned({ names: ["127.0.0.1"] }),
  });
  await using hung = await startWebhookReceiver();
  hung.answer = () => {};
  // Nobody listens at the near end of a connection, and no other socket gets its port while it is open.
  const connection = connect(Number(new URL(receiver.url).port), "127.0.0.1");
  using _ = { [Symbol.dispose]: () => void connection.destroy() };
  await once(connection, "connect");
  const port = connection.localPort;
  receiver.answer = (response, { path }) =>
    path === "/moved"
      ? response.writeHead(302, { Location: receiver.url }).end()
      : response.writeHead(path === "/good" ? 201 : 418).end("words of the receiver");
  const ways: [url: string, statusCode: number | null, error: string | null][] = [
    [receiver.url.replace("/hook", "/good"), 201, null],
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
    expect([status, body]).toEqual([200, {
      success: error === null,
      statusCode,
      error,
      responseTimeMs: expect.any(Number),
      deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    }]);
    expect(body.responseTimeMs).toBeLessThanOrEqual(Math.ceil(tookMs));
    const log = await staff.get(`/webhooks/${id}/logs`);
    const ended = error === null ? "DELIVERED" : "FAILED";
    expect(log.body.content).toMatchObject([{ status: ended, error, nextRetryAt: null }]);
    expect(text + log.text).not.toContain("words of the receiver");
    const after = await staff.patch(`/webhooks/${id}`, {});
    expect(after.body).toMatchObject({ isActive: true, healthStatus: "HEALTHY" });
  }));
  expect(receiver.received.filter(({ path }) => path === "/moved")).toHaveLength(1);
});

/** Makes a delivery of a webhook fail for good. Returns the id of its last log entry. */
async function failForGood(id: number): Promise<number> {
  receiver.answer = (response) => response.writeHead(500).end();
  const { departmentId } = tenant;
  await tenant.post({ departmentId, dateTime: "2027-03-01T10:00", name: "Ada" });
  await expect.poll(async () => (await entriesOf(id)).length, soon).toBe(2);
  await client.query(
    "update webhook_attempts set attempt = 5, due_at = now() where webhook_id = $1 and status = 'PENDING'",
    [id],
  );
  await expect.poll(async () => (await entriesOf(id))[0].status, soon).toBe("FAILED");
  return (await entriesOf(id))[0].id;
}

test("a retry delivers the same bytes under another delivery id; until it ends and afterwards another retry is 409", async () => {
  await client.query("update webhooks set is_active = false");
  const { id } = await newWebhook();
  const failed = await failForGood(id);
  const [before] = receiver.received.slice(-1);
  const waiting: (() => void)[] = [];
  receiver.answer = (response) => void waiting.push(() => response.writeHead(204).end());
  const retry = (logId: number) => staff.post(`/webhooks/logs/${logId}/retry`);
  const { status, body } = await retry(failed);
  expect(status).toBe(202);
  expect(body).toMatchObject({ webhookId: id, attempt: 1, status: "PENDING" });
  const retried = () =>
    receiver.received.find(({ headers }) => headers["X-Service-Delivery"] === body.deliveryId);
  await expect.poll(retried, soon).toBeDefined();
  expect(retried()!.body.equals(before!.body)).toBe(true);
  expect(retried()!.headers["webhook-id"]).toBe(before!.headers["webhook-id"]);
  expect(body.deliveryId).not.toBe(before!.headers["X-Service-Delivery"]);
  expect((await retry(failed)).body.error.code).toBe("CONFLICT");
  for (const answer of waiting) answer();
  await expect.poll(async () => (await entriesOf(id))[0].status, soon).toBe("DELIVERED");
  for (const one of [failed, body.id]) expect((await retry(one)).status).toBe(409);
});
