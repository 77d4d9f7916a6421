import { Gauge, type Registry } from "prom-client";
import { answerWithin } from "./answer_within.ts";

/** The connections of a pool. */
export interface PoolState {
  /** `main`, `shared_reads` or `reporting`. */
  pool: string;
  used: number;
  idle: number;
  /** Requests that wait for a connection. */
  waiting: number;
}

/** Work that waits in the database. */
export interface WaitingWork {
  due: number;
  oldestDueSeconds: number | null;
  overdueLeases: number;
  waitingDeltas: number;
  lagSeconds: number;
}

/** The standbys that reports are read from. */
export interface ReportingStatus {
  isAvailable: boolean;
  /** Null if no standby has shown its lag. */
  lagSeconds: number | null;
}

/** What is read at each scrape. */
export interface StateReads {
  pools?(): PoolState[];
  /** One statement or two. Left out in processes that only serve HTTP. */
  waitingWork?(): Promise<WaitingWork>;
  /** Left out in processes that do not serve HTTP. */
  acceptsWrites?(): boolean;
  /** Left out without REDIS_URL. */
  isRedisUp?: (() => boolean) | undefined;
  /** Left out without REPORTING_DATABASE_URL. */
  reportingStatus?(): ReportingStatus | undefined;
}

/** Adds the gauges that are read at each scrape. */
export function observeState(
  registry: Registry,
  { pools, waitingWork, acceptsWrites, isRedisUp, reportingStatus }: StateReads,
): void {
  if (pools) observePools(registry, pools);
  if (waitingWork) observeWork(registry, waitingWork);
  if (reportingStatus) observeReporting(registry, reportingStatus);
  if (acceptsWrites) {
    registry.registerMetric(gaugeOf(acceptsWrites, {
      name: "appointment_database_writable",
      help: "1 if the database accepts writes, 0 if it refuses them. The log has the reason.",
    }));
  }
  if (isRedisUp) {
    registry.registerMetric(gaugeOf(isRedisUp, {
      name: "appointment_redis_up",
      help: "1 if limits are counted in Redis, 0 if Redis is away. Absent without REDIS_URL.",
    }));
  }
}

/** Returns a gauge that is 1 or 0. Several HTTP processes are one service: it is 0 as soon as it is in one of them. */
function gaugeOf(isUp: () => boolean, { name, help }: { name: string; help: string }): Gauge {
  return new Gauge({
    name,
    help,
    registers: [],
    aggregator: "min",
    collect() {
      this.set(Number(isUp()));
    },
  });
}

function observePools(registry: Registry, pools: () => PoolState[]): void {
  const connections = new Gauge({
    name: "db_client_connection_count",
    help: "Connections to the database by pool and state (used, idle).",
    labelNames: ["db_client_connection_pool_name", "db_client_connection_state"],
    registers: [registry],
    collect() {
      for (const { pool, used, idle } of pools()) {
        const labels = { db_client_connection_pool_name: pool };
        connections.set({ ...labels, db_client_connection_state: "used" }, used);
        connections.set({ ...labels, db_client_connection_state: "idle" }, idle);
      }
    },
  });
  const pending = new Gauge({
    name: "db_client_connection_pending_requests",
    help: "Requests that wait for a connection of a pool.",
    labelNames: ["db_client_connection_pool_name"],
    registers: [registry],
    collect() {
      for (const { pool, waiting } of pools()) {
        pending.set({ db_client_connection_pool_name: pool }, waiting);
      }
    },
  });
}

function observeReporting(
  registry: Registry,
  status: NonNullable<StateReads["reportingStatus"]>,
): void {
  registry.registerMetric(gaugeOf(() => status()?.isAvailable ?? false, {
    name: "appointment_reporting_up",
    help:
      "1 if reports are read from a standby, 0 if they are refused. Absent without REPORTING_DATABASE_URL.",
  }));
  registry.registerMetric(
    new Gauge({
      name: "appointment_reporting_lag_seconds",
      help: "How far the standby is behind that reports are read from. Absent while it is unknown.",
      registers: [],
      aggregator: "max",
      collect() {
        const lagSeconds = status()?.lagSeconds ?? null;
        // No value is better than an old one.
        if (lagSeconds === null) this.remove();
        else this.set(lagSeconds);
      },
    }),
  );
}

const workGauges = {
  due: [
    "appointment_webhook_due_attempts",
    "Attempts that are due and not claimed, at most 10001 for each webhook.",
  ],
  oldestDueSeconds: [
    "appointment_webhook_oldest_due_seconds",
    "How long the oldest due attempt has been due. 0 if none is due.",
  ],
  overdueLeases: [
    "appointment_webhook_overdue_leases",
    "Attempts whose lease ended over 10 s ago and that nobody has claimed again.",
  ],
  waitingDeltas: [
    "appointment_usage_waiting_deltas",
    "Sums of usage that are not in the rollups yet, at most 100001.",
  ],
  lagSeconds: [
    "appointment_usage_rollup_lag_seconds",
    "How long ago the quarter hour of the oldest waiting sum of usage ended.",
  ],
} as const satisfies Record<keyof WaitingWork, readonly [name: string, help: string]>;

function observeWork(registry: Registry, read: () => Promise<WaitingWork>): void {
  let reading: Promise<WaitingWork | undefined> | undefined;
  /** Reads once for all gauges of a scrape, which are collected at once, and for scrapes at the same time. */
  const readOnce = () => reading ??= answerWithin(read()).finally(() => reading = undefined);
  const registers: [] = [];
  registry.registerMetric(
    new Gauge({
      name: "appointment_database_up",
      help: "1 if the database has answered this scrape within 3 s, else 0.",
      registers,
      async collect() {
        this.set(await readOnce() ? 1 : 0);
      },
    }),
  );
  for (const [field, [name, help]] of Object.entries(workGauges)) {
    registry.registerMetric(
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const work = await readOnce();
          // No value is better than an old one.
          if (work) this.set(work[field as keyof WaitingWork] ?? 0);
          else this.remove();
        },
      }),
    );
  }
}
