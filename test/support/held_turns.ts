import { type HeavyWork, unpaced } from "../../core/mod.ts";

/** Heavy work of which every request waits until `release` is called. */
export interface HeldTurns extends HeavyWork {
  /** Waits until so many requests wait. */
  waiting(count: number): Promise<void>;
  release(): void;
}

/** Creates heavy work whose turns are held back, so that a test can change something while a request waits. */
export function createHeldTurns(): HeldTurns {
  const released = Promise.withResolvers<void>();
  const arrivals: (() => void)[] = [];
  let count = 0;
  return {
    async enter() {
      count += 1;
      for (const notice of arrivals) notice();
      await released.promise;
      return { ...unpaced, hasWaited: true, [Symbol.dispose]() {} };
    },
    nextTurn: async () => {},
    waiting: (least) =>
      new Promise((resolve) => {
        arrivals.push(() => count >= least && resolve());
        if (count >= least) resolve();
      }),
    release: () => released.resolve(),
  };
}
