import { expect, test } from "vitest";
import { startApi } from "../support/api.ts";
import { startWorker } from "../support/running_service.ts";
import { signInStaff } from "../support/staff_browser.ts";
import { receiverEnvironment, startWebhookReceiver } from "../support/webhook_receiver.ts";
import { patience } from "../support/time_bounds.ts";
import { clientPerFile, perFile } from "../support/per_file.ts";

// `npm run worker` next to a service that delivers nothing itself.
const soon = { timeout: 60_000, interval: 20 };

const { environment } = await perFile(receiverEnvironment());
const receiver = await perFile(startWebhookReceiver());
const api = await perFile(startApi({ environment: { ...environment, WEBHOOK_WORKER: "false" } }));
const tenant = await api.organization({ slotCapacity: 1000 });
const staff = await signInStaff(api, tenant.organizationId);
const input = { url: receiver.url, events: ["APPOINTMENT_CREATED"] };
const id = (await staff.post("/webhooks", input)).body.id;
const client = await clientPerFile(api.databaseUrl);

async function book(count: number): Promise<number[]> {
  const { departmentId } = tenant;
  const input = { departmentId, dateTime: "2038-03-01T10:00:00", name: "Ada" };
  const made = await Promise.all(Array.from({ length: count }, () => tenant.post(input)));
  return made.map(({ body }) => body.id);
}

/** Returns the appointments of the events that the receiver got since `from`. */
const receivedOf = (from = 0): number[] =>
  receiver.received.slice(from).map(({ body }) => JSON.parse(body.toString()).data.object.id);
const ascending = (ids: number[]) => ids.toSorted((a, b) => a - b);
const statuses = async (): Promise<Record<string, number>> => {
  const { body } = await staff.get(`/webhooks/${id}/logs?size=100`);
  const entries = Object.groupBy(body.content as { status: string }[], ({ status }) => status);
  return Object.fromEntries(
    Object.entries(entries).map(([status, some]) => [status, some!.length]),
  );
};

/** What the service and the worker may open. */
const sizes = `select service_connections as connections, service_processes as processes
  from reporting_heartbeats order by 1 limit 2`;

test(
  "the service with WEBHOOK_WORKER=false delivers nothing but tests; a worker alone delivers what it committed",
  async () => {
    const before = await book(5);
    expect((await staff.post(`/webhooks/${id}/test`)).body.success).toBe(true);
    expect(receivedOf()).toEqual([0]);
    expect(await statuses()).toEqual({ PENDING: 5, DELIVERED: 1 });
    const ownSize = { ...environment, DATABASE_POOL_SIZE: "20", HTTP_PROCESSES: "3" };
    await using worker = await startWorker(api.databaseUrl, ownSize);
    await expect.poll(() => receiver.received.length, soon).toBe(6);
    const after: number[] = [];
    // The least of some: other work of the machine only adds to it.
    let minMs = Infinity;
    while (after.length < 1 || after.length < 5 && minMs >= 2000) {
      const committed = performance.now();
      after.push(...await book(1));
      await expect.poll(() => receiver.received.length, soon).toBe(6 + after.length);
      minMs = Math.min(minMs, performance.now() - committed);
    }
    expect(minMs).toBeLessThan(patience(2000));
    expect(ascending(receivedOf(1))).toEqual(ascending([...before, ...after]));
    await expect.poll(statuses, soon).toEqual({ DELIVERED: 6 + after.length });
    await expect.poll(async () => (await client.query(sizes)).rows, soon).toEqual([
      { connections: 10 + 2 + 2 + 10, processes: 1 },
      { connections: 20 + 2 + 2 + 10, processes: 1 },
    ]);
    expect((await worker.stop()).exitCode).toBe(0);
  },
);

test("SIGTERM of a worker with deliveries in flight loses none and repeats none", async () => {
  const from = receiver.received.length;
  const waiting: (() => void)[] = [];
  receiver.answer = (response) => void waiting.push(() => response.writeHead(204).end());
  // First, because an attempt fails after 5 s without an answer: nothing slow happens while some are in flight.
  const made = await book(20);
  await using first = await startWorker(api.databaseUrl, environment);
  await expect.poll(() => waiting.length, soon).toBe(8);
  let isStopped = false;
  const stopped = first.stop("SIGTERM").finally(() => isStopped = true);
  waiting.shift()!();
  const isDelivered = "select from webhook_attempts where status = 'DELIVERED'";
  await expect.poll(async () => (await client.query(isDelivered)).rowCount, soon).toBe(8);
  expect(isStopped).toBe(false);
  receiver.answer = (response) => response.writeHead(204).end();
  for (const answer of waiting) answer();
  expect((await stopped).exitCode).toBe(0);
  const { DELIVERED: delivered = 0, PENDING: left = 0, ...others } = await statuses();
  expect(others).toEqual({});
  expect(delivered + left).toBe(27);
  expect(left).toBeGreaterThan(0);
  expect(receivedOf()).toHaveLength(delivered);
  const { rows } = await client.query("select from webhook_attempts where lease is not null");
  expect(rows).toEqual([]);

  await using second = await startWorker(api.databaseUrl, environment);
  await expect.poll(statuses, soon).toEqual({ DELIVERED: 27 });
  expect((await second.stop()).exitCode).toBe(0);
  expect(ascending(receivedOf(from))).toEqual(ascending(made));
});
