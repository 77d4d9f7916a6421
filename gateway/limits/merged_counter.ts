import { randomBytes } from "node:crypto";
import { type NumberedCounter, slackMs, type Windows } from "./counter.ts";

/** All that one service has counted for a key in a window. */
export interface Totals {
  /** A service has a new name for each window, so that its totals always begin with 0. */
  writer: string;
  counted: number;
  takenBack: number;
  /** The part of `counted` that this message adds. */
  amount: number;
  msLeft: number;
}

/** The window in Redis after the totals of one service were merged into it. */
export interface MergedWindow {
  /** What the other services have counted, and the totals that were sent. */
  count: number;
  msLeft: number;
}

/** Sends totals to Redis. Resolves to `undefined` while Redis is away. Never rejects. */
export type Merge = (key: string, totals: Totals) => Promise<MergedWindow | undefined>;

/** Counts in this process and merges its totals into Redis (gateway/limits/README.md 4). */
export interface MergedCounter extends NumberedCounter {
  /** Returns the keys of windows that have changed since then. */
  changedSince(sinceMs: number): string[];
  /** Sends the totals of a key again. Returns false while Redis is away. */
  resend(key: string): Promise<boolean>;
}

interface Window {
  writer: string;
  counted: number;
  takenBack: number;
  /** What the other services had counted by the last answer of Redis. */
  others: number;
  endsAtMs: number;
  changedAtMs: number;
}

const sweepEveryMs = 60_000;

/** Calls `onLocalCount` for each count without Redis. */
export function createMergedCounter(
  { seconds }: Windows,
  merge: Merge,
  onLocalCount: () => void = () => {},
): MergedCounter {
  const windowMs = seconds * 1000;
  const windows = new Map<string, Window>();
  let nextSweepMs = 0;

  /** Returns the window of a key, if it has not ended. */
  function find(key: string, nowMs: number): Window | undefined {
    const window = windows.get(key);
    return window && window.endsAtMs > nowMs ? window : undefined;
  }

  function open(key: string, nowMs: number): Window {
    forgetEnded(nowMs);
    const window = {
      writer: newWriter(),
      counted: 0,
      takenBack: 0,
      others: 0,
      endsAtMs: nowMs + windowMs,
      changedAtMs: nowMs,
    };
    windows.set(key, window);
    return window;
  }

  function forgetEnded(nowMs: number): void {
    if (nowMs < nextSweepMs) return;
    nextSweepMs = nowMs + sweepEveryMs;
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= nowMs) windows.delete(key);
  }

  /** Sends the present totals, and takes the totals that Redis has for the window. */
  async function send(key: string, window: Window, amount: number) {
    const nowMs = performance.now();
    const { writer, counted, takenBack } = window;
    const msLeft = Math.max(1, Math.floor(window.endsAtMs - nowMs));
    const merged = await merge(key, { writer, counted, takenBack, amount, msLeft });
    if (!merged) return undefined;
    // The answer took some time, so the window ends at this time or a little later.
    const endsAtMs = nowMs + merged.msLeft;
    // By the rule of the script (`merging_limiter.ts`), not by the ends: a slow answer makes the end look earlier, and a
    // quick one after it would seem to be of a later window.
    if (merged.msLeft > msLeft + windowMs - 1000) {
      // This window had ended in Redis, and the count belongs to the next one.
      if (windows.get(key) === window) windows.delete(key);
      return { count: merged.count, msLeft: merged.msLeft, endsAtMs };
    }
    window.others = merged.count - (counted - takenBack);
    if (endsAtMs < window.endsAtMs - slackMs) window.endsAtMs = endsAtMs;
    const isEmpty = merged.count <= 0 && window.counted === window.takenBack;
    // The next count begins a new window.
    if (isEmpty && windows.get(key) === window) windows.delete(key);
    return {
      count: merged.count,
      msLeft: merged.msLeft,
      endsAtMs: window.endsAtMs,
    };
  }

  return {
    async countNow(key, amount) {
      const nowMs = performance.now();
      const window = find(key, nowMs) ?? open(key, nowMs);
      window.counted += amount;
      window.changedAtMs = nowMs;
      const count = window.others + window.counted - window.takenBack;
      const counted = await send(key, window, amount);
      if (counted) return counted;
      onLocalCount();
      const { endsAtMs } = window;
      return { count, msLeft: Math.max(1, endsAtMs - performance.now()), endsAtMs };
    },
    async takeBack(key, { amount, endsAtMs }) {
      const nowMs = performance.now();
      const window = find(key, nowMs);
      // A window with a later end is another one.
      if (!window || window.endsAtMs > endsAtMs + slackMs) return;
      window.takenBack += amount;
      window.changedAtMs = nowMs;
      await send(key, window, 0);
    },
    changedSince: (sinceMs) =>
      [...windows].filter(([, { changedAtMs }]) => changedAtMs >= sinceMs).map(([key]) => key),
    async resend(key) {
      const window = find(key, performance.now());
      return !window || await send(key, window, 0) !== undefined;
    },
  };
}

const processName = randomBytes(6).toString("base64url");
let writers = 0;

function newWriter(): string {
  writers += 1;
  return `${processName}.${writers.toString(36)}`;
}
