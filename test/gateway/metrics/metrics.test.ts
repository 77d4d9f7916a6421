import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parse } from "yaml";
import { type Application, DomainError } from "../../../core/mod.ts";
import type {
  BookingGate,
  BookingScope,
  BookingVerdict,
  DeliveryQueue,
  SettledAttempt,
} from "../../../core/ports.ts";
import type { ObservedLimits } from "../../../gateway/metrics/limits.ts";
import { createMetrics, type Metrics, startMetricsServer } from "../../../gateway/metrics/mod.ts";
import { hasPromtool } from "../../support/promtool.ts";
import { parseExposition, type Sample, valueOf } from "./exposition.ts";

async function samplesOf(metrics: Metrics, ...others: Metrics[]): Promise<Sample[]> {
  const values = await Promise.all(others.map((one) => one.values()));
  return parseExposition(await metrics.text(values));
}

const state = {
  pools: () => [{ pool: "main", used: 3, idle: 2, waiting: 1 }],
  waitingWork: async () => ({
    due: 4,
    oldestDueSeconds: 5,
    overdueLeases: 6,
    waitingDeltas: 7,
    lagSeconds: 8,
  }),
  acceptsWrites: () => true,
  isRedisUp: () => true,
  reportingStatus: () => ({ isAvailable: true, lagSeconds: 9 }),
  upkeep: async () => ({
    lastBackupSeconds: 10,
    lastErasureListSeconds: 18,
    synchronousStandbys: 17,
    archive: { isFailing: true, lastSeconds: 16, dueSeconds: 18 },
    partitions: [{ table: "t", monthsAhead: 11, missingMonths: 12 }],
    ending: [{ kind: "api_key", count: 13 }],
  }),
  certificates: {
    public_url: async () => ({ endSeconds: 14 }),
    postgres: async () => ({ endSeconds: 15 }),
    redis: async () => undefined,
  },
};

test("a request is counted under its template; unknown methods and paths share a label", async () => {
  const metrics = createMetrics();
  const route = "/api/v1/appointments/{id}";
  metrics.requests.onAnswered({ method: "GET", route, status: 200, seconds: 0.02 });
  metrics.requests.onAnswered({ method: "BREW", route: undefined, status: 404, seconds: 2 });
  metrics.requests.onAnswered({ method: "PUT", route, status: 405, seconds: 0 });
  metrics.requests.onAnswered({ method: "PATCH", route, status: 405, seconds: 0 });
  const samples = await samplesOf(metrics);
  const name = "http_server_request_duration_seconds";
  const labels = {
    http_route: route,
    http_request_method: "GET",
    http_response_status_code: "200",
  };
  expect(valueOf(samples, `${name}_bucket`, { ...labels, le: "0.01" })).toBe(0);
  expect(valueOf(samples, `${name}_bucket`, { ...labels, le: "0.025" })).toBe(1);
  expect(
    valueOf(samples, `${name}_count`, { http_request_method: "_OTHER", http_route: "unmatched" }),
  )
    .toBe(1);
  expect(valueOf(samples, `${name}_count`, { http_request_method: "_OTHER", http_route: route }))
    .toBe(2);
});

test("scrapes at the same time share one read, and the next one reads again", async () => {
  let reads = 0;
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const server = await startMetricsServer({
    host: "127.0.0.1",
    port: 0,
    log: { warn: () => {} },
    contentType: "text/plain",
    async read() {
      reads += 1;
      await mayEnd;
      if (reads === 2) throw new Error("the second read fails");
      return `read ${reads}`;
    },
  });
  try {
    const scrape = async () => {
      const response = await fetch(server.url);
      return [response.status, await response.text()];
    };
    // Three requests in one packet: the server has all of them when the first one is read.
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.write("GET /metrics HTTP/1.1\r\nHost: metrics\r\n\r\n".repeat(3));
    await expect.poll(() => reads).toBe(1);
    let answers = "";
    socket.on("data", (bytes) => answers += bytes);
    end();
    await expect.poll(() => answers.match(/read 1/g)?.length).toBe(3);
    socket.destroy();
    expect(await scrape()).toEqual([500, "Reading the metrics failed\n"]);
    expect(await scrape()).toEqual([200, "read 3"]);
  } finally {
    await server.stop();
  }
});

describe("bookings", () => {
  const scope: BookingScope = { organizationId: 1, environment: "LIVE" };
  test.each<[string, () => Promise<unknown>, number]>([
    ["booked", async () => ({ kind: "booked", creditEntry: { amount: -1 } }), 1],
    ["replayed", async () => ({ kind: "replayed" }), 0],
    ["refused", async () => ({ kind: "refused" }), 0],
    ["failed", () => Promise.reject(new Error("away")), 0],
  ])(
    "%s counts under its outcome, and credits only if it is booked",
    async (outcome, book, credits) => {
      const metrics = createMetrics();
      const gate = metrics.bookings.observe(
        { book: book as () => Promise<BookingVerdict> } as unknown as BookingGate,
      );
      await gate.book(scope, {} as never).catch(() => {});
      const samples = await samplesOf(metrics);
      expect(valueOf(samples, "appointment_bookings_total", { environment: "LIVE", outcome })).toBe(
        1,
      );
      const total = samples.filter(({ name }) => name === "appointment_bookings_total");
      expect(total.reduce((sum, { value }) => sum + value, 0)).toBe(1);
      expect(valueOf(samples, "appointment_credits_spent_total", { environment: "LIVE" })).toBe(
        credits,
      );
    },
  );
});

test("a refusal counts under its code; other errors and successes do not, and answers are unchanged", async () => {
  const refused = new DomainError("DEPARTMENT_NOT_FOUND", "No such department");
  const enforced = Object.assign(() => Promise.reject(refused), {
    permission: { role: "ADMIN" },
  });
  const metrics = createMetrics();
  const application = metrics.countRefusals({
    getDepartment: () => Promise.reject(refused),
    listDepartments: async () => ["one"],
    getAppointment: () => Promise.reject(new Error("defect")),
    now: () => 7,
    staff: { getDepartment: enforced },
  } as unknown as Application) as unknown as Record<string, () => unknown> & {
    staff: Record<string, typeof enforced>;
  };
  await expect(application["getDepartment"]!()).rejects.toBe(refused);
  await expect(application.staff["getDepartment"]!()).rejects.toBe(refused);
  expect(application.staff["getDepartment"]!.permission).toEqual({ role: "ADMIN" });
  await expect(application["getAppointment"]!()).rejects.toThrow("defect");
  expect(await application["listDepartments"]!()).toEqual(["one"]);
  expect(application["now"]!()).toBe(7);
  const samples = await samplesOf(metrics);
  expect(samples.filter(({ name }) => name === "appointment_refusals_total")).toEqual([
    { name: "appointment_refusals_total", labels: { code: "DEPARTMENT_NOT_FOUND" }, value: 2 },
  ]);
});

test("a settled attempt counts once under its outcome, although its write is repeated", async () => {
  const at = Temporal.Instant.from("2027-03-01T10:00:00Z");
  const attempt = (number: number, isDelivered: boolean, retries: boolean) =>
    ({
      claimed: { attempt: number, createdAt: at.subtract({ seconds: 3 }) },
      sentAt: at,
      result: { isDelivered, responseTimeMs: 40 },
      nextRetryAt: retries ? at.add({ minutes: 1 }) : null,
    }) as unknown as SettledAttempt;
  let writes = 0;
  const queue = {
    async settle() {
      writes += 1;
      if (writes === 1) throw new Error("away");
    },
    abandonOverdue: async () => 2,
  } as unknown as DeliveryQueue;
  const metrics = createMetrics();
  const observed = metrics.deliveries.observe(queue);
  const settled = [attempt(1, true, false), attempt(2, false, true), attempt(5, false, false)];
  await expect(observed.settle(settled)).rejects.toThrow("away");
  await observed.settle(settled);
  expect(await observed.abandonOverdue()).toBe(2);
  const samples = await samplesOf(metrics);
  const counted = samples.filter(({ name }) => name === "appointment_webhook_attempts_total");
  expect(counted.map(({ labels, value }) => [labels["outcome"], value])).toEqual([
    ["delivered", 1],
    ["will_retry", 1],
    ["failed", 1],
    ["abandoned", 2],
  ]);
  // Only of the first attempt.
  expect(valueOf(samples, "appointment_webhook_delay_seconds_sum")).toBe(3);
  expect(valueOf(samples, "appointment_webhook_delay_seconds_count")).toBe(1);
  expect(valueOf(samples, "appointment_webhook_attempt_duration_seconds_count")).toBe(3);
});

test("decisions of limits count by limit, and counts without Redis of their own", async () => {
  const metrics = createMetrics();
  const decide = (isAllowed: boolean) => async () => ({ isAllowed }) as never;
  const fixed: ObservedLimits = {
    hourlyLimits: { count: decide(false) },
    staffLimits: { count: decide(true) },
    reportingLimits: { count: decide(true) },
    signInLimits: { attempt: decide(false), forgive: async () => {}, countFailure: async () => 1 },
    publicLimits: {
      countUnknown: decide(true),
      countToken: decide(false),
      countWrongCode: decide(true),
      countChange: decide(true),
      countGuess: decide(false),
    },
  };
  const limits = metrics.limits.observe(fixed);
  await limits.hourlyLimits.count({} as never);
  await limits.staffLimits.count(1);
  await limits.reportingLimits.count(1 as never, 1);
  await limits.signInLimits.attempt({} as never);
  await limits.publicLimits.countUnknown("192.0.2.1");
  await limits.publicLimits.countToken("key");
  await limits.publicLimits.countWrongCode("key");
  await limits.publicLimits.countChange("key");
  await limits.publicLimits.countGuess({ kiosk: "key", ipAddress: "192.0.2.1" });
  metrics.limits.onLocalCount();
  const samples = await samplesOf(metrics);
  const counted = samples.filter(({ name, value }) =>
    name === "appointment_limit_decisions_total" && value > 0
  );
  expect(counted.map(({ labels }) => `${labels["limit"]} ${labels["decision"]}`)).toEqual([
    "api_key refused",
    "staff allowed",
    "reporting allowed",
    "sign_in refused",
    "screen_address allowed",
    "screen_token refused",
    "kiosk_code allowed",
    "link_change allowed",
    "kiosk_guess refused",
  ]);
  expect(counted.map(({ value }) => value)).toEqual(counted.map(() => 1));
  expect(valueOf(samples, "appointment_limit_local_counts_total")).toBe(1);
});

describe("the state at a scrape", () => {
  test("it has pools, waiting work and Redis", async () => {
    const metrics = createMetrics();
    metrics.addState(state);
    const samples = await samplesOf(metrics);
    expect(valueOf(samples, "db_client_connection_count", { db_client_connection_state: "used" }))
      .toBe(3);
    expect(valueOf(samples, "db_client_connection_pending_requests")).toBe(1);
    expect(valueOf(samples, "appointment_database_up")).toBe(1);
    expect(valueOf(samples, "appointment_webhook_due_attempts")).toBe(4);
    expect(valueOf(samples, "appointment_webhook_oldest_due_seconds")).toBe(5);
    expect(valueOf(samples, "appointment_webhook_overdue_leases")).toBe(6);
    expect(valueOf(samples, "appointment_usage_waiting_deltas")).toBe(7);
    expect(valueOf(samples, "appointment_usage_rollup_lag_seconds")).toBe(8);
    expect(valueOf(samples, "appointment_database_writable")).toBe(1);
    expect(valueOf(samples, "appointment_redis_up")).toBe(1);
    expect(valueOf(samples, "appointment_reporting_up")).toBe(1);
    expect(valueOf(samples, "appointment_reporting_lag_seconds")).toBe(9);
    expect(valueOf(samples, "appointment_last_backup_timestamp_seconds")).toBe(10);
    expect(valueOf(samples, "appointment_last_erasure_list_timestamp_seconds")).toBe(18);
    expect(valueOf(samples, "appointment_synchronous_standbys")).toBe(17);
    expect(valueOf(samples, "appointment_wal_archive_failing")).toBe(1);
    expect(valueOf(samples, "appointment_wal_last_archived_timestamp_seconds")).toBe(16);
    expect(valueOf(samples, "appointment_wal_archive_due_timestamp_seconds")).toBe(18);
    expect(valueOf(samples, "appointment_partition_months_ahead", { table: "t" })).toBe(11);
    expect(valueOf(samples, "appointment_missing_partitions", { table: "t" })).toBe(12);
    expect(valueOf(samples, "appointment_ending_keys", { kind: "api_key" })).toBe(13);
    const ends = samples.filter(({ name }) =>
      name === "appointment_certificate_end_timestamp_seconds"
    );
    expect(ends.map(({ labels, value }) => [labels["of"], value])).toEqual([
      ["public_url", 14],
      ["postgres", 15],
    ]);
  });

  test.each([
    ["without an archive nothing of it has a value", null, [undefined, undefined, undefined]],
    ["without archive_timeout the time says nothing", {
      isFailing: false,
      lastSeconds: 16,
      dueSeconds: null,
    }, [0, undefined, undefined]],
  ])("%s", async (_, archive, values) => {
    const metrics = createMetrics();
    metrics.addState({ upkeep: async () => ({ ...await state.upkeep(), archive }) });
    const samples = await samplesOf(metrics);
    expect([
      valueOf(samples, "appointment_wal_archive_failing"),
      valueOf(samples, "appointment_wal_last_archived_timestamp_seconds"),
      valueOf(samples, "appointment_wal_archive_due_timestamp_seconds"),
    ]).toEqual(values);
  });

  test("synchronous standbys that the role may not see have no value", async () => {
    const metrics = createMetrics();
    metrics.addState({
      upkeep: async () => ({ ...await state.upkeep(), synchronousStandbys: null }),
    });
    expect(valueOf(await samplesOf(metrics), "appointment_synchronous_standbys")).toBe(undefined);
  });

  test("what changes slowly is read once in 5 minutes, and again after a failure, which has no value", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const metrics = createMetrics();
    let reads = 0;
    metrics.addState({
      certificates: {
        redis() {
          reads += 1;
          return reads === 2
            ? Promise.reject(new Error("away"))
            : Promise.resolve({ endSeconds: reads });
        },
      },
    });
    const end = async () =>
      valueOf(await samplesOf(metrics), "appointment_certificate_end_timestamp_seconds");
    expect([await end(), await end()]).toEqual([1, 1]);
    vi.advanceTimersByTime(5 * 60_000);
    expect([await end(), await end(), await end()]).toEqual([undefined, 3, 3]);
  });

  test("of several processes the one that is furthest behind counts, and an unknown lag has no value", async () => {
    const [first, second, third] = [createMetrics(), createMetrics(), createMetrics()];
    let lagSeconds: number | null = 2;
    first.addState({ reportingStatus: () => ({ isAvailable: true, lagSeconds: 70 }) });
    second.addState({ reportingStatus: () => ({ isAvailable: lagSeconds !== null, lagSeconds }) });
    const both = await samplesOf(first, second);
    expect(valueOf(both, "appointment_reporting_up")).toBe(1);
    expect(valueOf(both, "appointment_reporting_lag_seconds")).toBe(70);
    lagSeconds = null;
    const alone = await samplesOf(second);
    expect(valueOf(alone, "appointment_reporting_up")).toBe(0);
    expect(valueOf(alone, "appointment_reporting_lag_seconds")).toBeUndefined();
    expect(valueOf(await samplesOf(first, second), "appointment_reporting_up")).toBe(0);
    expect(valueOf(await samplesOf(third), "appointment_reporting_up")).toBeUndefined();
  });

  test("a database that fails is 0, and its waiting work has no value", async () => {
    const metrics = createMetrics();
    let isAway = false;
    metrics.addState({
      waitingWork: () => isAway ? Promise.reject(new Error("away")) : state.waitingWork(),
    });
    await samplesOf(metrics);
    isAway = true;
    const samples = await samplesOf(metrics);
    expect(valueOf(samples, "appointment_database_up")).toBe(0);
    expect(valueOf(samples, "appointment_webhook_due_attempts")).toBeUndefined();
    isAway = false;
    expect(valueOf(await samplesOf(metrics), "appointment_webhook_due_attempts")).toBe(4);
  });

  test("several processes are added up, and Redis is up only if it is for each of them", async () => {
    const [first, second, third] = [createMetrics(), createMetrics(), createMetrics()];
    first.addState({ waitingWork: state.waitingWork });
    for (const [one, isUp] of [[second, true], [third, false]] as const) {
      one.addState({ pools: state.pools, isRedisUp: () => isUp });
      one.requests.onAnswered({ method: "GET", route: "/healthz", status: 200, seconds: 0.2 });
    }
    const samples = await samplesOf(first, second, third);
    expect(valueOf(samples, "http_server_request_duration_seconds_count")).toBe(2);
    expect(valueOf(samples, "db_client_connection_pending_requests")).toBe(2);
    expect(valueOf(samples, "appointment_redis_up")).toBe(0);
    expect(valueOf(samples, "appointment_webhook_due_attempts")).toBe(4);
  });
});

const folder = new URL("../../../gateway/metrics/", import.meta.url);
const rulesFile = new URL("alert_rules.yml", folder);

/** Returns the names of all metrics that have a sample after each kind of event. */
async function allNames(): Promise<Set<string>> {
  const metrics = createMetrics();
  metrics.addState(state);
  metrics.requests.onAnswered({ method: "GET", route: "/", status: 200, seconds: 1 });
  const refuse = () => Promise.reject(new DomainError("CONFLICT", ""));
  await metrics.countRefusals({ staff: {}, refuse }).refuse().catch(() => {});
  return new Set((await samplesOf(metrics)).map(({ name }) => name));
}

/** Returns the names of the metrics in an expression: words with `_` that are not a label and not a function. */
function namesIn(expression: string): string[] {
  const withoutLabels = expression.replaceAll(/\{[^}]*\}|by \([^)]*\)/g, "");
  return withoutLabels.match(/\b[a-z]\w*_\w+\b(?!\()/g) ?? [];
}

describe("the dashboard and the alert rules", () => {
  test.each<[string, (text: string) => string[]]>([
    [
      "grafana_dashboard.json",
      (text) =>
        (JSON.parse(text) as { panels: { targets?: { expr: string }[] }[] }).panels
          .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ],
    [
      "alert_rules.yml",
      (text) =>
        (parse(text) as { groups: { rules: { expr: string }[] }[] }).groups
          .flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ],
  ])("every metric that %s names exists", async (file, expressionsOf) => {
    const expressions = expressionsOf(await readFile(new URL(file, folder), "utf8"));
    const names = new Set(expressions.flatMap(namesIn));
    const known = await allNames();
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  });

  test("the dashboard shows what an operator must look after in each cell", async () => {
    const metrics = createMetrics();
    const own = new Set((await samplesOf(metrics)).map(({ name }) => name));
    metrics.addState({ upkeep: state.upkeep, certificates: state.certificates });
    const names = (await samplesOf(metrics)).map(({ name }) => name)
      .filter((name) => !own.has(name));
    const { panels } = JSON.parse(
      await readFile(new URL("grafana_dashboard.json", folder), "utf8"),
    ) as { panels: { targets?: { expr: string; legendFormat: string }[] }[] };
    const targets = panels.flatMap(({ targets = [] }) => targets);
    for (const name of new Set(names)) {
      expect(targets.filter(({ expr }) => expr.includes(`${name}{`))).toEqual([{
        refId: expect.any(String),
        expr: expect.stringMatching(/\bby \(cell\b/),
        legendFormat: expect.stringContaining("{{cell}}"),
      }]);
    }
  });

  test.skipIf(!hasPromtool)("promtool accepts the alert rules", () => {
    const { status, stderr } = spawnSync("promtool", ["check", "rules", fileURLToPath(rulesFile)]);
    expect(`${stderr}`).toBe("");
    expect(status).toBe(0);
  });

  test.skipIf(!hasPromtool)(
    "promtool objects only to the names of OpenTelemetry and of prom-client",
    async () => {
      const metrics = createMetrics();
      metrics.addState(state);
      metrics.requests.onAnswered({ method: "GET", route: "/", status: 200, seconds: 1 });
      const input = await metrics.text([]);
      const { stderr } = spawnSync("promtool", ["check", "metrics"], { input, encoding: "utf8" });
      const objected = stderr.trim().split("\n").map((line) => line.split(" ")[0]);
      expect(objected).toEqual([
        "db_client_connection_count",
        "nodejs_active_handles_total",
        "nodejs_active_requests_total",
        "nodejs_active_resources_total",
      ]);
    },
  );

  test.each([
    ["README.md", (name: string) => `\`${name}\``],
    ["grafana_dashboard.json", (name: string) => name],
  ])("%s has every metric of the service", async (file, textOf) => {
    const text = await readFile(new URL(file, folder), "utf8");
    const own = [...await allNames()].filter((name) => !/^(?:nodejs|process)_/.test(name))
      .map((name) => name.replace(/_(?:bucket|sum)$/, ""))
      .map((name) => name === "db_client_connection_count" ? name : name.replace(/_count$/, ""));
    expect([...new Set(own)].filter((name) => !text.includes(textOf(name)))).toEqual([]);
  });
});
