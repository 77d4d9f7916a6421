import type { LoadResult } from "./load.ts";
import type { Measurement, ServerName } from "./measurements.ts";

/** CPU time of a measurement in milliseconds; undefined where there is no /proc. */
export interface CpuTime {
  serverMs: number | undefined;
  postgresMs: number | undefined;
}

/** The result of one server in one round of one measurement. */
export interface Figure {
  measurement: string;
  connections: number;
  server: ServerName;
  round: number;
  load: LoadResult;
  /** The load at half of that rate. */
  half: LoadResult | null;
  cpu: CpuTime;
}

/** The medians of a server's rounds. */
export interface Rates {
  requestsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The medians of a server's rounds, and the sum of its errors. */
export interface Summary extends Rates {
  /** CPU milliseconds per request. */
  serverCpuMs: number | undefined;
  postgresCpuMs: number | undefined;
  loadCpuMs: number;
  half: Rates | null;
  errors: number;
  firstError: string | null;
}

/** One row of the bench. */
export interface Row extends Pick<Measurement, "aim" | "servers"> {
  measurement: string;
  /** In the order of `servers`. */
  summaries: [Summary, Summary];
  /** The requests a second of the first server over those of the second: the median of the rounds, and all of them. */
  ratio: number;
  ratios: number[];
}

/** Returns the rows of what was measured. */
export function rowsOf(measured: readonly Measurement[], figures: readonly Figure[]): Row[] {
  return measured.map(({ name, aim, servers }) => {
    const [one, other] = servers.map((server) =>
      figures
        .filter((figure) => figure.measurement === name && figure.server === server)
        .toSorted((a, b) => a.round - b.round)
    ) as [Figure[], Figure[]];
    // Of each round alone: what else the machine does changes both servers of a round alike.
    const ratios = one.map(({ load }, i) => rateOf(load) / rateOf(other[i]!.load));
    return {
      measurement: name,
      aim,
      servers,
      summaries: [summaryOf(one), summaryOf(other)],
      ratio: median(ratios),
      ratios,
    };
  });
}

/** Requests a second. */
export function rateOf({ requests, seconds }: LoadResult): number {
  return requests / seconds;
}

function summaryOf(figures: Figure[]): Summary {
  const loads = figures.map(({ load }) => load);
  const halves = figures.map(({ half }) => half).filter((half) => half !== null);
  const all = [...loads, ...halves];
  const perRequest = (msOf: (cpu: CpuTime) => number | undefined) => {
    const each = figures.map(({ cpu, load }) => (msOf(cpu) ?? NaN) / load.requests);
    return each.some(Number.isNaN) ? undefined : median(each);
  };
  return {
    ...ratesOf(loads),
    serverCpuMs: perRequest(({ serverMs }) => serverMs),
    postgresCpuMs: perRequest(({ postgresMs }) => postgresMs),
    loadCpuMs: median(loads.map(({ loadCpuMs, requests }) => loadCpuMs / requests)),
    half: halves.length > 0 ? ratesOf(halves) : null,
    errors: all.reduce((sum, { errors }) => sum + errors, 0),
    firstError: all.find(({ firstError }) => firstError !== null)?.firstError ?? null,
  };
}

function ratesOf(loads: LoadResult[]): Rates {
  return {
    requestsPerSecond: median(loads.map(rateOf)),
    p50Ms: median(loads.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(loads.map(({ p99Ms }) => p99Ms)),
  };
}

/** The middle of some numbers. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
