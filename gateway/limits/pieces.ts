import { setImmediate } from "node:timers";

/**
 * Gives each turn of the event loop to at most one long computation, whichever asked first: two of them would hold
 * it twice as long between two looks at the network.
 */
export function createPieces(): { nextTurn(): Promise<void> } {
  const waiting: (() => void)[] = [];
  function runFirst(): void {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(runFirst);
  }
  return {
    nextTurn() {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (waiting.push(resolve) === 1) setImmediate(runFirst);
      return promise;
    },
  };
}
