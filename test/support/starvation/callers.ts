import { Pool } from "undici";
import { percentile } from "../percentile.ts";

/** What callers experienced while something else happened. */
export interface CallerFigures {
  served: number;
  /** Answered 503. */
  refused: number;
  /** Any other status, or no answer. */
  failed: number;
  p50Ms: number;
  p99Ms: number;
  /** The longest time in which no call was served. */
  maxGapMs: number;
}

/** A call by its number. */
export type CallOf = (
  number: number,
) => { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string };

/** Callers that call on until they are stopped. */
export interface Callers {
  /** How many calls have ended, whatever became of them. */
  ended(): number;
  stop(): Promise<CallerFigures>;
}

/** Calls in a closed loop from one local address. */
export function startCallers(
  url: string,
  { localAddress, count, callOf }: { localAddress: string; count: number; callOf: CallOf },
): Callers {
  const pool = new Pool(url, {
    connections: count,
    localAddress,
    headersTimeout: 20_000,
    bodyTimeout: 20_000,
  });
  const servedMs: number[] = [];
  const figures = { served: 0, refused: 0, failed: 0 };
  let [number, isOver, servedAt, maxGapMs] = [0, false, performance.now(), 0];

  async function call(): Promise<void> {
    const startedAt = performance.now();
    const status = await pool.request(callOf(number += 1))
      .then(({ statusCode, body }) => body.dump().then(() => statusCode))
      .catch(() => 0);
    const now = performance.now();
    if (status < 200 || status > 299) {
      figures[status === 503 ? "refused" : "failed"] += 1;
      return;
    }
    figures.served += 1;
    servedMs.push(now - startedAt);
    maxGapMs = Math.max(maxGapMs, now - servedAt);
    servedAt = now;
  }

  const running = Array.from({ length: count }, async () => {
    while (!isOver) {
      await call();
      // A caller pauses between calls: an idle machine shows what the attack alone does.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  return {
    ended: () => figures.served + figures.refused + figures.failed,
    async stop() {
      isOver = true;
      await Promise.all(running);
      await pool.destroy();
      maxGapMs = Math.max(maxGapMs, performance.now() - servedAt);
      return { ...figures, ...percentilesOf(servedMs), maxGapMs: Math.round(maxGapMs) };
    },
  };
}

function percentilesOf(timesMs: number[]): { p50Ms: number; p99Ms: number } {
  const at = (share: number) => timesMs.length > 0 ? percentile(timesMs, share) : -1;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}
