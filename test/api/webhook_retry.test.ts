import { expect, test } from "vitest";
import { setTimeout } from "node:timers/promises";
import { startApi } from "../support/api.ts";
import { startWorker } from "../support/running_service.ts";
import { signInStaff } from "../support/staff_browser.ts";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { clientPerFile, perFile } from "../support/per_file.ts";

// Retries by hand race with two processes that deliver: the service and a worker.
const eventCount = 60;
const soon = { timeout: 60_000, interval: 50 };

const { environment } = await perFile(receiverEnvironment());
const receiver = await perFile(startWebhookReceiver());
const api = await perFile(startApi({ environment }));
await perFile(startWorker(api.databaseUrl, environment));
const tenant = await api.organization({ slotCapacity: 1000 });
const staff = await signInStaff(api, tenant.organizationId);
const input = { url: receiver.url, events: ["APPOINTMENT_CREATED"] };
const id = (await staff.post("/webhooks", input)).body.id;
const client = await clientPerFile(api.databaseUrl);

const countOf = async (where: string) => {
  const text = `select count(*)::int as count from webhook_attempts where ${where}`;
  return (await client.query<{ count: number }>(text)).rows[0]!.count;
};

// A retry waits this long for its turn among those of its organization, and for a free connection. On a busy machine some
// of 240 simultaneous retries wait too long. They have done nothing.
const longestWaitMs = 5000;
const busy = {
  code: "SERVICE_UNAVAILABLE",
  message: expect.stringMatching(
    /cannot reach its database|requests of this organization are waiting/,
  ),
};

/** Retries by hand, and again while the service is busy. Returns the final status. */
async function retry(logId: string): Promise<number> {
  for (;;) {
    const sentAt = performance.now();
    const { status, body, headers } = await staff.post(`/webhooks/logs/${logId}/retry`);
    if (status !== 503) return status;
    expect(body.error).toEqual(busy);
    expect(performance.now() - sentAt).toBeGreaterThan(longestWaitMs - 50);
    await setTimeout(Number(headers.get("Retry-After")) * 1000);
  }
}

test(
  "a pending attempt is made now and once, however many retries race with the workers of two processes",
  async () => {
    const seen = new Set<string>();
    receiver.answer = (response, { headers }) => {
      const event = headers["webhook-id"]!;
      response.writeHead(seen.has(event) ? 204 : 500).end();
      seen.add(event);
    };
    const { departmentId } = tenant;
    const booking = { departmentId, dateTime: "2038-03-01T10:00:00", name: "Ada" };
    await Promise.all(Array.from({ length: eventCount }, () => tenant.post(booking)));
    await expect.poll(async () => {
      // On a busy machine the second attempts could be due before the retries.
      await client.query(
        "update webhook_attempts set due_at = now() + interval '1 hour' where status = 'PENDING' and attempt = 2",
      );
      return await countOf("status = 'FAILED'");
    }, soon).toBe(eventCount);
    const { rows } = await client.query<{ id: string }>(
      "select id from webhook_attempts where status = 'FAILED' order by id",
    );
    // Each event is retried four times at once, while the retries before it are being delivered.
    const answers = await Promise.all(
      rows.map((row) => Promise.all(Array.from({ length: 4 }, () => retry(row.id)))),
    );
    for (const statuses of answers) {
      expect([202, 409]).toEqual(expect.arrayContaining(statuses));
      expect(statuses).toContain(202);
    }
    await expect.poll(async () => {
      // On a busy machine the receiver may answer an attempt too late. The next one would be made in minutes.
      const again = "select id from webhook_attempts where status = 'PENDING' and attempt > 2";
      for (const row of (await client.query<{ id: string }>(again)).rows) await retry(row.id);
      return await countOf("status = 'DELIVERED'");
    }, soon).toBe(eventCount);
    // Two attempts of each event, none of them sent twice, and none left. An attempt that was answered too
    // late is one more of its event, or takes the place of the first one, and the receiver may not have got it.
    const late = await countOf("error = 'No answer within 5 s'");
    const made = await countOf("true");
    expect(await countOf("error = 'Answered 500'") + late).toBe(made - eventCount);
    expect(Math.abs(made - 2 * eventCount)).toBeLessThanOrEqual(late);
    expect(receiver.received.length).toBeLessThanOrEqual(made);
    expect(receiver.received.length).toBeGreaterThanOrEqual(made - late);
    const [{ healthStatus }] = (await staff.get("/webhooks")).body;
    expect(healthStatus).toBe("HEALTHY");
    const again = await staff.post(`/webhooks/logs/${rows[0]!.id}/retry`);
    expect([again.status, again.body.error.code]).toEqual([409, "CONFLICT"]);
  },
);

test(
  "a delivery in flight is refused with 409, and is retried once it has failed",
  async () => {
    const held = Promise.withResolvers<() => void>();
    receiver.answer = (response) => held.resolve(() => response.writeHead(500).end());
    await tenant.post({
      departmentId: tenant.departmentId,
      dateTime: "2038-03-01T10:00:00",
      name: "Bo",
    });
    const answer = await held.promise;
    const { body: { content: [entry] } } = await staff.get(`/webhooks/${id}/logs?size=1`);
    expect((await staff.post(`/webhooks/logs/${entry.id}/retry`)).status).toBe(409);
    receiver.answer = (response) => response.writeHead(204).end();
    answer();
    await expect.poll(() => countOf("status = 'PENDING' and attempt = 2"), soon).toBe(1);
    const retried = await staff.post(`/webhooks/logs/${entry.id}/retry`);
    expect([retried.status, retried.body.attempt]).toEqual([202, 2]);
    await expect.poll(() => countOf("status = 'PENDING'"), soon).toBe(0);
  },
);
