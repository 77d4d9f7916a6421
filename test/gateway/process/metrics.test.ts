import { expect, test, vi } from "vitest";
import { freshDatabase } from "../../support/fresh_database.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { commitEvents, secretsEnvironment, subscribe } from "../../support/webhooks.ts";
import { parseExposition, type Sample, valueOf } from "../metrics/exposition.ts";
import { adminHere, run, startService } from "./spawned.ts";

const common = { ...secretsEnvironment, DEMO_DATA: "false", WEBHOOK_ALLOW_PRIVATE_NETWORK: "true" };

async function scrape(out: string): Promise<Sample[]> {
  const url = /^Metrics +(?:on )?(http:\/\/\S+)$/m.exec(out)![1]!;
  const answer = await fetch(url);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  return parseExposition(await answer.text());
}

test.each([["1"], ["2"]])(
  "a service of %s HTTP processes measures requests, bookings, refusals and deliveries on METRICS_PORT",
  async (processes) => {
    const DATABASE_URL = await freshDatabase();
    await using seeding = await openService(DATABASE_URL);
    const scope = await seedOrganization(seeding);
    const { webhookId } = await subscribe(seeding, scope, { url: "https://127.0.0.1:1/" });
    const words = ["api-key", "create", "--organization", `${scope.organizationId}`, "--name", "k"];
    const { json } = await adminHere(words, { DATABASE_URL });
    await using service = await startService({
      ...common,
      DATABASE_URL,
      // The API is on every network, and the metrics are not.
      HOST: "0.0.0.0",
      METRICS_PORT: "0",
      HTTP_PROCESSES: processes,
    });
    expect(service.out()).toMatch(/^Metrics +http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
    const api = `${service.url}/api/v1/appointments`;
    const book = (departmentId: number) =>
      fetch(api, {
        method: "POST",
        headers: { "X-API-Key": json.key, "Content-Type": "application/json" },
        body: JSON.stringify({ departmentId, dateTime: "2037-03-01T10:00", name: "Ada" }),
      });
    const { id } = await (await book(scope.departmentId)).json() as { id: number };
    expect((await book(999_999)).status).toBe(404);
    expect((await fetch(`${api}/${id}`, { headers: { "X-API-Key": json.key } })).status).toBe(200);
    expect((await fetch(`${service.url}/no/such/path`)).status).toBe(404);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    await commitEvents(DATABASE_URL, scope, [{ webhookId, count: 1 }]);

    await vi.waitFor(async () => {
      const samples = await scrape(service.out());
      const retries = valueOf(samples, "appointment_webhook_attempts_total", {
        outcome: "will_retry",
      });
      // The booking has an event, too.
      expect(retries).toBe(2);
    }, { timeout: 60_000, interval: 100 });
    const samples = await scrape(service.out());
    const requests = samples.filter(({ name }) =>
      name === "http_server_request_duration_seconds_count"
    );
    const label = ({ labels }: Sample) =>
      `${labels["http_request_method"]} ${labels["http_route"]} ${
        labels["http_response_status_code"]
      }`;
    expect(requests.map((one) => `${label(one)} ${one.value}`).sort()).toEqual([
      "GET /api/v1/appointments/{id} 200 1",
      "GET unmatched 404 2",
      "POST /api/v1/appointments 201 1",
      "POST /api/v1/appointments 404 1",
    ]);
    const bookings = (outcome: string) =>
      valueOf(samples, "appointment_bookings_total", { environment: "LIVE", outcome });
    expect([bookings("booked"), bookings("refused")]).toEqual([1, 1]);
    expect(valueOf(samples, "appointment_refusals_total", { code: "DEPARTMENT_NOT_FOUND" })).toBe(
      1,
    );
    expect(valueOf(samples, "appointment_booking_batch_size_sum")).toBe(2);
    expect(
      valueOf(samples, "appointment_limit_decisions_total", {
        limit: "api_key",
        decision: "allowed",
      }),
    )
      .toBe(3);
    expect(valueOf(samples, "appointment_database_up")).toBe(1);
    const table = { table: "usage_entries" };
    expect(valueOf(samples, "appointment_partition_months_ahead", table)).toBe(3);
    expect(valueOf(samples, "appointment_last_backup_timestamp_seconds")).toBe(0);
    expect(valueOf(samples, "appointment_last_erasure_list_timestamp_seconds")).toBeUndefined();
    expect(valueOf(samples, "appointment_certificate_end_timestamp_seconds")).toBeUndefined();
    expect(valueOf(samples, "appointment_database_writable")).toBe(1);
    expect(valueOf(samples, "db_client_connection_pending_requests")).toBe(0);
  },
);

test("npm run worker serves the metrics of its deliveries", async () => {
  const environment = { ...common, DATABASE_URL: await freshDatabase(), METRICS_PORT: "0" };
  const worker = run("worker.ts", {
    environment: { ...environment, SESSION_SECRET: "s".repeat(32), LOG_LEVEL: "warn" },
  });
  await vi.waitFor(() => expect(worker.out()).toContain("Delivering"), { timeout: 60_000 });
  const samples = await scrape(worker.out());
  worker.child.kill();
  await worker.ended;
  expect(valueOf(samples, "appointment_webhook_attempts_total", { outcome: "delivered" })).toBe(0);
  expect(valueOf(samples, "appointment_webhook_due_attempts")).toBe(0);
});

test("without METRICS_PORT no further port is open, and a port in use ends the start", async () => {
  const DATABASE_URL = await freshDatabase();
  await using service = await startService({ ...common, DATABASE_URL });
  expect(service.out()).not.toContain("Metrics");
  const port = new URL(service.url).port;
  const { ended, err } = run("main.ts", {
    environment: { ...common, DATABASE_URL, PORT: "0", METRICS_PORT: port },
  });
  expect(await ended).toBe(1);
  expect(err()).toMatch(/^Cannot listen on http:\/\/127\.0\.0\.1:\d+ for metrics: .*METRICS_PORT/);
});
