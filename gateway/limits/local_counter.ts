import type { Counter, Windows } from "./counter.ts";

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
 * Counts in this process, by the monotonic clock (gateway/README.md, "Time"): a window ends when its time has
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
