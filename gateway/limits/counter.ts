/** Fixed windows of one length. A window begins with its first count. */
export interface Windows {
  keyPrefix: string;
  seconds: number;
}

/** The result of a count. */
export interface Counted {
  /** The count of the window, including this one. */
  count: number;
  /** The time to the end of the window. */
  msLeft: number;
  /**
   * Takes this count back, in the counter that counted it. Does nothing if its window has ended or was lost, so that
   * no later window loses a count. Never throws. Call it only once.
   */
  takeBack(): Promise<void>;
}

/** Counts 1 or `amount` (a whole number from 1) for a key. Never throws. */
export interface Counter {
  count(key: string, amount?: number): Promise<Counted>;
}

/** Returns the seconds to the end of the window, rounded up, so that a caller who waits this long is allowed. */
export function secondsLeft({ msLeft }: Counted, windowSeconds: number): number {
  // More than the window if the clock of Redis was set back, 0 for a key that is about to expire.
  return Math.min(windowSeconds, Math.max(1, Math.ceil(msLeft / 1000)));
}

/** The end of a window distinguishes it from a later one. It is known to some milliseconds. */
export const slackMs = 100;

/** A count without its function, so that it can be a message. `endsAtMs` identifies the window. */
export type NumberedCount = Omit<Counted, "takeBack"> & { endsAtMs: number };

/** A counter whose counts can be messages. Never throws. */
export interface NumberedCounter {
  countNow(key: string, amount: number): NumberedCount | Promise<NumberedCount>;
  /** Takes a count back, like `takeBack` of `Counted`. */
  takeBack(key: string, counted: { amount: number; endsAtMs: number }): void | Promise<void>;
}

/** Returns a counter that counts with another one. */
export function counterOver(counter: NumberedCounter): Counter {
  return {
    async count(key, amount = 1) {
      const { count, msLeft, endsAtMs } = await counter.countNow(key, amount);
      const takeBack = async () => await counter.takeBack(key, { amount, endsAtMs });
      return { count, msLeft, takeBack };
    },
  };
}

/** A counter of this process. */
export interface LocalCounter extends NumberedCounter {
  countNow(key: string, amount: number): NumberedCount;
  /** The number of stored windows. */
  size(): number;
}

interface Window {
  count: number;
  endsAtMs: number;
}

/** Counts in this process, with the monotonic clock (gateway/README.md 4): a clock that is set changes no window. */
export function createLocalCounter(
  { seconds }: Pick<Windows, "seconds">,
  monotonicMs = () => performance.now(),
): LocalCounter {
  // All windows have the same length, so the map has them in the order of their ends.
  const windows = new Map<string, Window>();

  function forgetEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs) return;
      windows.delete(key);
    }
  }

  return {
    size: () => windows.size,
    countNow(key, amount) {
      const nowMs = monotonicMs();
      forgetEnded(nowMs);
      const window = windows.get(key) ?? { count: 0, endsAtMs: nowMs + seconds * 1000 };
      windows.set(key, window);
      window.count += amount;
      const { count, endsAtMs } = window;
      return { count, msLeft: endsAtMs - nowMs, endsAtMs };
    },
    takeBack(key, { amount, endsAtMs }) {
      const window = windows.get(key);
      // The window has ended. A later one keeps its count.
      if (window?.endsAtMs !== endsAtMs) return;
      window.count -= amount;
      if (window.count <= 0) windows.delete(key);
    },
  };
}
