import { Client } from "undici";
import type { Kind } from "./measurements.ts";
import { keysPerConnection, requestOf, type Seeded } from "./requests.ts";

/** The job of the load process. */
export interface LoadJob {
  url: string;
  kind: Kind;
  connections: number;
  seconds: number;
  seeded: Seeded;
  /** The number of the first creation. */
  firstNumber: number;
}

/** What came of it. */
export interface LoadResult {
  requests: number;
  /** From the first request to the last answer. */
  seconds: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and requests that were not answered. */
  errors: number;
  /** What the first of them said. */
  firstError: string | null;
  /** CPU time of the load process itself. */
  loadCpuMs: number;
}

// The load generator, a process of its own: it keeps one request in flight on each connection.
process.on("message", (job: LoadJob) => {
  void load(job).then((result) => process.send!(result));
});
// Whatever became of the bench, nothing keeps loading without it.
process.on("disconnect", () => process.exit());

async function load(job: LoadJob): Promise<LoadResult> {
  const latenciesMs: number[] = [];
  const faults: string[] = [];
  let number = job.firstNumber;
  const clients = Array.from({ length: job.connections }, () => new Client(job.url));
  const start = performance.now();
  const cpuAtStart = process.cpuUsage();
  const deadline = start + job.seconds * 1000;
  await Promise.all(clients.map(async (client, connection) => {
    const own = connection * keysPerConnection;
    const keys = job.seeded.keys.slice(own, own + keysPerConnection);
    for (let turn = 0; performance.now() < deadline; turn += 1) {
      const request = requestOf(job.kind, job.seeded, number++);
      const sentAt = performance.now();
      const fault = await exchange(client, request, keys[turn % keys.length]!);
      latenciesMs.push(performance.now() - sentAt);
      if (fault !== undefined) faults.push(fault);
    }
  }));
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpuAtStart);
  await Promise.all(clients.map((client) => client.destroy()));
  const sorted = Float64Array.from(latenciesMs).sort();
  return {
    requests: sorted.length,
    seconds,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    errors: faults.length,
    firstError: faults[0] ?? null,
    loadCpuMs: (user + system) / 1000,
  };
}

/** Sends a request and reads the answer to its end; what was wrong with it, or undefined. */
function exchange(
  client: Client,
  { method, path, body }: ReturnType<typeof requestOf>,
  key: string,
): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const headers = ["X-API-Key", key];
  if (body !== null) headers.push("Content-Type", "application/json");
  let status = 0;
  let refusal = "";
  client.dispatch({ method, path, headers, body }, {
    onRequestStart() {},
    onResponseStart: (_, statusCode) => void (status = statusCode),
    onResponseData: (_, chunk) => void (status >= 300 && (refusal += chunk.toString())),
    onResponseEnd: () => resolve(status < 300 ? undefined : `${status} ${refusal}`),
    onResponseError: (_, error) => resolve(error.message),
  });
  return promise;
}

function percentile(sorted: Float64Array, share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
