/** Fixed windows of one length, each beginning with the first that is counted in it. */
export interface Windows {
  keyPrefix: string;
  seconds: number;
}

/** What was counted at once: one, or as many as were said. */
export interface Counted {
  /** How many were counted in the window so far, with this. */
  count: number;
  /** Until the window ends. */
  msLeft: number;
  /**
   * Uncounts all of this, there where it was counted. Does nothing once its window has ended or was lost, so
   * that no later window ever holds less than was counted in it. Never throws; to be called once.
   */
  takeBack(): Promise<void>;
}

/** Counts by key, one at a time or `amount`, a whole number from 1. Never throws. */
export interface Counter {
  count(key: string, amount?: number): Promise<Counted>;
}

/** Until the window ends, rounded up: who waits that long is let in. */
export function secondsLeft({ msLeft }: Counted, windowSeconds: number): number {
  // The clock of Redis set back would show more than the window, a key about to expire nothing.
  return Math.min(windowSeconds, Math.max(1, Math.ceil(msLeft / 1000)));
}

// A window is told from a later one by when it ends, which is known to a few milliseconds.
const slackMs = 100;

/** What a window has left at most, by its end on the monotonic clock; one that has more left began later. */
export function maxMsLeft(endsAtMs: number): number {
  return endsAtMs + slackMs - performance.now();
}

/** A counter of this process. */
export interface LocalCounter extends Counter {
  /** How many windows it remembers. */
  size(): number;
}

interface Window {
  count: number;
  endsAtMs: number;
}

/**
 * Counts in this process, by the monotonic clock (gateway/README.md 4): a window ends when its time has
 * passed, whatever becomes of the machine's clock.
 */
export function createLocalCounter(
  { seconds }: Pick<Windows, "seconds">,
  monotonicMs = () => performance.now(),
): LocalCounter {
  // All windows have one length, so that the map holds them in the order in which they end.
  const windows = new Map<string, Window>();

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
      return {
        count: window.count,
        msLeft: window.endsAtMs - nowMs,
        async takeBack() {
          // A later window holds what was counted in it.
          if (windows.get(key) !== window) return;
          window.count -= amount;
          if (window.count <= 0) windows.delete(key);
        },
      };
    },
  };
}
