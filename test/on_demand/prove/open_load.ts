import { Pool } from "undici";

/** What a load came to. */
export interface Offered {
  sent: number;
  /** Latencies in milliseconds by status; 0 means no answer. */
  latenciesMs: Map<number, number[]>;
}

/** One creation, by its number. */
export type RequestOf = (number: number) => Parameters<typeof send>[1];

/** Keeps one request in flight on each connection: what the service can serve. */
export async function saturate(
  url: string,
  { seconds, connections, requestOf }: {
    seconds: number;
    connections: number;
    requestOf: RequestOf;
  },
): Promise<Offered> {
  await using load = openLoad(url, connections);
  const until = performance.now() + seconds * 1000;
  await Promise.all(Array.from({ length: connections }, async () => {
    while (performance.now() < until) await load.send(requestOf(load.offered.sent));
  }));
  return load.offered;
}

/** Offers requests at a rate, whether or not the ones before were answered, as independent callers do. */
export async function offer(
  url: string,
  { ratePerSecond, seconds, connections, requestOf }: {
    ratePerSecond: number;
    seconds: number;
    connections: number;
    requestOf: RequestOf;
  },
): Promise<Offered> {
  await using load = openLoad(url, connections);
  const underWay: Promise<void>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    const due = Math.floor((performance.now() - startedAt) / 1000 * ratePerSecond);
    while (load.offered.sent < due) underWay.push(load.send(requestOf(load.offered.sent)));
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(underWay);
  return load.offered;
}

function openLoad(url: string, connections: number) {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const offered: Offered = { sent: 0, latenciesMs: new Map() };
  return {
    offered,
    send(request: ReturnType<RequestOf>): Promise<void> {
      offered.sent += 1;
      const sentAt = performance.now();
      return send(pool, request, (status) => {
        const times = offered.latenciesMs.get(status) ?? [];
        times.push(performance.now() - sentAt);
        offered.latenciesMs.set(status, times);
      });
    },
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}

function send(
  pool: Pool,
  { path, body, headers }: { path: string; body: string; headers: Record<string, string> },
  onStatus: (status: number) => void,
): Promise<void> {
  return new Promise((resolve) => {
    let status = 0;
    const end = () => {
      onStatus(status);
      resolve();
    };
    pool.dispatch({ method: "POST", path, body, headers }, {
      onRequestStart() {},
      onResponseStart: (_, statusCode) => void (status = statusCode),
      onResponseData() {},
      onResponseEnd: end,
      onResponseError() {
        status = 0;
        end();
      },
    });
  });
}
