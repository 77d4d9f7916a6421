import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { beforeEach, describe, expect, test } from "vitest";
import { type Answer, startApi, type Tenant } from "../support/api.ts";
import { startService } from "../support/running_service.ts";
import { signInStaff, type StaffSession } from "../support/staff_browser.ts";
import {
  type ReceivedRequest,
  receiverEnvironment,
  startWebhookReceiver,
} from "../support/webhook_receiver.ts";
import { patience, timed } from "../support/time_bounds.ts";
import { clientPerFile, perFile } from "../support/per_file.ts";

/** A second process on the same database, which delivers nothing and allows no private network. */
let tenant: Tenant;
let staff: StaffSession;
/** Every secret that was ever shown. */
const secrets: string[] = [];

const { environment } = await perFile(receiverEnvironment());
const receiver = await perFile(startWebhookReceiver());
const api = await perFile(startApi({ environment: { ...environment, LOG_LEVEL: "trace" } }));
const { WEBHOOK_ALLOW_PRIVATE_NETWORK: _, ...strict } = environment;
const second = await perFile(startService(api.databaseUrl, { ...strict, WEBHOOK_WORKER: "false" }));
const client = await clientPerFile(api.databaseUrl);
beforeEach(async () => {
  // A failed delivery of the test before is due again after a minute, and must not arrive in this one.
  await client.query("update webhooks set is_active = false");
  tenant = await api.organization({ slotCapacity: 1000 });
  staff = await signInStaff(api, tenant.organizationId);
  receiver.received.length = 0;
  receiver.answer = (response) => response.writeHead(204).end();
});

const dateTime = "2038-03-01T10:07:00";
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

/** Returns the requests that the receiver got, once there are `count` of them. */
async function received(count: number): Promise<ReceivedRequest[]> {
  await expect.poll(() => receiver.received.length, soon).toBe(count);
  return receiver.received;
}

const log = async (id: number) => (await staff.get(`/webhooks/${id}/logs`)).body.content;

/** Makes the pending attempt of a webhook due. */
const makeDue = (id: number) =>
  client.query(
    "update webhook_attempts set due_at = now() where webhook_id = $1 and status = 'PENDING'",
    [id],
  );

// The ports, core/webhooks and gateway/webhooks test the rules; these tests run all of them together.
describe("a delivery", () => {
  test("has the headers and the fields of the contract, and the package standardwebhooks verifies it", async () => {
    const { id, secret } = await newWebhook();
    const before = Date.now();
    const { id: appointmentId, qrCode } = await book();
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
      "webhook-id": expect.stringMatching(uuid),
      "webhook-timestamp": expect.stringMatching(/^\d{10}$/),
      "webhook-signature": expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
    });
    const hmac = createHmac("sha256", secret).update(body).digest("hex");
    expect(ours["X-Service-Signature"]).toBe(`sha256=${hmac}`);
    const event = new Webhook(secret).verify(body.toString(), headers) as { created: string };
    expect(event).toEqual({
      id: ours["webhook-id"],
      type: "appointment.created",
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/),
      data: {
        object: {
          id: appointmentId,
          departmentId: tenant.departmentId,
          dateTime,
          status: "SCHEDULED",
          name: "Zoë “Ada” Lovelace",
          phone: "",
          qrCode,
        },
      },
    });
    expect(Date.parse(event.created)).toBeGreaterThanOrEqual(before - 5);
    expect(Date.parse(event.created)).toBeLessThanOrEqual(Date.now());
    await expect.poll(async () => (await log(id))[0].status, soon).toBe("DELIVERED");
    expect((await log(id))[0]).toMatchObject({
      deliveryId: ours["X-Service-Delivery"],
      eventId: ours["webhook-id"],
      eventType: "appointment.created",
      statusCode: 204,
    });
  });

  test("that fails is retried after a minute with the same id, event and bytes, and the log has no answer", async () => {
    receiver.answer = (response) => response.writeHead(503).end("words of the receiver");
    const { id } = await newWebhook();
    await book();
    await received(1);
    await expect.poll(async () => (await log(id)).length, soon).toBe(2);
    const [next, first] = await log(id);
    expect(first).toMatchObject({ attempt: 1, status: "FAILED", statusCode: 503 });
    expect(next).toMatchObject({ attempt: 2, status: "PENDING", deliveryId: first.deliveryId });
    // Counted from the time of sending, in whole seconds.
    const sentAt = Number(receiver.received[0]!.headers["webhook-timestamp"]);
    expect(Date.parse(`${first.nextRetryAt}Z`) / 1000).toBe(sentAt + 60);
    expect((await staff.get("/webhooks")).body[0].healthStatus).toBe("DEGRADED");
    expect((await staff.get(`/webhooks/${id}/logs`)).text).not.toContain("words of the receiver");

    receiver.answer = (response) => response.writeHead(204).end();
    await makeDue(id);
    const [before, after] = await received(2);
    await expect.poll(async () => (await log(id))[0].status, soon).toBe("DELIVERED");
    expect(after!.body.equals(before!.body)).toBe(true);
    for (const name of ["X-Service-Delivery", "X-Service-Signature", "webhook-id"]) {
      expect(after!.headers[name]).toBe(before!.headers[name]);
    }
    expect((await staff.get("/webhooks")).body[0].healthStatus).toBe("HEALTHY");
  });
});

test("without WEBHOOK_ALLOW_PRIVATE_NETWORK a private URL is neither saved nor sent to", async () => {
  const headers = { Cookie: staff.cookie, "Content-Type": "application/json" };
  const { id } = await newWebhook();
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(`${second.url}/api/staff${path}`, init);
    return { status: response.status, body: await response.json() as Answer["body"] };
  };
  const input = { url: "https://127.0.0.1/hook", events: ["APPOINTMENT_CREATED"] };
  for (const [method, path] of [["POST", "/webhooks"], ["PATCH", `/webhooks/${id}`]] as const) {
    const { status, body } = await call(method, path, input);
    expect([status, body.error.details[0].field]).toEqual([400, "url"]);
  }
  expect((await call("POST", `/webhooks/${id}/test`)).body).toMatchObject({
    success: false,
    statusCode: null,
    error: "Address not allowed: it is not public",
  });
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
  // At LOG_LEVEL=trace the log is long.
  expect(errors.length).toBeGreaterThan(1000);
  expect(secrets.length).toBeGreaterThan(3);
  const said = [errors, ...answers.map(({ text }) => text)].join("\n");
  for (const secret of secrets) expect(said).not.toContain(secret.slice("whsec_".length));
  for (const { sealed_secret: sealed } of rows) expect(said).not.toContain(sealed);
});
