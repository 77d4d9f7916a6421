/** Fixed windows of one length. A window begins with its first count. */
export interface Windows {
  keyPrefix: string;
  seconds: number;
}

/** The result of a count. Has no functions, so that it can be a message. */
export interface Counted {
  /** The count of the window, including this one. */
  count: number;
  /** What this one added. */
  amount: number;
  /** The time to the end of the window. */
  msLeft: number;
  /** When the window ends, by the monotonic clock of the process that counted. Identifies the window. */
  endsAtMs: number;
  /** Whether it was counted without Redis although there is one. */
  isLocal?: boolean;
}

/** Counts for keys. Never throws. */
export interface Counter {
  /** Counts 1 or `amount` (a whole number from 1). */
  count(key: string, amount?: number): Promise<Counted>;
  /**
   * Takes a count back where it was counted. Does nothing if its window has ended or was lost, so that no later window
   * loses a count. Call it only once for each count.
   */
  takeBack(key: string, counted: Counted): Promise<void>;
}

/** Returns the seconds to the end of the window, rounded up, so that a caller who waits this long is allowed. */
export function secondsLeft({ msLeft }: Counted, windowSeconds: number): number {
  // More than the window if the clock of Redis was set back, 0 for a key that is about to expire.
  return Math.min(windowSeconds, Math.max(1, Math.ceil(msLeft / 1000)));
}

/** A counter of this process. */
export interface LocalCounter extends Counter {
  /** The number of stored windows. */
  size(): number;
}

/**
 * Counts in this process, with the monotonic clock (gateway/README.md 4): a clock that is set changes no window.
 * `RateLimiterMemory` of rate-limiter-flexible uses the clock of the machine.
 */
export function createLocalCounter(
  { seconds }: Pick<Windows, "seconds">,
  monotonicMs = () => performance.now(),
): LocalCounter {
  // All windows have the same length, so the map has them in the order of their ends.
  const windows = new Map<string, { count: number; endsAtMs: number }>();

  function forgetEnded(nowMs: number): void {
    for (const [key, { endsAtMs }] of windows) {
      if (endsAtMs > nowMs) return;
      windows.delete(key);
    }
  }

  return {
    size: () => windows.size,
    async count(key, amount = 1) {
      const nowMs = monotonicMs();
      forgetEnded(nowMs);
      const window = windows.get(key) ?? { count: 0, endsAtMs: nowMs + seconds * 1000 };
      windows.set(key, window);
      window.count += amount;
      return { ...window, amount, msLeft: window.endsAtMs - nowMs };
    },
    async takeBack(key, { amount, endsAtMs }) {
      const window = windows.get(key);
      // The window has ended. A later one keeps its count.
      if (window?.endsAtMs !== endsAtMs) return;
      window.count -= amount;
      if (window.count <= 0) windows.delete(key);
    },
  };
}
