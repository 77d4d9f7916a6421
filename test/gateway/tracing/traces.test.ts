import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test, vi } from "vitest";
import { createAuthority } from "../../support/certificates.ts";
import { freshDatabase } from "../../support/fresh_database.ts";
import { type Span, startOtlpReceiver } from "../../support/otlp_receiver.ts";
import { openService, seedOrganization } from "../../support/seeded.ts";
import { patience, timed } from "../../support/time_bounds.ts";
import { secretsEnvironment, subscribe } from "../../support/webhooks.ts";
import { adminHere, run, startService } from "../process/spawned.ts";

const common = { ...secretsEnvironment, DEMO_DATA: "false" };

/** Values that must be in no span. */
const planted = {
  name: "Planted Person",
  phone: "+49 151 55500123",
  query: "plantedquery",
  path: "plantedpath",
  email: "planted@person.example",
  password: "planted-password-1",
  hookPath: "planted-hook-token",
};

/** A database with an organization, a key and optionally a webhook. */
async function prepare(hookUrl?: string) {
  const databaseUrl = await freshDatabase();
  await using seeding = await openService(databaseUrl);
  const scope = await seedOrganization(seeding, { slotCapacity: 100 });
  if (hookUrl !== undefined) await subscribe(seeding, scope, { url: hookUrl });
  const words = ["api-key", "create", "--organization", `${scope.organizationId}`, "--name", "k"];
  const { json } = await adminHere(words, { DATABASE_URL: databaseUrl });
  return { databaseUrl, departmentId: scope.departmentId, key: json.key as string };
}

/** A receiver of webhooks over TLS that keeps the headers of what comes in. */
async function startHook() {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "appointments-traces-"));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const authority = createAuthority("Authority of the hook");
  const authorityFile = join(folder, "authority.pem");
  await writeFile(authorityFile, authority.cert);
  const received: IncomingHttpHeaders[] = [];
  const server = createServer(authority.issue({ names: ["127.0.0.1"] }), (request, response) => {
    received.push(request.headers);
    request.resume().once("end", () => response.writeHead(204).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.defer(() => void server.close());
  opened.defer(() => server.closeAllConnections());
  const everything = opened.move();
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}/${planted.hookPath}`,
    received,
    environment: { NODE_EXTRA_CA_CERTS: authorityFile, WEBHOOK_ALLOW_PRIVATE_NETWORK: "true" },
    [Symbol.asyncDispose]: () => everything.disposeAsync(),
  };
}

const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const callersSpan = "00f067aa0ba902b7";

function booking(
  { url, key, departmentId }: { url: string; key: string; departmentId: number },
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/api/v1/appointments`, {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ departmentId, dateTime: "2037-03-01T10:00", ...personal }),
  });
}

const personal = { name: planted.name, phone: planted.phone };

function childrenOf(spans: readonly Span[], parent: Span): Span[] {
  return spans.filter((span) => span.parentId === parent.spanId && span.traceId === parent.traceId);
}

test.each([["1"], ["2"]])(
  "with %s HTTP processes, a booking and its webhook are one trace that continues the caller's",
  async (processes) => {
    await using collector = await startOtlpReceiver();
    await using hook = await startHook();
    const { databaseUrl, ...at } = await prepare(hook.url);
    const service = await startService({
      ...common,
      ...hook.environment,
      DATABASE_URL: databaseUrl,
      HTTP_PROCESSES: processes,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-collector-key=a%20secret",
      OTEL_SERVICE_NAME: "clinic",
    });
    const caller = {
      traceparent: `00-${traceId}-${callersSpan}-01`,
      tracestate: "vendor=abc",
      "X-Request-Id": "request-7",
    };
    const booked = await booking({ ...service, ...at }, caller);
    expect(booked.headers.get("x-request-id")).toBe("request-7");
    await vi.waitFor(() => expect(hook.received).toHaveLength(1), { timeout: 60_000 });
    const malformed = { traceparent: `00-${traceId}-xyz-01` };
    expect((await booking({ ...service, ...at }, malformed)).status).toBe(201);
    await vi.waitFor(() => expect(hook.received).toHaveLength(2), { timeout: 60_000 });
    await fetch(`${service.url}/${planted.path}?q=${planted.query}`);
    await fetch(
      `${service.url}/api/v1/appointments?startDate=2037-03-01&endDate=2037-03-01&name=${planted.query}`,
      { headers: { "X-API-Key": at.key } },
    );
    await fetch(`${service.url}/trpc/session.current,session.current?batch=1`);
    await fetch(`${service.url}/trpc/${planted.path}`);
    const { email, password } = planted;
    await fetch(`${service.url}/trpc/session.signIn`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: service.url },
      body: JSON.stringify({ email, password }),
    });
    expect(await service.stop()).toBe(0);

    const spans = collector.spans();
    expect(collector.headers[0]!["x-collector-key"]).toBe("a secret");
    expect(new Set(spans.map((span) => span.service))).toEqual(new Set(["clinic"]));
    const trace = spans.filter((span) => span.traceId === traceId);
    const [request, ...others] = trace.filter((span) => span.parentId === callersSpan);
    expect(others).toEqual([]);
    expect(request).toMatchObject({
      name: "POST /api/v1/appointments",
      kind: 2,
      traceState: "vendor=abc",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/v1/appointments",
        "http.response.status_code": 201,
        "http.response.header.x-request-id": ["request-7"],
      },
    });
    const useCase = childrenOf(trace, request!).find(({ name }) => name === "bookAppointment")!;
    const parts = childrenOf(trace, useCase);
    const batch = parts.find(({ name }) => name === "book in a transaction")!;
    expect(batch.attributes["appointment.batch.size"]).toBe(1);
    expect(childrenOf(trace, batch).map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "begin",
        "lock free balances",
        "write a booking, usage, feed",
        "write events",
        "commit",
      ]),
    );
    const delivery = parts.find(({ name }) => name === "POST")!;
    expect(delivery).toMatchObject({
      kind: 3,
      status: 0,
      attributes: {
        "server.address": "127.0.0.1",
        "http.response.status_code": 204,
        "appointment.event.type": "appointment.created",
      },
    });
    // Everything hangs together.
    const known = new Set([callersSpan, ...trace.map(({ spanId }) => spanId)]);
    expect(trace.filter(({ parentId }) => !known.has(parentId))).toEqual([]);
    expect(hook.received[0]).toMatchObject({
      traceparent: `00-${traceId}-${delivery.spanId}-01`,
      tracestate: "vendor=abc",
      "x-request-id": "request-7",
    });

    // A malformed header begins a trace.
    const second = /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(
      `${hook.received[1]!["traceparent"]}`,
    );
    expect(second![1]).not.toBe(traceId);
    const fresh = spans.filter((span) => span.traceId === second![1]);
    expect(fresh.filter(({ parentId }) => parentId === "").map(({ name }) => name)).toEqual([
      "POST /api/v1/appointments",
    ]);
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "GET",
        "GET /api/v1/appointments",
        "GET /trpc/{batch}",
        "GET /trpc/{procedure}",
        "POST /trpc/session.signIn",
      ]),
    );
    const sent = Buffer.concat(collector.bodies).toString("latin1");
    expect(sent).toContain("write a booking, usage, feed");
    for (const value of [...Object.values(planted), at.key, at.key.slice(-12)]) {
      expect(sent).not.toContain(value);
    }
  },
);

test("a transaction for several requests is found from the trace of each, and each delivery is in its own", async () => {
  await using collector = await startOtlpReceiver();
  await using hook = await startHook();
  const { databaseUrl, ...at } = await prepare(hook.url);
  const service = await startService({
    ...common,
    ...hook.environment,
    DATABASE_URL: databaseUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const holder = new Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin; select from balances for update");
  const headersOf = (i: number) => ({
    traceparent: `00-${String(i).padStart(32, "a")}-${callersSpan}-01`,
  });
  const first = booking({ ...service, ...at }, headersOf(0));
  await vi.waitFor(async () => {
    const { rows } = await holder.query(
      "select from pg_locks where pg_blocking_pids(pid) @> array[pg_backend_pid()] and not granted",
    );
    expect(rows).toHaveLength(1);
  }, { timeout: 60_000, interval: 10 });
  // They wait for their turn after the first one.
  const others = Array.from(
    { length: 5 },
    (_, i) => booking({ ...service, ...at }, headersOf(i + 1)),
  );
  // Each counts against the limit of the key just before it waits. A wait ends after 5 s, so a slow sign is too late.
  let looks = 0;
  await vi.waitFor(async () => {
    const headers = { "X-API-Key": at.key };
    const look = await fetch(`${service.url}/api/v1/departments`, { headers });
    looks += 1;
    const [limit, left] = ["Limit", "Remaining"]
      .map((name) => Number(look.headers.get(`X-RateLimit-${name}`)));
    expect(limit! - left! - looks).toBe(6);
  }, { timeout: 60_000, interval: 10 });
  await holder.query("commit");
  await holder.end();
  const answers = await Promise.all([first, ...others]);
  expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 201));
  await vi.waitFor(() => expect(hook.received).toHaveLength(6), { timeout: 60_000 });
  expect(await service.stop()).toBe(0);

  const spans = collector.spans();
  const batches = spans.filter(({ name }) => name === "book in a transaction");
  const useCases = spans.filter(({ name }) => name === "bookAppointment");
  expect(useCases).toHaveLength(6);
  const largest = Math.max(...batches.map(({ links }) => links.length));
  expect(largest).toBeGreaterThan(0);
  const idsOf = ({ traceId, spanId }: { traceId: string; spanId: string }) =>
    `${traceId} ${spanId}`;
  for (const useCase of useCases) {
    const own = batches.filter((batch) =>
      idsOf({ ...batch, spanId: batch.parentId }) === idsOf(useCase) ||
      batch.links.some((link) => idsOf(link) === idsOf(useCase)) &&
        useCase.links.some((link) => idsOf(link) === idsOf(batch))
    );
    expect(own.length).toBeGreaterThan(0);
    const deliveries = childrenOf(spans, useCase).filter(({ name }) => name === "POST");
    expect(deliveries).toHaveLength(1);
  }
});

test("statements without a name have the request id and the trace in a comment, and named ones do not", async () => {
  await using collector = await startOtlpReceiver();
  const { databaseUrl, ...at } = await prepare();
  await using service = await startService({
    ...common,
    DATABASE_URL: databaseUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  });
  const [holder, observer] = [1, 2].map(() => new Client({ connectionString: databaseUrl }));
  await holder!.connect();
  // A transaction sees the activity of its first look only.
  await observer!.connect();
  await holder!.query("begin; lock table appointments in access exclusive mode");
  const list = fetch(
    `${service.url}/api/v1/appointments?startDate=2037-03-01&endDate=2037-03-01`,
    {
      headers: {
        "X-API-Key": at.key,
        "X-Request-Id": "request-8",
        traceparent: `00-${traceId}-${callersSpan}-01`,
      },
    },
  );
  await vi.waitFor(async () => {
    const { rows } = await observer!.query<{ query: string }>(
      "select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    expect(rows).toEqual([{
      query: expect.stringMatching(
        new RegExp(
          String.raw`^/\*request_id='request-8',traceparent='00-${traceId}-[0-9a-f]{16}-01'\*/ `,
        ),
      ),
    }]);
  }, { timeout: 60_000 });
  await holder!.query("rollback");
  expect((await list).status).toBe(200);
  await holder!.query("begin; lock table api_keys in access exclusive mode");
  const named = booking({ ...service, ...at }, { "X-Request-Id": "request-9" });
  await vi.waitFor(async () => {
    const { rows } = await observer!.query<{ query: string }>(
      "select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    // The note that the key was used may wait, too.
    expect(rows).toContainEqual({ query: expect.stringMatching(/^\s+select requested\.position/) });
  }, { timeout: 60_000 });
  await holder!.query("rollback");
  await holder!.end();
  await observer!.end();
  expect((await named).status).toBe(201);
});

test.each([["hangs"], ["is away"]])(
  "a collector that %s delays no request and no stop, and is logged once",
  timed,
  async (how) => {
    await using collector = await startOtlpReceiver(() => undefined);
    const { databaseUrl, ...at } = await prepare();
    const service = await startService({
      ...common,
      DATABASE_URL: databaseUrl,
      OTEL_EXPORTER_OTLP_ENDPOINT: how === "hangs" ? collector.url : "http://127.0.0.1:1",
    });
    let slowestMs = 0;
    for (let i = 0; i < 100; i += 1) {
      const startedAt = performance.now();
      expect((await booking({ ...service, ...at })).status).toBe(201);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    }
    expect(slowestMs).toBeLessThan(patience(3000));
    const stoppedAt = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(patience(8000));
    const lines = service.err().split("\n").filter((line) => line.includes("spans"));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes("sending spans failed")).length).toBeLessThan(2);
    expect(lines.at(-1)).toContain("spans were not sent to the collector");
    expect(JSON.parse(lines.at(-1)!).dropped).toBeGreaterThan(500);
  },
);

test("npm run worker continues the trace of a request that another process served", async () => {
  await using collector = await startOtlpReceiver();
  await using hook = await startHook();
  const { databaseUrl, ...at } = await prepare(hook.url);
  const environment = {
    ...common,
    DATABASE_URL: databaseUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  const service = await startService({ ...environment, WEBHOOK_WORKER: "false" });
  const worker = run("worker.ts", {
    environment: {
      ...environment,
      ...hook.environment,
      SESSION_SECRET: "s".repeat(32),
      OTEL_SERVICE_NAME: "worker",
      LOG_LEVEL: "warn",
    },
  });
  await booking({ ...service, ...at }, { traceparent: `00-${traceId}-${callersSpan}-01` });
  // Not sampled, so its delivery is not either.
  await booking({ ...service, ...at }, { traceparent: `00-${"b".repeat(32)}-${callersSpan}-00` });
  await vi.waitFor(() => expect(hook.received).toHaveLength(2), { timeout: 60_000 });
  worker.child.kill();
  expect(await worker.ended).toBe(0);
  expect(await service.stop()).toBe(0);
  const spans = collector.spans();
  const deliveries = spans.filter((span) => span.service === "worker");
  expect(deliveries.map(({ name, traceId }) => ({ name, traceId }))).toEqual([
    { name: "POST", traceId },
  ]);
  const useCase = spans.find(({ spanId }) => spanId === deliveries[0]!.parentId);
  expect(useCase!.name).toBe("bookAppointment");
  expect(hook.received.filter((headers) => headers["traceparent"] !== undefined)).toHaveLength(1);
});
