import { setTimeout as wait } from "node:timers/promises";

/** One call of a load: when it began, how long it took, and what came of it. */
export interface Sample<R> {
  atMs: number;
  tookMs: number;
  result?: R;
  error?: unknown;
}

/** Calls that go on until they are stopped. */
export interface Load<R> {
  /** Lets it run and returns the calls that began meanwhile and have ended. */
  run(ms: number): Promise<Sample<R>[]>;
  /** Stops it and returns every call. */
  stop(): Promise<Sample<R>[]>;
}

// Between a caller's calls, so that callers of something instant leave the process time for the rest.
const pauseMs = 4;

/** Has a number of callers make a call over and over. */
export function startLoad<R>(call: () => Promise<R>, { callers = 20 } = {}): Load<R> {
  const samples: Sample<R>[] = [];
  const stopping = new AbortController();
  async function makeCalls(): Promise<void> {
    while (!stopping.signal.aborted) {
      const atMs = performance.now();
      const outcome = await call().then((result) => ({ result }), (error) => ({ error }));
      samples.push({ atMs, tookMs: performance.now() - atMs, ...outcome });
      await wait(pauseMs);
    }
  }
  const all = Promise.all(Array.from({ length: callers }, makeCalls));
  return {
    async run(ms) {
      const fromMs = performance.now();
      await wait(ms);
      return samples.filter(({ atMs }) => atMs >= fromMs);
    },
    async stop() {
      stopping.abort();
      await all;
      return samples;
    },
  };
}

/** The 99th percentile of how long calls took. */
export function p99Ms(samples: Sample<unknown>[]): number {
  const sorted = samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)]!;
}
