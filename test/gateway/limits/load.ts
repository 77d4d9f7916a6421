import { setTimeout as wait } from "node:timers/promises";
import { startOwnTime } from "../../support/own_time.ts";

/** One call of a load: its start and duration in the own time of this process, and its outcome. */
export interface Sample<R> {
  atMs: number;
  tookMs: number;
  result?: R;
  error?: unknown;
}

/** Calls that go on until they are stopped. */
export interface Load<R> {
  /**
   * Lets it run for so much of this process' own time; the calls that began meanwhile and have ended, of which
   * there are more than 50.
   */
  run(ms: number): Promise<Sample<R>[]>;
  /** Until now, by the same clock. */
  now(): number;
  /** Stops it and returns every call. */
  stop(): Promise<Sample<R>[]>;
}

// Between a caller's calls, so that callers of something instant leave the process time for the rest.
const pauseMs = 4;

/** Has a number of callers make a call over and over. */
export function startLoad<R>(call: () => Promise<R>, { callers = 20 } = {}): Load<R> {
  const samples: Sample<R>[] = [];
  const { now, [Symbol.dispose]: stopTime } = startOwnTime();
  const stopping = new AbortController();
  async function makeCalls(): Promise<void> {
    while (!stopping.signal.aborted) {
      const atMs = now();
      const outcome = await call().then((result) => ({ result }), (error) => ({ error }));
      samples.push({ atMs, tookMs: now() - atMs, ...outcome });
      await wait(pauseMs);
    }
  }
  const all = Promise.all(Array.from({ length: callers }, makeCalls));
  return {
    async run(ms) {
      const fromMs = now();
      const enough = samples.length + callers + 50;
      while (now() - fromMs < ms || samples.length <= enough) await wait(pauseMs);
      return samples.filter(({ atMs }) => atMs >= fromMs);
    },
    now,
    async stop() {
      stopping.abort();
      await all;
      stopTime();
      return samples;
    },
  };
}

/** How long the longest took. */
export function maxMs(samples: Sample<unknown>[]): number {
  return Math.max(...samples.map(({ tookMs }) => tookMs));
}

/** The 99th percentile of how long calls took. */
export function p99Ms(samples: Sample<unknown>[]): number {
  const sorted = samples.map(({ tookMs }) => tookMs).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)]!;
}
