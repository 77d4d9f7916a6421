import { expect, test } from "vitest";
import { openStaffApi } from "./staff_support.ts";
import { refusalOf } from "./support.ts";

const input = { url: "https://example.org/hook", events: ["APPOINTMENT_CREATED"] };
const shown = {
  ...input,
  id: 1,
  isActive: true,
  includeTest: false,
  includeContact: false,
  createdAt: "2026-03-01T09:00:00",
  lastTriggeredAt: null,
  healthStatus: "HEALTHY",
};

async function opened() {
  const api = await openStaffApi();
  return { api, browser: await api.signedInAs("ADMIN") };
}

test("POST /webhooks returns the secret, and no other answer does", async () => {
  const { browser } = await opened();
  const response = await browser.send("POST", "/webhooks", { json: input });
  expect(response.status).toBe(201);
  const made = await response.json() as { secret: string };
  expect(made).toEqual({ ...shown, id: 2, secret: expect.stringMatching(/^whsec_\w{44}$/) });
  const others = [
    await browser.send("GET", "/webhooks"),
    await browser.send("PATCH", "/webhooks/2", { json: {} }),
    await browser.send("GET", "/webhooks/2/logs"),
    await browser.send("POST", "/webhooks/2/test"),
  ];
  for (const other of others) expect(await other.text()).not.toContain(made.secret);
});

test("GET and PATCH return exactly the webhook, and a change keeps what is not given", async () => {
  const { browser } = await opened();
  expect(await (await browser.send("GET", "/webhooks")).json()).toEqual([shown]);
  const changed = await browser.send("PATCH", "/webhooks/1", { json: { isActive: false } });
  expect(await changed.json()).toEqual({ ...shown, isActive: false });
});

test.each(["includeTest", "includeContact"])("POST and PATCH set %s", async (setting) => {
  const { browser } = await opened();
  const json = { ...input, [setting]: true };
  const made = await (await browser.send("POST", "/webhooks", { json })).json();
  expect(made).toMatchObject({ [setting]: true });
  const change = { json: { [setting]: true } };
  const changed = await (await browser.send("PATCH", "/webhooks/1", change)).json();
  expect(changed).toEqual({ ...shown, [setting]: true });
  const wrong = await browser.send("PATCH", "/webhooks/1", { json: { [setting]: "yes" } });
  expect(await refusalOf(wrong)).toMatchObject({ status: 400, fields: [setting] });
});

test("POST /webhooks/{id}/test sends a sample of the event in its body, or webhook.test without one", async () => {
  const { api, browser } = await opened();
  const sent: string[] = [];
  api.ports.sendDelivery = async ({ headers }) => {
    sent.push(headers["X-Service-Event"]!);
    return { statusCode: 204, responseTimeMs: 1, error: null, isDelivered: true };
  };
  const test = (json?: object) => browser.send("POST", "/webhooks/1/test", json && { json });
  for (const json of [undefined, {}, { event: "APPOINTMENT_NO_SHOW" }]) await test(json);
  expect(sent).toEqual(["webhook.test", "webhook.test", "appointment.no_show"]);
  expect(await refusalOf(await test({ event: "LUNCH" }))).toMatchObject({
    status: 400,
    fields: ["event"],
  });
  expect(await refusalOf(await test([]))).toMatchObject({ status: 400, fields: ["body"] });
});

test("POST /webhooks/{id}/test returns the five fields of the result, never the receiver's body", async () => {
  const { api, browser } = await opened();
  const result = { statusCode: 503, responseTimeMs: 81, error: "Answered 503" };
  api.ports.sendDelivery = async () => ({ ...result, isDelivered: false });
  expect(await (await browser.send("POST", "/webhooks/1/test")).json())
    .toEqual({ ...result, success: false, deliveryId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
});

test("GET /webhooks/{id}/logs returns the general page shape, newest first", async () => {
  const { api, browser } = await opened();
  const [first, second] = api.ports.memory.webhookAttempts;
  const page = async (query: string) =>
    await (await browser.send("GET", `/webhooks/1/logs?${query}`)).json();
  expect(await page("size=1")).toEqual({
    content: [{
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
    }],
    pageable: { pageNumber: 0, pageSize: 1, offset: 0 },
    totalElements: 2,
    totalPages: 2,
    last: false,
    first: true,
    numberOfElements: 1,
  });
  expect(await page("size=1&page=1&sort=id,desc")).toMatchObject({
    content: [{ id: first!.id }],
    pageable: { pageNumber: 1, pageSize: 1, offset: 1 },
    last: true,
    first: false,
  });
  expect(await page("status=FAILED"))
    .toMatchObject({ content: [{ id: first!.id }], totalElements: 1 });
  expect(await page("page=7"))
    .toMatchObject({ content: [], totalElements: 2, last: true, numberOfElements: 0 });
  expect(await page(`page=${Number.MAX_SAFE_INTEGER}&size=100`)).toMatchObject({ content: [] });
});

test("POST /webhooks/logs/{id}/retry returns 202 with the new entry: the same event in a new delivery", async () => {
  const { api, browser } = await opened();
  const [failed] = api.ports.memory.webhookAttempts;
  const response = await browser.send("POST", "/webhooks/logs/1/retry");
  expect(response.status).toBe(202);
  const made = await response.json() as { deliveryId: string };
  expect(made).toMatchObject({ id: 3, eventId: failed!.eventId, attempt: 1, status: "PENDING" });
  expect(made.deliveryId).not.toBe(failed!.deliveryId);
});
