import { createHmac } from "node:crypto";
import { Client } from "pg";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Api, startApi, type Tenant } from "../support/api.ts";
import { type RunningService, startService } from "../support/running_service.ts";
import { signInStaff, type StaffSession } from "../support/staff_browser.ts";
import {
  type ReceivedRequest,
  receiverEnvironment,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/webhook_receiver.ts";
import { patience, timed } from "../support/patience.ts";

let opened: AsyncDisposableStack;
let api: Api;
/** A second process on the same database, which delivers nothing. */
let second: RunningService;
let receiver: WebhookReceiver;
let tenant: Tenant;
let staff: StaffSession;
let client: Client;
/** Every secret that was ever shown. */
const secrets: string[] = [];

beforeAll(async () => {
  opened = new AsyncDisposableStack();
  const { environment } = opened.use(await receiverEnvironment());
  receiver = opened.use(await startWebhookReceiver());
  api = opened.use(await startApi({ environment: { ...environment, LOG_LEVEL: "trace" } }));
  second = opened.use(
    await startService(api.databaseUrl, { ...environment, WEBHOOK_WORKER: "false" }),
  );
  client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  opened.defer(() => client.end());
});
beforeEach(async () => {
  // A failed delivery of the test before is due again after a minute, and must not arrive in this one.
  await client.query("update webhooks set is_active = false");
  tenant = await api.organization({ slotCapacity: 1000 });
  staff = await signInStaff(api, tenant.organizationId);
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});
afterAll(() => opened.disposeAsync());

const dateTime = "2027-03-01T10:07:00";
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const soon = { timeout: 60_000, interval: 10 };

async function newWebhook(events = ["APPOINTMENT_CREATED"], url = receiver.url) {
  const { status, body } = await staff.post("/webhooks", { url, events });
  expect(status).toBe(201);
  secrets.push(body.secret);
  return body as { id: number; secret: string };
}

async function book(name = "Zoë “Ada” Lovelace") {
  const { departmentId } = tenant;
  const { status, body } = await tenant.post({ departmentId, dateTime, name });
  expect(status).toBe(201);
  return body;
}

/** What the receiver has got, once it is so many. */
async function received(count: number): Promise<ReceivedRequest[]> {
  await expect.poll(() => receiver.received.length, soon).toBe(count);
  return receiver.received;
}

const log = async (id: number) => (await staff.get(`/webhooks/${id}/logs`)).body.content;
const parsed = ({ body }: ReceivedRequest) => JSON.parse(body.toString());

/** Lets what waits for its next attempt be due. */
const makeDue = (id: number) =>
  client.query(
    "update webhook_attempts set due_at = now() where webhook_id = $1 and status = 'PENDING'",
    [id],
  );

describe("a delivery", () => {
  test("has the headers of the contract, spelled as there, and those of Standard Webhooks", async () => {
    const { id, secret } = await newWebhook();
    await book();
    const [request] = await received(1);
    const { headers, method, path, body } = request!;
    expect({ method, path }).toEqual({ method: "POST", path: "/hook" });
    const { host, connection, "content-length": length, ...ours } = headers;
    expect(host).toBe(new URL(receiver.url).host);
    expect(connection).toBe("keep-alive");
    expect(length).toBe(String(body.length));
    expect(ours).toEqual({
      "Content-Type": "application/json",
      "X-Service-Event": "appointment.created",
      "X-Service-Signature": expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
      "X-Service-Delivery": expect.stringMatching(uuid),
      "X-Service-Environment": "LIVE",
      "User-Agent": expect.stringMatching(/^AppointmentBooking-Webhooks\/\d+(\.\d+)*$/),
      "webhook-id": parsed(request!).id,
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const hmac = createHmac("sha256", secret).update(body).digest("hex");
    expect(ours["X-Service-Signature"]).toBe(`sha256=${hmac}`);
    await expect.poll(async () => (await log(id))[0].status, soon).toBe("DELIVERED");
    expect((await log(id))[0]).toMatchObject({
      deliveryId: ours["X-Service-Delivery"],
      eventId: ours["webhook-id"],
      eventType: "appointment.created",
      statusCode: 204,
    });
  });

  test("has exactly the fields of the contract in its body", async () => {
    await newWebhook();
    const before = Date.now();
    const { id, qrCode } = await book();
    const [request] = await received(1);
    const body = parsed(request!);
    expect(body).toEqual({
      id: expect.stringMatching(uuid),
      type: "appointment.created",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      data: {
        object: {
          id,
          departmentId: tenant.departmentId,
          dateTime,
          status: "SCHEDULED",
          name: "Zoë “Ada” Lovelace",
          phone: "",
          qrCode,
        },
      },
    });
    expect(Date.parse(body.created)).toBeGreaterThanOrEqual(before - 5);
    expect(Date.parse(body.created)).toBeLessThanOrEqual(Date.now());
  });

  test("of an archived appointment is appointment.cancelled with the status SCHEDULED, once", async () => {
    await newWebhook(["APPOINTMENT_CANCELLED"]);
    const { id } = await book();
    for (let i = 0; i < 2; i += 1) await tenant.delete(`/appointments/${id}`);
    const [request] = await received(1);
    expect(request!.headers["X-Service-Event"]).toBe("appointment.cancelled");
    expect(parsed(request!)).toMatchObject({
      type: "appointment.cancelled",
      data: { object: { id, status: "SCHEDULED" } },
    });
  });

  test("is verified by the package standardwebhooks and by an HMAC over the raw body, 100 of 100", async () => {
    const { secret } = await newWebhook();
    const names = Array.from({ length: 100 }, (_, i) => `Nr ${i} ✓ "quoted" \\ ${"é".repeat(i)}.`);
    await Promise.all(names.map((name) => book(name)));
    const requests = await received(100);
    const verifier = new Webhook(secret);
    const seen = requests.map(({ headers, body }) => {
      const payload = verifier.verify(body.toString(), headers) as ReturnType<typeof parsed>;
      const hmac = createHmac("sha256", secret).update(body).digest("hex");
      expect(headers["X-Service-Signature"]).toBe(`sha256=${hmac}`);
      return payload.data.object.name as string;
    });
    expect(seen.toSorted()).toEqual(names.toSorted());
    const [{ headers, body }] = requests as [ReceivedRequest];
    expect(() => verifier.verify(`${body} `, headers)).toThrow("No matching signature");
    const other = new Webhook(`whsec_${"A".repeat(44)}`);
    expect(() => other.verify(body.toString(), headers)).toThrow("No matching signature");
  });
});

describe("a delivery", () => {
  test.each([500, 404, 301, 200])("answered %i: only a 2xx is a success", async (statusCode) => {
    receiver.answer = (response) =>
      response.writeHead(statusCode, { Location: `${receiver.url}/moved` }).end("words");
    const { id } = await newWebhook();
    await book();
    await received(1);
    const isDelivered = statusCode < 300;
    await expect.poll(async () => (await log(id)).length, soon).toBe(isDelivered ? 1 : 2);
    await expect.poll(async () => (await log(id)).at(-1).status, soon)
      .toBe(isDelivered ? "DELIVERED" : "FAILED");
    const [health] = (await staff.get("/webhooks")).body;
    expect(health.healthStatus).toBe(isDelivered ? "HEALTHY" : "DEGRADED");
    expect(health.isActive).toBe(true);
    expect((await staff.get(`/webhooks/${id}/logs`)).text).not.toContain("words");
    expect(receiver.received).toHaveLength(1);
  });

  test("is retried after a minute, to the URL of that moment, with the same id, event and bytes", async () => {
    receiver.answer = (response) => response.writeHead(503).end();
    const { id } = await newWebhook();
    await book();
    await received(1);
    await expect.poll(async () => (await log(id)).length, soon).toBe(2);
    const [next, first] = await log(id);
    expect(first).toMatchObject({ attempt: 1, status: "FAILED", statusCode: 503 });
    expect(next).toMatchObject({ attempt: 2, status: "PENDING", deliveryId: first.deliveryId });
    // Counted from when it was sent, and cut to whole seconds as that is.
    const sentAt = Number(receiver.received[0]!.headers["webhook-timestamp"]);
    expect(Date.parse(`${first.nextRetryAt}Z`) / 1000).toBe(sentAt + 60);

    await using moved = await startWebhookReceiver();
    expect((await staff.patch(`/webhooks/${id}`, { url: moved.url })).status).toBe(200);
    await makeDue(id);
    await expect.poll(() => moved.received.length, soon).toBe(1);
    await expect.poll(async () => (await log(id))[0].status, soon).toBe("DELIVERED");
    const [before] = receiver.received;
    const [after] = moved.received;
    expect(after!.body.equals(before!.body)).toBe(true);
    for (const name of ["X-Service-Delivery", "X-Service-Signature", "webhook-id"]) {
      expect(after!.headers[name]).toBe(before!.headers[name]);
    }
    expect(receiver.received).toHaveLength(1);
    expect((await staff.get("/webhooks")).body[0].healthStatus).toBe("HEALTHY");
  });
});

test("an inactive webhook gets no new deliveries, and its pending deliveries wait until it is active", async () => {
  receiver.answer = (response) => response.writeHead(503).end();
  const { id } = await newWebhook();
  await book("Waits");
  await expect.poll(async () => (await log(id)).length, soon).toBe(2);
  await staff.patch(`/webhooks/${id}`, { isActive: false });
  await makeDue(id);
  await book("Is not told");
  receiver.answer = (response) => response.writeHead(204).end();
  // Another webhook's delivery shows that the worker has looked.
  await newWebhook();
  await book("Is told to the other");
  await received(2);
  expect(await log(id)).toHaveLength(2);
  await staff.patch(`/webhooks/${id}`, { isActive: true });
  const names = (await received(3)).map((request) => parsed(request).data.object.name);
  expect(names).toEqual(["Waits", "Is told to the other", "Waits"]);
});

test(
  "an event of a process without a worker is delivered by the other process within about a second",
  timed,
  async () => {
    await newWebhook();
    const delays: number[] = [];
    for (let i = 1; i <= 5; i += 1) {
      const body = JSON.stringify({ departmentId: tenant.departmentId, dateTime, name: `Nr ${i}` });
      const headers = { "X-API-Key": tenant.key, "Content-Type": "application/json" };
      const init = { method: "POST", headers, body };
      const response = await fetch(`${second.url}/api/v1/appointments`, init);
      expect(response.status).toBe(201);
      const answeredAt = performance.now();
      await received(i);
      delays.push(performance.now() - answeredAt);
    }
    // The signal delivers at once; without it the worker looks once a second.
    expect(Math.max(...delays)).toBeLessThan(patience(2000));
    expect(delays.toSorted((a, b) => a - b)[2]).toBeLessThan(patience(500));
  },
);

test("a secret is in no answer except the one that created it, and in no log line", async () => {
  const { id } = await newWebhook();
  await book();
  await received(1);
  await staff.post(`/webhooks/${id}/test`);
  const answers = await Promise.all([
    staff.get("/webhooks"),
    staff.patch(`/webhooks/${id}`, { isActive: true }),
    staff.get(`/webhooks/${id}/logs`),
    staff.post(`/webhooks/${id}/test`),
  ]);
  const { rows } = await client.query("select sealed_secret from webhooks");
  const { errors } = await api.services[0]!.stop();
  // At LOG_LEVEL=trace it does say what it does.
  expect(errors.length).toBeGreaterThan(1000);
  expect(secrets.length).toBeGreaterThan(10);
  const said = [errors, ...answers.map(({ text }) => text)].join("\n");
  for (const secret of secrets) expect(said).not.toContain(secret.slice("whsec_".length));
  for (const { sealed_secret: sealed } of rows) expect(said).not.toContain(sealed);
});
