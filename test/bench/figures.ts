import type { LoadResult } from "./load.ts";
import type { Measurement } from "./measurements.ts";
import { type ServerName, serverNames } from "./stage.ts";

/** CPU time of a measurement in milliseconds, where it can be had. */
export interface CpuTime {
  serverMs: number | undefined;
  postgresMs: number | undefined;
}

/** What one server did in one round of one measurement. */
export interface Figure {
  measurement: string;
  connections: number;
  server: ServerName;
  round: number;
  load: LoadResult;
  cpu: CpuTime;
}

/** The medians of a server's rounds, its errors added up. */
export interface Summary {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU milliseconds a request. */
  serverCpuMs: number | undefined;
  postgresCpuMs: number | undefined;
  loadCpuMs: number;
  errors: number;
  firstError: string | null;
}

/** One row of the bench. */
export interface Row {
  measurement: string;
  servers: Record<ServerName, Summary>;
  /** The service's requests a second over the baseline's. */
  ratios: { handWritten: number; bare: number };
}

/** The rows of what was measured. */
export function rowsOf(measured: readonly Measurement[], figures: readonly Figure[]): Row[] {
  return measured.map(({ name }) => {
    const [service, handWritten, bare] = serverNames.map((server) =>
      summaryOf(figures.filter((one) => one.measurement === name && one.server === server))
    ) as [Summary, Summary, Summary];
    return {
      measurement: name,
      servers: { service, "hand-written": handWritten, bare },
      ratios: {
        handWritten: service.requestsPerSecond / handWritten.requestsPerSecond,
        bare: service.requestsPerSecond / bare.requestsPerSecond,
      },
    };
  });
}

/** Requests a second of one figure. */
export function rateOf({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

function summaryOf(figures: Figure[]): Summary {
  const loads = figures.map(({ load }) => load);
  const perRequest = (msOf: (cpu: CpuTime) => number | undefined) => {
    const each = figures.map(({ cpu, load }) => (msOf(cpu) ?? NaN) / load.requests);
    return each.some(Number.isNaN) ? undefined : median(each);
  };
  return {
    requestsPerSecond: median(loads.map(rateOf)),
    p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
    serverCpuMs: perRequest(({ serverMs }) => serverMs),
    postgresCpuMs: perRequest(({ postgresMs }) => postgresMs),
    loadCpuMs: median(loads.map(({ loadCpuMs, requests }) => loadCpuMs / requests)),
    errors: loads.reduce((sum, { errors }) => sum + errors, 0),
    firstError: loads.find(({ firstError }) => firstError !== null)?.firstError ?? null,
  };
}

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
