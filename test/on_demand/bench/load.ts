import { type HttpConnection, openConnection } from "./http_connection.ts";
import type { Kind } from "./measurements.ts";
import { type LoadRequest, requestOf, type Seeded } from "./requests.ts";

/** The job of the load process. */
export interface LoadJob {
  url: string;
  kind: Kind;
  connections: number;
  seconds: number;
  /** Requests a second. Without it each connection sends its next request after the answer. */
  ratePerSecond?: number;
  seeded: Seeded;
  /** The number of the first creation. */
  firstNumber: number;
}

/** The result of a job. */
export interface LoadResult {
  requests: number;
  creations: number;
  /** From the first request to the last answer. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and requests without an answer. */
  errors: number;
  firstError: string | null;
  /** CPU time of the load process itself. */
  loadCpuMs: number;
}

// The load generator, a process of its own.
process.on("message", (job: LoadJob) => {
  void load(job).then((result) => process.send!(result));
});
// The load never outlives the bench.
process.on("disconnect", () => process.exit());

async function load(job: LoadJob): Promise<LoadResult> {
  const { url, kind, seeded, firstNumber } = job;
  const connections = Array.from({ length: job.connections }, () => openConnection(url));
  const latenciesMs: number[] = [];
  const faults: string[] = [];
  let number = firstNumber;
  const nextNumber = () => number++;
  const start = performance.now();
  const cpuAtStart = process.cpuUsage();
  /** Sends the next request and calls back after its answer. Its latency counts from `dueAt`. */
  function send(connection: HttpConnection, dueAt: number, onAnswer: (at: number) => void): void {
    connection.send(bytesOf(requestOf(kind, seeded, nextNumber)), (fault) => {
      const now = performance.now();
      latenciesMs.push(now - dueAt);
      if (fault !== undefined) faults.push(fault);
      onAnswer(now);
    });
  }
  await (job.ratePerSecond === undefined ? saturate : pace)(connections, { ...job, start, send });
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuAtStart);
  for (const connection of connections) connection.close();
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    requests: sorted.length,
    creations: number - firstNumber,
    seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    errors: faults.length,
    firstError: faults[0] ?? null,
    loadCpuMs: (user + system) / 1000,
  };
}

interface Sending extends Pick<LoadJob, "seconds" | "ratePerSecond"> {
  start: number;
  send(connection: HttpConnection, dueAt: number, onAnswer: (at: number) => void): void;
}

/** Keeps one request in flight on each connection. */
function saturate(connections: HttpConnection[], { seconds, start, send }: Sending): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadline = start + seconds * 1000;
  let busy = connections.length;
  for (const connection of connections) {
    const next = (at: number): void => {
      if (at < deadline) send(connection, at, next);
      else if (--busy === 0) resolve();
    };
    next(start);
  }
  return promise;
}

/** Sends at a steady rate, whatever the answers take. A request waits for a free connection, which counts as latency. */
function pace(
  connections: HttpConnection[],
  { seconds, ratePerSecond = 0, start, send }: Sending,
): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const total = Math.max(1, Math.floor(seconds * ratePerSecond));
  const free = [...connections];
  const waiting: number[] = [];
  let due = 0;
  let answered = 0;
  function sendWaiting(): void {
    while (waiting.length > 0 && free.length > 0) {
      const connection = free.pop()!;
      send(connection, waiting.shift()!, () => {
        free.push(connection);
        answered += 1;
        if (answered === total) resolve();
        else sendWaiting();
      });
    }
  }
  // A timer is up to a millisecond late. Latencies count from the timer, so that its lateness is not the server's.
  function tick(): void {
    const now = performance.now();
    for (; due < Math.min(total, (now - start) / 1000 * ratePerSecond); due += 1) waiting.push(now);
    sendWaiting();
    if (due < total) setTimeout(tick, 1);
  }
  tick();
  return promise;
}

function bytesOf({ method, path, key, body, known }: LoadRequest): string {
  const condition = known === undefined ? "" : `If-None-Match: ${known}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: bench\r\nX-API-Key: ${key}\r\n${condition}`;
  return body === null
    ? `${head}\r\n`
    : `${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
